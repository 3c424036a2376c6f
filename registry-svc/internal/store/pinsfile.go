package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// pinsFile remembers definitions in a file, which is written as a whole at each change. Its methods are for one goroutine at
// a time. A nil *pinsFile remembers nothing.
type pinsFile struct {
	path      string
	pins      []registrations.Pin // ordered by registrations.ComparePins
	byVersion map[pinVersion][]registrations.Pin
}

// take takes over pins, which are ordered by registrations.ComparePins.
func (f *pinsFile) take(pins []registrations.Pin) {
	f.pins, f.byVersion = pins, map[pinVersion][]registrations.Pin{}
	for _, pin := range pins {
		of := pinVersion{pin.Service, pin.Version}
		f.byVersion[of] = append(f.byVersion[of], pin)
	}
}

// pinRecord is a pin as the file has it.
type pinRecord struct {
	Service    string              `json:"service"`
	Version    string              `json:"version"`
	Hash       string              `json:"hash"`
	State      registrations.State `json:"state"`
	Since      time.Time           `json:"since"`
	Host       netip.Addr          `json:"host"`
	DecidedBy  string              `json:"decided_by,omitempty"`
	DecidedAt  time.Time           `json:"decided_at,omitzero"`
	Reason     string              `json:"reason,omitempty"`
	Definition []byte              `json:"definition"` // a salaatflow.registry.v1.Definition
}

// readPins reads what is remembered. A file that is not there remembers nothing yet; one that cannot be read is an error,
// since a registry that forgot what it had accepted would accept whatever comes first.
func readPins(path string) (*pinsFile, error) {
	file := &pinsFile{path: path}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the definitions that are remembered: %w", err)
	}
	var (
		records []pinRecord
		pins    []registrations.Pin
	)
	if err := json.Unmarshal(content, &records); err != nil {
		return nil, fmt.Errorf("%s holds no remembered definitions: restore it, or remove it to accept what registers next: %w", path, err)
	}
	for _, record := range records {
		pin, err := record.pin()
		if err != nil {
			return nil, fmt.Errorf("%s: the definition of %s %s cannot be read: restore the file, or remove it to accept what registers next: %w",
				path, record.Service, record.Version, err)
		}
		pins = append(pins, pin)
	}
	slices.SortFunc(pins, registrations.ComparePins)
	file.take(pins)
	return file, nil
}

func (r pinRecord) pin() (registrations.Pin, error) {
	definition, err := decode(r.Definition)
	if err != nil {
		return registrations.Pin{}, err
	}
	switch r.State {
	case registrations.Accepted, registrations.Quarantined, registrations.Rejected:
	default:
		return registrations.Pin{}, fmt.Errorf("the state %q is none of accepted, quarantined and rejected", r.State)
	}
	pin := registrations.NewPin(definition, r.State, r.Since, r.Host)
	if !r.DecidedAt.IsZero() {
		pin.Verdict = registrations.Verdict{State: r.State, By: r.DecidedBy, At: r.DecidedAt, Reason: r.Reason}
	}
	return pin, nil
}

// write writes pins to the file and takes them over.
func (f *pinsFile) write(pins []registrations.Pin) error {
	slices.SortFunc(pins, registrations.ComparePins)
	records := make([]pinRecord, 0, len(pins))
	for _, pin := range pins {
		records = append(records, pinRecord{
			Service: pin.Service, Version: pin.Version, Hash: pin.Hash, State: pin.State, Since: pin.Since, Host: pin.Host,
			DecidedBy: pin.Verdict.By, DecidedAt: pin.Verdict.At, Reason: pin.Verdict.Reason, Definition: pin.Definition.Encode(),
		})
	}
	content, err := json.Marshal(records)
	if err != nil {
		return fmt.Errorf("remember a definition: %w", err)
	}
	if err := replaceFile(f.path, content); err != nil {
		return fmt.Errorf("remember a definition: %w", err)
	}
	f.take(pins)
	return nil
}

// replaceFile writes a file so that it has the old content or the new one, whatever happens meanwhile.
func replaceFile(path string, content []byte) error {
	next, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = next.Write(content)
	err = errors.Join(err, next.Sync(), next.Close())
	if err == nil {
		err = os.Rename(next.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return nil
}

// of returns what is remembered of a version, the oldest first. The slice must not be changed.
func (f *pinsFile) of(service, version string) (pins []registrations.Pin) {
	if f == nil {
		return nil
	}
	return f.byVersion[pinVersion{service, version}]
}

func (f *pinsFile) where(wanted func(registrations.Pin) bool) (pins []registrations.Pin) {
	if f == nil {
		return nil
	}
	for _, pin := range f.pins {
		if wanted(pin) {
			pins = append(pins, pin)
		}
	}
	return pins
}

// list returns what is remembered of a service, or of all, without definitions.
func (f *pinsFile) list(service string) []registrations.Pin {
	pins := f.where(func(p registrations.Pin) bool { return service == "" || p.Service == service })
	for i := range pins {
		pins[i].Definition = nil
	}
	return pins
}

// pinned returns a registration with Pinned set.
func (f *pinsFile) pinned(r registrations.Registration) registrations.Registration {
	r.Pinned = registrations.Instead(f.of(r.Definition.Service, r.Definition.Version), r.Definition)
	return r
}

// remember remembers what a registration offers. registered reports whether another instance of a version is registered, or
// of any if the version is empty.
func (f *pinsFile) remember(
	r registrations.Registration, registered func(service, version string) bool,
) (*registrations.Pin, error) {
	if f == nil {
		return nil, nil
	}
	service := r.Definition.Service
	all := f.list(service)
	added, forgotten, err := registrations.Remember(f.of(service, r.Definition.Version), all, r,
		func(version string) bool { return registered(service, version) })
	if err != nil || added == nil {
		return nil, err
	}
	gone := ""
	if len(all) == 0 {
		gone = registrations.ServiceToForget(f.pins, func(service string) bool { return registered(service, "") })
	}
	next := f.where(func(p registrations.Pin) bool {
		return !slices.Contains(forgotten, p.Hash) && (gone == "" || p.Service != gone)
	})
	return added, f.write(append(next, *added))
}

// decide gives a verdict on what is remembered under a hash.
func (f *pinsFile) decide(hash string, verdict registrations.Verdict) (registrations.Pin, error) {
	found := f.where(func(p registrations.Pin) bool { return p.Hash == hash })
	if len(found) == 0 {
		return registrations.Pin{}, registrations.ErrNoPin
	}
	pin, err := registrations.Judge(f.of(found[0].Service, found[0].Version), hash, verdict)
	if err != nil {
		return registrations.Pin{}, err
	}
	next := slices.Clone(f.pins)
	next[slices.IndexFunc(next, func(p registrations.Pin) bool { return p.Hash == hash })] = pin
	return pin, f.write(next)
}
