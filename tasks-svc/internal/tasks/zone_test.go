package tasks_test

import (
	"errors"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

var errAway = errors.New("users-svc is down")

// asUnknown deals with tasks of a user of whom the edge knows nothing.
func (r *room) asUnknown(p tasks.Profiles) tasks.Owner {
	r.t.Helper()
	r.Profiles = p
	masjid := int32(0) // so that only the zone is missing
	r.owner.PreferredMasjid = &masjid
	return r.Locate(r.t.Context(), r.owner)
}

func TestALocalTimeIsInTheZoneOfTheProfile(t *testing.T) {
	for zone, want := range map[string]string{
		"America/New_York": "2026-12-01T14:00:00Z", "Europe/Istanbul": "2026-12-01T06:00:00Z", "": "2026-12-01T04:00:00Z",
	} {
		r := newRoom(t)
		r.owner = r.asUnknown(profiles{zone: zone})
		if got := r.create(tasks.Draft{Title: "x", Due: "2026-12-01T09:00"}).Due.Format(time.RFC3339); got != want {
			t.Errorf("in zone %q it is due at %s, want %s", zone, got, want)
		}
	}
}

// If the zone cannot be looked up, whatever needs it is refused and changes nothing. Everything else works.
func TestNothingIsDoneByAZoneThatNobodyKnows(t *testing.T) {
	r := newRoom(t)
	once := r.create(tasks.Draft{Title: "once"})
	daily := r.create(tasks.Draft{Title: "daily", Due: "2026-11-27T06:00", Recurrence: "daily"})
	unknown := r.asUnknown(profiles{err: errAway})
	done := true
	for name, do := range map[string]func() error{
		"a new task at a local time": func() error {
			_, err := r.Create(t.Context(), unknown, tasks.Draft{Title: "x", Due: "2026-12-01T09:00"})
			return err
		},
		"a new task on a date": func() error {
			_, err := r.Create(t.Context(), unknown, tasks.Draft{Title: "x", Due: " 20261201 "})
			return err
		},
		"a local time for a task": func() error {
			_, err := r.Update(t.Context(), unknown, once.ID, tasks.Patch{Due: text("2026-12-01T09:00")})
			return err
		},
		"the next of a recurring task": func() error {
			_, err := r.Complete(t.Context(), unknown, daily.ID)
			return err
		},
		"the same by its status": func() error {
			_, err := r.Update(t.Context(), unknown, daily.ID, tasks.Patch{Completed: &done})
			return err
		},
		"a list from a date": func() error {
			_, err := r.List(t.Context(), unknown, tasks.Selection{DueFrom: "2026-12-01", Limit: 50})
			return err
		},
		"a list to a date": func() error {
			_, err := r.List(t.Context(), unknown, tasks.Selection{DueTo: "2026-12-01", Limit: 50})
			return err
		},
	} {
		if err := do(); !errors.Is(err, tasks.ErrZoneUnknown) || !errors.Is(err, errAway) {
			t.Errorf("%s: %v, want ErrZoneUnknown and why", name, err)
		}
	}
	if got := r.get(once.ID); got != once {
		t.Errorf("the task is %+v, want %+v", got, once)
	}
	if got := r.get(daily.ID); got != daily {
		t.Errorf("the task is %+v, want %+v", got, daily)
	}

	r.owner = unknown
	if got := r.create(tasks.Draft{Title: "y", Due: "2026-12-01T09:00-05:00"}).Due.Format(time.RFC3339); got != "2026-12-01T14:00:00Z" {
		t.Errorf("with an offset it is due at %s", got)
	}
	if got := r.create(tasks.Draft{Title: "z"}); !got.Due.IsZero() {
		t.Errorf("due at no time: %+v", got)
	}
	if got := r.complete(once.ID); !got.Completed() {
		t.Errorf("a task without a rhythm: %+v", got)
	}
	if got := r.update(daily.ID, tasks.Patch{Due: text(""), Title: text("any day")}); got.Title != "any day" || !got.Due.IsZero() {
		t.Errorf("no due time any more: %+v", got)
	}
	if listing, err := r.List(t.Context(), unknown, tasks.Selection{Limit: 50}); err != nil || listing.Count != 3 {
		t.Errorf("a list: %+v, %v", listing, err)
	}
}

// After a change of the city the edge may know the former zone for a while.
func TestTheZoneOfTheProfileCountsBeforeThatOfTheEdge(t *testing.T) {
	for name, c := range map[string]struct {
		profiles profiles
		want     string
	}{
		"a profile that has changed":        {profiles{zone: "America/New_York"}, "2026-12-01T14:00:00Z"},
		"a profile that names no zone":      {profiles{}, "2026-12-01T06:00:00Z"},
		"a profile that cannot be read now": {profiles{err: errAway}, "2026-12-01T06:00:00Z"},
	} {
		r := newRoom(t)
		r.owner.Zone, r.owner.EdgeKnewZone = time.FixedZone("", 3*60*60), true
		r.owner = r.asUnknown(c.profiles)
		if got := r.create(tasks.Draft{Title: "x", Due: "2026-12-01T09:00"}).Due.Format(time.RFC3339); got != c.want {
			t.Errorf("%s: it is due at %s, want %s", name, got, c.want)
		}
	}
}

// What is wrong is said, whether the zone is known or not: trying again would not help.
func TestWhatIsWrongIsSaidThoughNobodyKnowsTheZone(t *testing.T) {
	r := newRoom(t)
	unknown := r.asUnknown(profiles{err: errAway})
	var invalid tasks.Invalid
	if _, err := r.Create(t.Context(), unknown, tasks.Draft{Due: "2026-12-01T09:00"}); !errors.As(err, &invalid) {
		t.Errorf("without a title: %v", err)
	}
	if _, err := r.List(t.Context(), unknown, tasks.Selection{DueFrom: "tomorrow", Limit: 50}); !errors.As(err, &invalid) {
		t.Errorf("from no date: %v", err)
	}
}

// A service that is told of no users service takes the default zone, as the contract has it.
func TestWithoutProfilesTheZoneIsTheDefault(t *testing.T) {
	r := newRoom(t)
	if got := r.create(tasks.Draft{Title: "x", Due: "2026-12-01T09:00"}); r.Locate(t.Context(), r.owner) != r.owner || got.Due.Hour() != 4 {
		t.Errorf("due at %v", got.Due)
	}
}
