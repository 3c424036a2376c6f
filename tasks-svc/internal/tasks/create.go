package tasks

import (
	"context"
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

// Create makes a task for owner. It returns Invalid when the draft breaks a rule.
func (s *Service) Create(ctx context.Context, owner Owner, draft Draft) (Task, error) {
	task, err := draft.task(owner)
	if err != nil {
		return Task{}, err
	}
	if task.MasjidID == 0 {
		task.MasjidID = s.preferredMasjid(ctx, owner.UserID)
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

// preferredMasjid is the user's preferred masjid, 0 when there is none or nobody can say: a task is worth more than its
// masjid.
func (s *Service) preferredMasjid(ctx context.Context, userID int32) int32 {
	if s.Profiles == nil {
		return 0
	}
	id, err := s.Profiles.PreferredMasjid(ctx, userID)
	if err != nil {
		s.Log.WarnContext(ctx, "the preferred masjid is not known; the task gets none",
			slog.Int("user_id", int(userID)), slog.Any("error", err))
		return 0
	}
	return id
}
