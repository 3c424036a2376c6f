// Package moons keeps the first days of Hijri months that administrators announce, and the calendar that follows them.
package moons

import (
	"context"
	"errors"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Announcement is the first day of a month in a country, as an administrator announced it.
type Announcement struct {
	prayertime.Announcement
	// Source says who announced it or who reports it; empty if not given.
	Source string
	By     int32     // the administrator's user id
	At     time.Time // when it was entered, in UTC and whole seconds
}

// ErrNotFound is the error for a month that nobody announced.
var ErrNotFound = errors.New("no such announcement")

// Store stores announcements, at most one of each month in a country. It is safe for concurrent use.
type Store interface {
	// Announcements returns all of them, ordered by country, year and month.
	Announcements(ctx context.Context) ([]Announcement, error)
	// Announce stores an announcement in place of the one of the same month, unless check refuses it: Announce then returns
	// check's error as it is. check is given the other announcements of the country. Announcements take turns, so that what check
	// saw still holds when it is stored.
	Announce(ctx context.Context, a Announcement, check func(others []Announcement) error) error
	// Withdraw removes the announcement of a month and returns it, or ErrNotFound.
	Withdraw(ctx context.Context, country string, year, month int) (Announcement, error)
}
