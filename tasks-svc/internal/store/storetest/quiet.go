package storetest

import (
	"testing"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func quietStored(t *testing.T, r reminding) {
	ctx := t.Context()
	r.due(t, alice, "follows the hours", noon)
	linked := draft(alice, "follows a prayer")
	linked.RemindAt, linked.LinkedPrayer = noon, "Fajr"
	create(t, r, linked)
	create(t, r, draft(alice, "does not remind"))
	r.due(t, bob, "another's", noon)
	for _, quiet := range []tasks.Quiet{{From: 1439, Until: 0}, {From: 1, Until: 2}} {
		noError(t, r.SetQuiet(ctx, alice, quiet, noon))
		if got, err := r.Quiet(ctx, alice); err != nil || got != quiet {
			t.Errorf("the quiet hours are %v, %v, want %v", got, err, quiet)
		}
	}
	if got, err := r.Quiet(ctx, bob); err != nil || got != tasks.DefaultQuiet {
		t.Errorf("another's quiet hours are %v, %v", got, err)
	}
	found, err := r.ToPlan(ctx, noon, 10)
	noError(t, err)
	if len(found) != 1 || found[0].Title != "follows the hours" {
		t.Errorf("to plan are %+v", found)
	}
}
