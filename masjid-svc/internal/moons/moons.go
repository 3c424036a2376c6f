package moons

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/clock"
)

// Options configure Moons. Every field is required.
type Options struct {
	Store  Store
	Base   *prayertime.HijriCalendar // what the platform comes with
	Clock  clock.Clock
	Logger *slog.Logger
	// Refresh is how often to look for announcements that others stored.
	Refresh time.Duration
}

// Moons announces first days of Hijri months. It is safe for concurrent use once Load has returned.
type Moons struct {
	Options
	current atomic.Pointer[prayertime.HijriCalendar]
}

// New returns Moons that know only the base calendar before Load.
func New(options Options) *Moons {
	m := &Moons{Options: options}
	m.current.Store(options.Base)
	return m
}

// Calendar returns the calendar with all announcements.
func (m *Moons) Calendar() *prayertime.HijriCalendar { return m.current.Load() }

// Load reads the announcements.
func (m *Moons) Load(ctx context.Context) error {
	all, err := m.Store.Announcements(ctx)
	if err != nil {
		return err
	}
	m.current.Store(m.with(ctx, all))
	return nil
}

// with returns the calendar with announcements. Where those of a country do not fit the calendar that the country follows by now,
// they are left out and logged: dates are computed there, and other countries keep theirs.
func (m *Moons) with(ctx context.Context, all []Announcement) *prayertime.HijriCalendar {
	calendar := m.Base
	for i := 0; i < len(all); {
		next := i
		for next < len(all) && all[next].Country == all[i].Country {
			next++
		}
		more, err := calendar.With(plain(all[i:next]))
		if err != nil {
			m.Logger.ErrorContext(ctx, "announced moons do not fit the calendar; they are not used", "country", all[i].Country, "error", err)
		} else {
			calendar = more
		}
		i = next
	}
	return calendar
}

func plain(all []Announcement) []prayertime.Announcement {
	announcements := make([]prayertime.Announcement, 0, len(all))
	for _, a := range all {
		announcements = append(announcements, a.Announcement)
	}
	return announcements
}

// Announce stores the first day of a month, in place of an earlier announcement of it, and returns what it stored. It counts here
// at once, and in other instances once they look. The error is a *prayertime.InputError for what cannot be.
func (m *Moons) Announce(ctx context.Context, a prayertime.Announcement, source string, by int32) (Announcement, error) {
	announced := Announcement{Announcement: a, Source: source, By: by, At: m.Clock.Now().UTC().Truncate(time.Second)}
	err := m.Store.Announce(ctx, announced, func(others []Announcement) error {
		return m.Base.Check(a, plain(others))
	})
	if err != nil {
		return Announcement{}, err
	}
	return announced, m.Load(ctx)
}

// Withdraw removes the announcement of a month and returns it, or ErrNotFound.
func (m *Moons) Withdraw(ctx context.Context, country string, year, month int) (Announcement, error) {
	withdrawn, err := m.Store.Withdraw(ctx, country, year, month)
	if err != nil {
		return Announcement{}, err
	}
	return withdrawn, m.Load(ctx)
}

// List returns at most limit announcements, the latest month first, and how many there are: those of a country unless it is empty,
// and of a Hijri year unless it is 0.
func (m *Moons) List(ctx context.Context, country string, year, limit int) ([]Announcement, int, error) {
	all, err := m.Store.Announcements(ctx)
	if err != nil {
		return nil, 0, err
	}
	all = slices.DeleteFunc(all, func(a Announcement) bool {
		return country != "" && a.Country != country || year != 0 && a.Year != year
	})
	slices.SortStableFunc(all, func(a, b Announcement) int { return (b.Year*12 + b.Month) - (a.Year*12 + a.Month) })
	return all[:min(limit, len(all))], len(all), nil
}

// Run follows the store until ctx ends.
func (m *Moons) Run(ctx context.Context) {
	ticker := m.Clock.NewTicker(m.Refresh)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
			if err := m.Load(ctx); err != nil && ctx.Err() == nil {
				m.Logger.WarnContext(ctx, "failed to look for announced moons; the known ones count", slog.Any("error", err))
			}
		}
	}
}
