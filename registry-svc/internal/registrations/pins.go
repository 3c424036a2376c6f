package registrations

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/catalog"
)

// Pin is a definition that the registry remembers, across restarts, under its service and version.
type Pin struct {
	// Hash is that of the definition, which is Service's of Version.
	Hash, Service, Version string
	// Tools are the names of its tools, sorted.
	Tools []string
	// State says whether it is published.
	State State
	// Since is when it was offered first, and Host by whom; the zero Addr is this process.
	Since time.Time
	Host  netip.Addr
	// Verdict is what was decided of it; zero if nothing was.
	Verdict Verdict
	// Definition is what is remembered; nil where a list leaves it out.
	Definition *catalog.Definition
}

// State is what is thought of a definition.
type State string

// The first definition of a version is accepted. One that differs from it is quarantined until somebody decides.
const (
	Accepted    State = "accepted"
	Quarantined State = "quarantined"
	Rejected    State = "rejected"
)

// Verdict is a decision about a definition.
type Verdict struct {
	// State is Accepted or Rejected.
	State State
	// By is who decided, At is when, and Reason why, if it was said.
	By     string
	At     time.Time
	Reason string
}

// ErrNoPin means that no definition is remembered under a hash.
var ErrNoPin = errors.New("no such definition is remembered")

// LastAcceptedError refuses to reject the only accepted definition of a version.
type LastAcceptedError struct{ Service, Version string }

func (e *LastAcceptedError) Error() string {
	return fmt.Sprintf("it is the only accepted definition of %s %s: accept another one first", e.Service, e.Version)
}

// Bounds of what is remembered.
const (
	// DefaultRemembered is how many services are remembered unless it is said otherwise: those of DefaultLimits, and as many that were
	// there before. The one that was first seen longest ago makes room, of those that are not registered.
	DefaultRemembered = 512
	// maxPinnedVersions is how many versions of a service are remembered. The oldest makes room, of those that are not
	// registered.
	maxPinnedVersions = 64
	// maxUnaccepted is how many definitions of a version are remembered that are not accepted.
	maxUnaccepted = 16
)

// NewPin returns what is remembered of a definition of which nothing was decided yet.
func NewPin(definition *catalog.Definition, state State, since time.Time, host netip.Addr) Pin {
	return Pin{
		Hash: definition.Hash, Service: definition.Service, Version: definition.Version, Tools: definition.ToolNames,
		State: state, Since: since, Host: host, Definition: definition,
	}
}

// ownContract is who accepts a definition that the registry was built with.
const ownContract = "the registry, which was built with it"

// Instead returns the definition in whose place one is offered: nil if it is accepted, or if none is; else the one that
// was accepted last. pins are those of its version, with their definitions, the oldest first.
func Instead(pins []Pin, offered *catalog.Definition) *catalog.Definition {
	var latest *Pin
	for i, pin := range pins {
		if pin.State != Accepted {
			continue
		}
		if pin.Hash == offered.Hash || pin.Definition.SameFace(offered) {
			return nil
		}
		if latest == nil || !pin.Verdict.At.Before(latest.Verdict.At) {
			latest = &pins[i]
		}
	}
	if latest == nil {
		return nil
	}
	return latest.Definition
}

// Remember returns what is to be remembered of a registration, nil if its definition is known already, and what is to be
// forgotten to make room, by hash. pins are those of its version, with their definitions; all are those of its service, and
// registered reports whether one of these versions is registered. What the registry was built with is accepted.
func Remember(pins, all []Pin, r Registration, registered func(version string) bool) (added *Pin, forgotten []string, err error) {
	if r.Passing {
		return nil, nil, nil
	}
	waiting := 0
	var oldestRejected *Pin
	for i, pin := range pins {
		if pin.Definition.Hash == r.Definition.Hash || pin.Definition.SameFace(r.Definition) {
			if !r.Own || pin.State != Quarantined {
				return nil, nil, nil
			}
			forgotten = append(forgotten, pin.Hash)
		}
		if pin.State != Accepted {
			waiting++
		}
		if pin.State == Rejected && oldestRejected == nil {
			oldestRejected = &pins[i]
		}
	}
	pin := NewPin(r.Definition, Accepted, r.Seen, r.Holder.Host)
	added = &pin
	if len(pins) == 0 {
		return added, versionToForget(all, registered), nil
	}
	if r.Own {
		added.Verdict = Verdict{State: Accepted, By: ownContract, At: r.Seen}
		return added, forgotten, nil
	}
	added.State = Quarantined
	if waiting < maxUnaccepted {
		return added, nil, nil
	}
	if oldestRejected == nil {
		return nil, nil, &FullError{What: "definitions of one version that wait for a decision", Limit: maxUnaccepted}
	}
	return added, []string{oldestRejected.Hash}, nil
}

// versionToForget returns what is remembered of the oldest version that is not registered, if there are too many.
func versionToForget(all []Pin, registered func(version string) bool) (hashes []string) {
	first := map[string]time.Time{}
	for _, pin := range all {
		if at, seen := first[pin.Version]; !seen || pin.Since.Before(at) {
			first[pin.Version] = pin.Since
		}
	}
	if len(first) < maxPinnedVersions {
		return nil
	}
	oldest, found := "", false
	for version, at := range first {
		if registered(version) {
			continue
		}
		if !found || at.Before(first[oldest]) {
			oldest, found = version, true
		}
	}
	for _, pin := range all {
		if found && pin.Version == oldest {
			hashes = append(hashes, pin.Hash)
		}
	}
	return hashes
}

// ServiceToForget returns the service that makes room for another one, "" if there is room: the one whose first definition is
// the oldest, of those that are not registered. most is how many are remembered.
func ServiceToForget(all []Pin, most int, registered func(service string) bool) (service string) {
	first := map[string]time.Time{}
	for _, pin := range all {
		if at, seen := first[pin.Service]; !seen || pin.Since.Before(at) {
			first[pin.Service] = pin.Since
		}
	}
	if len(first) < most {
		return ""
	}
	for name, at := range first {
		if !registered(name) && (service == "" || at.Before(first[service])) {
			service = name
		}
	}
	return service
}

// Judge returns what is remembered under a hash once a verdict is given, or refuses to leave a version without any accepted
// definition. pins are those of its version.
func Judge(pins []Pin, hash string, verdict Verdict) (Pin, error) {
	at := slices.IndexFunc(pins, func(p Pin) bool { return p.Hash == hash })
	if at < 0 {
		return Pin{}, ErrNoPin
	}
	pin := pins[at]
	others := slices.ContainsFunc(pins, func(p Pin) bool { return p.Hash != hash && p.State == Accepted })
	if verdict.State != Accepted && !others {
		return Pin{}, &LastAcceptedError{Service: pin.Service, Version: pin.Version}
	}
	pin.State, pin.Verdict = verdict.State, verdict
	return pin, nil
}

// ComparePins orders pins by service, then by version, then from the oldest to the newest.
func ComparePins(a, b Pin) int {
	return cmp.Or(strings.Compare(a.Service, b.Service), catalog.CompareVersions(a.Version, b.Version),
		a.Since.Compare(b.Since), strings.Compare(a.Hash, b.Hash))
}
