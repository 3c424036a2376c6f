package registrations

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/catalog"
)

// Pins returns what is remembered, of one service or, if that is empty, of all, ordered by ComparePins, without definitions.
func (r *Registry) Pins(ctx context.Context, service string) ([]Pin, error) {
	return r.Store.Pins(ctx, service)
}

// Remembered returns the definition that is remembered under a hash, and the one that is accepted of its version, which may
// be the same. It fails with ErrNoPin if nothing is.
func (r *Registry) Remembered(ctx context.Context, hash string) (pin Pin, accepted *catalog.Definition, err error) {
	all, err := r.Store.Pins(ctx, "")
	if err != nil {
		return Pin{}, nil, err
	}
	at := slices.IndexFunc(all, func(p Pin) bool { return p.Hash == hash })
	if at < 0 {
		return Pin{}, nil, ErrNoPin
	}
	pins, err := r.Store.PinsOf(ctx, all[at].Service, all[at].Version)
	if err != nil {
		return Pin{}, nil, err
	}
	if at = slices.IndexFunc(pins, func(p Pin) bool { return p.Hash == hash }); at < 0 {
		return Pin{}, nil, ErrNoPin // it was forgotten meanwhile
	}
	pin = pins[at]
	if accepted = Instead(pins, pin.Definition); accepted == nil {
		accepted = pin.Definition
	}
	return pin, accepted, nil
}

// Decide accepts or rejects what is remembered under a hash, and publishes what follows from that. It fails with ErrNoPin or
// *LastAcceptedError.
func (r *Registry) Decide(ctx context.Context, hash string, verdict Verdict) (Pin, error) {
	verdict.At = r.Clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	pin, err := r.Store.Decide(ctx, hash, verdict)
	if err != nil {
		return Pin{}, err
	}
	r.Logger.InfoContext(ctx, "an administrator decided on a definition", "registrant", pin.Service, "version", pin.Version,
		"definition", pin.Hash, "state", pin.State, "by", verdict.By, "reason", verdict.Reason)
	return pin, r.reconcile(ctx)
}

// OffersOf returns how many instances offer each definition that is registered, by hash.
func (r *Registry) OffersOf(ctx context.Context) (map[string]int, error) {
	all, err := r.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	offers := map[string]int{}
	for _, registration := range all {
		offers[registration.Definition.Hash]++
	}
	return offers, nil
}

// isOwn reports whether a definition is what this registry was built with: then it is part of the release that the operator
// installed, or of the source that a developer runs.
func (r *Registry) isOwn(definition *catalog.Definition) bool {
	return slices.ContainsFunc(r.Reserved, func(own *catalog.Definition) bool {
		return own.Service == definition.Service && own.SameFace(definition)
	})
}

// quarantineRule names the rule by which a changed definition is not published.
const quarantineRule = "definition pinning"

// noteQuarantined tells operators that a definition differs from the accepted one of its version.
func (r *Registry) noteQuarantined(ctx context.Context, pin *Pin, registration Registration) {
	changed := Summary(Differences(registration.Pinned, pin.Definition))
	r.Logger.ErrorContext(ctx, "a definition is quarantined: it differs from the one that was registered first under its version",
		"registrant", pin.Service, "version", pin.Version, "instance", registration.Instance.ID, "definition", pin.Hash,
		"accepted", registration.Pinned.Hash, "changes", changed)
	r.Audit.Record(ctx, audit.Record{
		Door: audit.DoorSystem, Peer: pin.Service, Tool: "/salaatflow.registry.v1.RegistryService/Register",
		Address: registration.Instance.Address, Decision: audit.Refused, Rule: quarantineRule, Result: "QUARANTINED",
		Detail: "definition " + pin.Hash + " of " + pin.Service + " " + pin.Version + " differs from " +
			registration.Pinned.Hash + ": " + changed,
	})
}

// Summary returns differences as one line: what differs, without the texts.
func Summary(differences []Difference) string {
	words := make([]string, 0, len(differences))
	for _, d := range differences {
		switch {
		case d.Field != "":
			words = append(words, d.Field+" of "+d.Subject)
		case d.Before == nil:
			words = append(words, d.Subject+" was added")
		default:
			words = append(words, d.Subject+" was removed")
		}
	}
	const most = 20
	if len(words) > most {
		words = append(words[:most], "…")
	}
	return strings.Join(words, "; ")
}
