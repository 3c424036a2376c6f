package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// RunPinning runs the suite of a store that remembers definitions. open returns a store that has no registrations, and
// remembers what the stores before it of the same test did.
func RunPinning(t *testing.T, open func(t *testing.T) func() registrations.Store) {
	for name, test := range map[string]func(*testing.T, func() registrations.Store){
		"TheFirstOfEachVersionIsAccepted":         testFirst,
		"AChangedOneIsQuarantined":                testQuarantined,
		"WhatIsDecidedCountsForLaterOnes":         testDecided,
		"TheOnlyAcceptedOneCannotBeRejected":      testLastAccepted,
		"WhatIsRememberedOutlivesTheRegistration": testRemembered,
		"WhatNobodyRegistersMakesRoom":            testRoomForVersions,
		"WhoeverFloodsIsRefused":                  testRoomForChanges,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// offering returns a registration of a version whose tool does something.
func offering(t *testing.T, version, id, does string) registrations.Registration {
	t.Helper()
	files := catalogtest.Files(t, "garden.v1", catalogtest.Tool{Name: "sow", Does: does})
	definition, err := catalogtest.NewDefinition("garden-svc", version,
		[]string{catalogtest.GRPCService("garden.v1")}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	r := registration("garden-svc", id, 60)
	r.Definition, r.Instance.DefinitionHash, r.Seen = definition, definition.Hash, epoch
	return r
}

// register puts a registration, and returns what the store remembers newly of it; "" is nothing.
func register(t *testing.T, s registrations.Store, r registrations.Registration) registrations.State {
	t.Helper()
	added, err := s.Put(t.Context(), r, anyone)
	if err != nil {
		t.Fatal(err)
	}
	if added == nil {
		return ""
	}
	if added.Hash != r.Definition.Hash || added.Service != "garden-svc" || len(added.Tools) != 1 || !added.Since.Equal(epoch) {
		t.Errorf("remembered is %+v", added)
	}
	return added.State
}

func wantState(t *testing.T, got, want registrations.State) {
	t.Helper()
	if got != want {
		t.Errorf("what is remembered newly is %q, want %q", got, want)
	}
}

func testFirst(t *testing.T, open func() registrations.Store) {
	s := open()
	wantState(t, register(t, s, offering(t, "1.0.0", "a", "Sows.")), registrations.Accepted)
	wantState(t, register(t, s, offering(t, "1.0.0", "b", "Sows.")), "")
	wantState(t, register(t, s, offering(t, "1.1.0", "c", "Sows more.")), registrations.Accepted)
	all, err := s.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if r.Pinned != nil {
			t.Errorf("%s is to be published as something else", r.Instance.ID)
		}
	}
}

func testQuarantined(t *testing.T, open func() registrations.Store) {
	s := open()
	first, changed := offering(t, "1.0.0", "a", "Sows."), offering(t, "1.0.0", "b", "Sows, and tells a stranger.")
	register(t, s, first)
	var shown *catalog.Definition
	added, err := s.Put(t.Context(), changed,
		func(instead *catalog.Definition, _ *registrations.Registration, _ []registrations.Registration) error {
			shown = instead
			return nil
		})
	if err != nil || added == nil || added.State != registrations.Quarantined {
		t.Fatalf("remembered is %+v, %v", added, err)
	}
	if shown == nil || shown.Hash != first.Definition.Hash {
		t.Errorf("admit is shown %v in its place", shown)
	}
	wantState(t, register(t, s, changed), "")
	err = s.Publish(t.Context(), func(all []registrations.Registration) []registrations.Registration {
		for _, r := range all {
			if (r.Pinned != nil) != (r.Instance.ID == "b") {
				t.Errorf("%s is to be published in place of %v", r.Instance.ID, r.Pinned)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	pins, err := s.PinsOf(t.Context(), "garden-svc", "1.0.0")
	if err != nil || len(pins) != 2 || pins[0].Definition == nil || pins[1].Host != changed.Holder.Host {
		t.Errorf("remembered is %+v, %v", pins, err)
	}
}

func verdict(state registrations.State) registrations.Verdict {
	return registrations.Verdict{State: state, By: "user 7", At: after(9), Reason: "looked at it"}
}

func testDecided(t *testing.T, open func() registrations.Store) {
	s := open()
	first, changed, bad := offering(t, "1.0.0", "a", "Sows."), offering(t, "1.0.0", "b", "Sows well."), offering(t, "1.0.0", "c", "Sows evil.")
	for _, r := range []registrations.Registration{first, changed, bad} {
		register(t, s, r)
	}
	pin, err := s.Decide(t.Context(), changed.Definition.Hash, verdict(registrations.Accepted))
	if err != nil || pin.State != registrations.Accepted || pin.Verdict.By != "user 7" {
		t.Fatalf("decided is %+v, %v", pin, err)
	}
	if _, err := s.Decide(t.Context(), bad.Definition.Hash, verdict(registrations.Rejected)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Decide(t.Context(), "0000", verdict(registrations.Accepted)); !errors.Is(err, registrations.ErrNoPin) {
		t.Errorf("of an unknown one: %v", err)
	}
	again := open()
	for _, r := range []registrations.Registration{first, changed, bad} {
		wantState(t, register(t, again, r), "")
	}
	all, err := again.List(t.Context())
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for i, want := range []string{"", "", changed.Definition.Hash} { // the one that was accepted last
		if pinned := all[i].Pinned; (pinned == nil) != (want == "") || pinned != nil && pinned.Hash != want {
			t.Errorf("%s is to be published as %v, want %q", all[i].Instance.ID, pinned, want)
		}
	}
}

func testLastAccepted(t *testing.T, open func() registrations.Store) {
	s := open()
	first, changed := offering(t, "1.0.0", "a", "Sows."), offering(t, "1.0.0", "b", "Sows well.")
	register(t, s, first)
	register(t, s, changed)
	var last *registrations.LastAcceptedError
	if _, err := s.Decide(t.Context(), first.Definition.Hash, verdict(registrations.Rejected)); !errors.As(err, &last) {
		t.Errorf("the only accepted one is rejected: %v", err)
	}
	if _, err := s.Decide(t.Context(), changed.Definition.Hash, verdict(registrations.Accepted)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Decide(t.Context(), first.Definition.Hash, verdict(registrations.Rejected)); err != nil {
		t.Errorf("one of two is not rejected: %v", err)
	}
}

func testRemembered(t *testing.T, open func() registrations.Store) {
	s := open()
	first := offering(t, "1.0.0", "a", "Sows.")
	register(t, s, first)
	if _, err := s.Delete(t.Context(), first.LeaseID, nil); err != nil {
		t.Fatal(err)
	}
	again := open()
	pins, err := again.Pins(t.Context(), "garden-svc")
	if err != nil || len(pins) != 1 || pins[0].Hash != first.Definition.Hash || pins[0].Definition != nil || !pins[0].Since.Equal(epoch) {
		t.Fatalf("remembered is %+v, %v", pins, err)
	}
	if all, err := again.Pins(t.Context(), "other-svc"); err != nil || len(all) != 0 {
		t.Errorf("of another service: %+v, %v", all, err)
	}
	wantState(t, register(t, again, offering(t, "1.0.0", "b", "Sows, and more.")), registrations.Quarantined)
	// It is published as what was accepted, which no registration has.
	err = again.Publish(t.Context(), func(all []registrations.Registration) []registrations.Registration {
		for i := range all {
			all[i].Definition, all[i].Instance.DefinitionHash = all[i].Pinned, all[i].Pinned.Hash
		}
		return all
	})
	if err != nil {
		t.Fatal(err)
	}
	if published, err := again.Published(t.Context()); err != nil || published.Definitions[first.Definition.Hash] == nil {
		t.Errorf("published is %+v, %v", published, err)
	}
}

func testRoomForVersions(t *testing.T, open func() registrations.Store) {
	s := open()
	kept := offering(t, "0.0.0", "a", "Sows.")
	register(t, s, kept)
	for i := range 66 {
		r := offering(t, fmt.Sprintf("1.0.%d", i), "b", "Sows.")
		r.LeaseID, r.Seen = fmt.Sprint("lease ", i), after(i+1)
		if _, err := s.Put(t.Context(), r, anyone); err != nil {
			t.Fatal(err)
		}
	}
	pins, err := s.Pins(t.Context(), "")
	if err != nil || len(pins) != 64 {
		t.Fatalf("%d are remembered (%v), want 64", len(pins), err)
	}
	if pins[0].Version != "0.0.0" || pins[1].Version != "1.0.3" || pins[63].Version != "1.0.65" {
		t.Errorf("remembered are %s, %s … %s", pins[0].Version, pins[1].Version, pins[63].Version)
	}
}

func testRoomForChanges(t *testing.T, open func() registrations.Store) {
	s := open()
	register(t, s, offering(t, "1.0.0", "a", "Sows."))
	var err error
	var last registrations.Registration
	for i := 0; err == nil && i < 20; i++ {
		r := offering(t, "1.0.0", "b", fmt.Sprintf("Sows %d times.", i))
		if _, err = s.Put(t.Context(), r, anyone); err == nil {
			last = r
		}
	}
	var full *registrations.FullError
	if !errors.As(err, &full) || full.Limit != 16 {
		t.Fatalf("a flood of changed definitions: %v", err)
	}
	if _, err := s.Decide(t.Context(), last.Definition.Hash, verdict(registrations.Rejected)); err != nil {
		t.Fatal(err)
	}
	wantState(t, register(t, s, offering(t, "1.0.0", "b", "Sows at last.")), registrations.Quarantined)
}
