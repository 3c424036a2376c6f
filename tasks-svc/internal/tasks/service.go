package tasks

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// UndeleteWithin is how long a deleted task can be restored. Then it is purged.
const UndeleteWithin = 24 * time.Hour

// Profiles looks up users' preferences. Implementations must be safe for concurrent use.
type Profiles interface {
	// PreferredMasjid returns the masjid of the user's tasks that name none, or 0 if there is no preference.
	PreferredMasjid(ctx context.Context, userID int32) (int32, error)
	// Timezone is the IANA name of the zone of the user's profile; empty when there is none, which is the default.
	Timezone(ctx context.Context, userID int32) (string, error)
	// Language is the language of the user's profile, such as ur-Latn; empty when there is none.
	Language(ctx context.Context, userID int32) (string, error)
}

// Service applies the rules to users' tasks. It is safe for concurrent use. Store, Clock and Log are required.
type Service struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
	// Profiles supplies the masjid of tasks that name none, and the zone of users whose zone the edge did not know. If
	// nil, such tasks have no masjid, and such users the default zone.
	Profiles Profiles
	// Prayers knows when tasks remind that are linked to prayers. If nil, those remind that are due at a time.
	Prayers PrayerTimes
	// DayPrayers knows when the occurrences are of tasks that are linked to prayers. If nil, those have no time of the day.
	DayPrayers DayPrayers
}

func (s *Service) now() time.Time { return milliseconds(s.Clock.Now()) }

// Get returns a task of owner, or ErrNotFound.
func (s *Service) Get(ctx context.Context, owner Owner, id int32) (Task, error) {
	return s.Store.Get(ctx, owner.UserID, id)
}

// Delete deletes a task of owner. It returns ErrNotFound if there is none or it is already deleted.
func (s *Service) Delete(ctx context.Context, owner Owner, id int32) error {
	return s.Store.Delete(ctx, owner.UserID, id, s.now())
}

// Undelete restores a task of owner that was deleted less than a day ago. It returns ErrNotDeleted if the task is not
// deleted, and otherwise ErrNotFound.
func (s *Service) Undelete(ctx context.Context, owner Owner, id int32) (Task, error) {
	return s.Store.Undelete(ctx, owner.UserID, id, s.now().Add(-UndeleteWithin))
}

// Language returns the language of owner's profile, such as ur-Latn; empty if that is not known.
func (s *Service) Language(ctx context.Context, owner Owner) (string, error) {
	if s.Profiles == nil {
		return "", nil
	}
	return s.Profiles.Language(ctx, owner.UserID)
}
