package tasks

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// UndeleteWithin is how long after its deletion a task can be brought back. Then it is purged.
const UndeleteWithin = 24 * time.Hour

// Profiles knows what users prefer. Implementations must be safe for concurrent use.
type Profiles interface {
	// PreferredMasjid is the masjid that tasks of the user belong to unless they say otherwise; 0 when there is none.
	PreferredMasjid(ctx context.Context, userID int32) (int32, error)
	// Timezone is the IANA name of the zone of the user's profile; empty when there is none, which is the default.
	Timezone(ctx context.Context, userID int32) (string, error)
}

// Service keeps users' tasks to the rules. It is safe for concurrent use. All its fields are required but Profiles.
type Service struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
	// Profiles gives the masjid of tasks that name none, and the zone of users that the edge did not know; nil leaves tasks
	// without, and users in the default zone.
	Profiles Profiles
}

func (s *Service) now() time.Time { return milliseconds(s.Clock.Now()) }

// Get returns a task of owner, or ErrNotFound.
func (s *Service) Get(ctx context.Context, owner Owner, id int32) (Task, error) {
	return s.Store.Get(ctx, owner.UserID, id)
}

// Delete deletes a task of owner, or returns ErrNotFound, also for one that is deleted already.
func (s *Service) Delete(ctx context.Context, owner Owner, id int32) error {
	return s.Store.Delete(ctx, owner.UserID, id, s.now())
}

// Undelete brings a task of owner back that was deleted less than a day ago. It returns ErrNotDeleted when the task is
// there, and else ErrNotFound.
func (s *Service) Undelete(ctx context.Context, owner Owner, id int32) (Task, error) {
	return s.Store.Undelete(ctx, owner.UserID, id, s.now().Add(-UndeleteWithin))
}
