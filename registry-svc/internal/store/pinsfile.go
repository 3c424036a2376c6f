package store

import (
	"bytes"
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

// pinsFile remembers definitions in a file: a line says what it is, and each further one is a pin, in place of an earlier one of the
// same definition, and says what was forgotten for it. Lines are appended, and the file is written as a whole when most of them
// count no longer. Its methods are for one goroutine at a time. A nil *pinsFile remembers nothing.
type pinsFile struct {
	path      string
	pins      []registrations.Pin // ordered by registrations.ComparePins
	byVersion map[pinVersion][]registrations.Pin
	most      int // services

	lines int   // of pins in the file
	size  int64 // of the file; 0 if it must be written as a whole
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
	Forgotten  []string            `json:"forgotten,omitempty"`
}

// readPins reads what is remembered. A file that is not there remembers nothing yet; one that cannot be read is an error,
// since a registry that forgot what it had accepted would accept whatever comes first.
func readPins(path string) (*pinsFile, error) {
	file := &pinsFile{path: path, byVersion: map[pinVersion][]registrations.Pin{}, most: registrations.DefaultRemembered}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the definitions that are remembered: %w", err)
	}
	records, size, err := parsePins(content)
	if err != nil {
		return nil, fmt.Errorf("%s holds no remembered definitions: restore it, or remove it to accept what registers next: %w", path, err)
	}
	last := map[string]int{} // of each hash
	for i, record := range records {
		last[record.Hash] = i
		for _, hash := range record.Forgotten {
			delete(last, hash)
		}
	}
	for i, record := range records {
		if last[record.Hash] != i {
			continue
		}
		pin, err := record.pin()
		if err != nil {
			return nil, fmt.Errorf("%s: the definition of %s %s cannot be read: restore the file, or remove it to accept what registers next: %w",
				path, record.Service, record.Version, err)
		}
		file.pins = append(file.pins, pin)
	}
	slices.SortFunc(file.pins, registrations.ComparePins)
	for _, pin := range file.pins {
		of := pinVersion{pin.Service, pin.Version}
		file.byVersion[of] = append(file.byVersion[of], pin)
	}
	file.lines, file.size = len(records), size
	return file, nil
}

// pinsHeader is the first line of a file to which lines are appended.
const pinsHeader = `{"format":"salaatflow definitions 2"}` + "\n"

// parsePins returns the records of a file, and how much of it they are; 0 if it cannot be appended to, as a file of earlier releases,
// which is an array. What stands behind the last line break was never remembered: whoever wrote it was ended.
func parsePins(content []byte) (records []pinRecord, size int64, err error) {
	lines, ours := bytes.CutPrefix(content, []byte(pinsHeader))
	if !ours {
		err := json.Unmarshal(content, &records)
		return records, 0, err
	}
	lines = lines[:bytes.LastIndexByte(lines, '\n')+1]
	for line := range bytes.Lines(lines) {
		var record pinRecord
		if err := json.Unmarshal(line, &record); err != nil {
			return nil, 0, err
		}
		records = append(records, record)
	}
	return records, int64(len(pinsHeader) + len(lines)), nil
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

// line returns a pin as a line of the file.
func line(pin registrations.Pin, forgotten []string) ([]byte, error) {
	content, err := json.Marshal(pinRecord{
		Service: pin.Service, Version: pin.Version, Hash: pin.Hash, State: pin.State, Since: pin.Since, Host: pin.Host,
		DecidedBy: pin.Verdict.By, DecidedAt: pin.Verdict.At, Reason: pin.Verdict.Reason, Definition: pin.Definition.Encode(),
		Forgotten: forgotten,
	})
	return append(content, '\n'), err
}

// keep writes a pin to the file, which may have been there before, and takes it over; what is forgotten goes.
func (f *pinsFile) keep(pin registrations.Pin, forgotten []string) error {
	next := f.where(func(p registrations.Pin) bool { return p.Hash != pin.Hash && !slices.Contains(forgotten, p.Hash) })
	at, _ := slices.BinarySearchFunc(next, pin, registrations.ComparePins)
	next = slices.Insert(next, at, pin)
	if err := f.write(pin, forgotten, next); err != nil {
		return fmt.Errorf("remember a definition: %w", err)
	}
	changed := map[pinVersion]bool{{pin.Service, pin.Version}: true}
	for _, gone := range f.pins {
		if slices.Contains(forgotten, gone.Hash) {
			changed[pinVersion{gone.Service, gone.Version}] = true
		}
	}
	f.pins = next
	for of := range changed {
		f.byVersion[of] = f.where(func(p registrations.Pin) bool { return p.Service == of.service && p.Version == of.version })
	}
	return nil
}

// write appends a pin to the file, or writes all pins if too little of what is there counts.
func (f *pinsFile) write(pin registrations.Pin, forgotten []string, all []registrations.Pin) error {
	const spare = 64 // lines
	if f.size > 0 && f.lines <= 2*len(all)+spare {
		content, err := line(pin, forgotten)
		if err != nil {
			return err
		}
		if f.size, err = appendTo(f.path, f.size, content); err == nil {
			f.lines++
			return nil
		}
	}
	content := []byte(pinsHeader)
	for _, pin := range all {
		next, err := line(pin, nil)
		if err != nil {
			return err
		}
		content = append(content, next...)
	}
	if err := replaceFile(f.path, content); err != nil {
		return err
	}
	f.lines, f.size = len(all), int64(len(content))
	return nil
}

// appendTo appends to a file of a size, and cuts off what stands behind that, and returns the size that it has then. After a failure
// that is 0: nobody knows what the file has.
func appendTo(path string, size int64, content []byte) (int64, error) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	if info, statErr := file.Stat(); statErr != nil || info.Size() < size {
		return 0, errors.Join(errors.New("it is not what was written"), statErr, file.Close())
	}
	err = file.Truncate(size)
	if err == nil {
		_, err = file.WriteAt(content, size)
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return 0, err
	}
	return size + int64(len(content)), nil
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
		gone = registrations.ServiceToForget(f.pins, f.most, func(service string) bool { return registered(service, "") })
	}
	if gone != "" {
		for _, pin := range f.list(gone) {
			forgotten = append(forgotten, pin.Hash)
		}
	}
	return added, f.keep(*added, forgotten)
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
	return pin, f.keep(pin, nil)
}
