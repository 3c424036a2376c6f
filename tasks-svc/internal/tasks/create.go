package tasks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// Draft is a task to create, as its owner says it. Empty fields are not given.
type Draft struct {
	Title        string
	Description  string
	Priority     string // Medium when not given
	LinkedPrayer string
	Due          string // see parseDue for the forms
	Recurrence   string
	Category     string
	MasjidID     int32 // the owner's preferred masjid when 0
}

// ErrPreferenceUnknown says that nobody can tell now which masjid a user prefers.
var ErrPreferenceUnknown = errors.New("the preferred masjid is not known now")

// Create makes a task for owner. It returns Invalid when the draft breaks a rule, and ErrPreferenceUnknown when the draft
// names no masjid and nobody can tell the preferred one: a task that was acknowledged would silently lack it. So it does
// ErrZoneUnknown for a due time without an offset.
func (s *Service) Create(ctx context.Context, owner Owner, draft Draft) (Task, error) {
	task, err := draft.task(owner)
	if err != nil {
		return Task{}, err
	}
	if err := owner.located(IsLocal(draft.Due)); err != nil {
		return Task{}, err
	}
	if task.MasjidID == 0 {
		if task.MasjidID, err = s.preferredMasjid(ctx, owner); err != nil {
			return Task{}, err
		}
	}
	task.CreatedAt = s.now()
	task.UpdatedAt = task.CreatedAt
	return s.Store.Create(ctx, task)
}

func (d Draft) task(owner Owner) (Task, error) {
	fields := fields{
		Title:        &d.Title,
		Description:  &d.Description,
		LinkedPrayer: &d.LinkedPrayer,
		Due:          &d.Due,
		Recurrence:   &d.Recurrence,
		Category:     &d.Category,
		MasjidID:     &d.MasjidID,
	}
	if d.Priority != "" {
		fields.Priority = &d.Priority
	}
	task := Task{UserID: owner.UserID, Priority: Medium}
	err := fields.set(&task, owner.Zone)
	return task, err
}

// preferredMasjid is the owner's preferred masjid, 0 when there is none: what users-svc says, else what the edge knew.
func (s *Service) preferredMasjid(ctx context.Context, owner Owner) (int32, error) {
	if s.Profiles == nil {
		return 0, nil
	}
	id, err := s.Profiles.PreferredMasjid(ctx, owner.UserID)
	switch {
	case err == nil:
		return id, nil
	case owner.PreferredMasjid != nil:
		s.Log.InfoContext(ctx, "users-svc cannot be asked; the task gets the masjid that the edge knew",
			slog.Int("user_id", int(owner.UserID)), slog.Any("error", err))
		return *owner.PreferredMasjid, nil
	default:
		return 0, fmt.Errorf("%w: %w", ErrPreferenceUnknown, err)
	}
}
