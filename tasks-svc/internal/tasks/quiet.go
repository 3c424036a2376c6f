package tasks

import (
	"context"
	"time"
)

// Quiet are the hours in which a user is not reminded of what is due at no time of its own. Values can be compared with ==.
type Quiet struct {
	// From and Until are minutes of the day, from 0 to 1439. Hours that end before they begin end the next day. If both are the same,
	// there are none.
	From, Until int16
}

// DefaultQuiet are the quiet hours of who has not said any: from 22:00 to 07:00.
var DefaultQuiet = Quiet{From: 22 * 60, Until: 7 * 60}

// IsNone reports whether there are no quiet hours.
func (q Quiet) IsNone() bool { return q.From == q.Until }

// startOf returns when somebody is reminded of a day: when the quiet hours of the night before it end or, without any, when they usually
// do. That is later where other quiet hours are then.
func (q Quiet) startOf(day wall, zone *time.Location) time.Time {
	minute := DefaultQuiet.Until
	ofNight := q.From == 0 || q.Until < q.From
	if !q.IsNone() && (ofNight || q.From <= minute && minute < q.Until) {
		minute = q.Until
	}
	day = day.dayOf()
	day.hour, day.minute = int(minute)/60, int(minute)%60
	return day.in(zone)
}

// Quiet returns the quiet hours of owner.
func (s *Service) Quiet(ctx context.Context, owner Owner) (Quiet, error) {
	return s.Store.Quiet(ctx, owner.UserID)
}

// SetQuiet changes the quiet hours of owner. When their tasks remind is found out anew.
func (s *Service) SetQuiet(ctx context.Context, owner Owner, quiet Quiet) error {
	return s.Store.SetQuiet(ctx, owner.UserID, quiet, s.now())
}
