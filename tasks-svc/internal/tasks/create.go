package tasks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// Draft is a task to create, as its owner describes it. Empty fields are not set.
type Draft struct {
	Title        string
	Description  string
	Priority     string // Medium if empty
	LinkedPrayer string
	Due          string // see parseDue for the forms
	Recurrence   string
	Category     string
	MasjidID     int32 // the owner's preferred masjid if 0
	PrayerOffset int32
}

// ErrPreferenceUnknown means that a user's preferred masjid cannot be looked up now.
var ErrPreferenceUnknown = errors.New("the preferred masjid is unknown")

// Create creates a task of owner. It returns Invalid if the draft breaks a rule. It returns ErrPreferenceUnknown if the
// draft names no masjid and the preferred one cannot be looked up, and ErrZoneUnknown if the due time has no offset and
// the user's zone cannot be looked up. Otherwise an acknowledged task would silently lack its masjid, or be due at
// another time.
func (s *Service) Create(ctx context.Context, owner Owner, draft Draft) (Task, error) {
	task, err := draft.task(owner)
	if err != nil {
		return Task{}, err
	}
	if err := owner.located(IsLocal(draft.Due) || draft.Due != "" && draft.PrayerOffset != 0); err != nil {
		return Task{}, err
	}
	if task.MasjidID == 0 {
		if task.MasjidID, err = s.preferredMasjid(ctx, owner); err != nil {
			return Task{}, err
		}
	}
	task.CreatedAt = s.now()
	task.UpdatedAt = task.CreatedAt
	task.setReminder(task.CreatedAt, owner.Zone)
	created, err := s.Store.Create(ctx, task)
	if err != nil {
		return Task{}, err
	}
	return s.planned(ctx, owner, created), nil
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
		PrayerOffset: &d.PrayerOffset,
	}
	if d.Priority != "" {
		fields.Priority = &d.Priority
	}
	task := Task{UserID: owner.UserID, Priority: Medium}
	err := fields.set(&task, owner.Zone)
	return task, err
}

// preferredMasjid returns the owner's preferred masjid, or 0 if there is none. It asks users-svc first and falls back
// on what the edge knew.
func (s *Service) preferredMasjid(ctx context.Context, owner Owner) (int32, error) {
	if s.Profiles == nil {
		return 0, nil
	}
	id, err := s.Profiles.PreferredMasjid(ctx, owner.UserID)
	switch {
	case err == nil:
		return id, nil
	case owner.PreferredMasjid != nil:
		s.Log.InfoContext(ctx, "failed to look up the preferred masjid; using the one that the edge knew",
			slog.Int("user_id", int(owner.UserID)), slog.Any("error", err))
		return *owner.PreferredMasjid, nil
	default:
		return 0, fmt.Errorf("%w: %w", ErrPreferenceUnknown, err)
	}
}
