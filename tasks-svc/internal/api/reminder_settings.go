package api

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// GetReminderSettings returns the caller's quiet hours.
func (s *ReminderServer) GetReminderSettings(
	ctx context.Context, _ *tasksv1.GetReminderSettingsRequest,
) (*tasksv1.GetReminderSettingsResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	quiet, err := s.tasks.Quiet(ctx, tasks.Owner{UserID: caller.UserID})
	if err != nil {
		return nil, err
	}
	return &tasksv1.GetReminderSettingsResponse{Settings: settingsMessage(quiet)}, nil
}

// UpdateReminderSettings changes the caller's quiet hours.
func (s *ReminderServer) UpdateReminderSettings(
	ctx context.Context, req *tasksv1.UpdateReminderSettingsRequest,
) (*tasksv1.UpdateReminderSettingsResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	quiet, err := quietHours(req.GetQuietFrom(), req.GetQuietUntil())
	if err != nil {
		return nil, err
	}
	if err := s.tasks.SetQuiet(ctx, tasks.Owner{UserID: caller.UserID}, quiet); err != nil {
		return nil, err
	}
	return &tasksv1.UpdateReminderSettingsResponse{Settings: settingsMessage(quiet)}, nil
}

// quietHours returns the hours between two texts of the form HH:MM; none between two empty ones.
func quietHours(from, until string) (tasks.Quiet, error) {
	if from == "" && until == "" {
		return tasks.Quiet{}, nil
	}
	begin, beginErr := time.Parse("15:04", from)
	end, endErr := time.Parse("15:04", until)
	if beginErr != nil || endErr != nil || begin.Equal(end) {
		return tasks.Quiet{}, apperr.Invalid(apperr.Violation{
			Field: "quiet_until", Message: "must differ from quiet_from; both are empty for no quiet hours, and neither is otherwise",
		})
	}
	minutes := func(t time.Time) int16 { return int16(t.Hour()*60 + t.Minute()) } //nolint:gosec // 1439 at most
	return tasks.Quiet{From: minutes(begin), Until: minutes(end)}, nil
}

func settingsMessage(quiet tasks.Quiet) *tasksv1.ReminderSettings {
	if quiet.IsNone() {
		return &tasksv1.ReminderSettings{}
	}
	text := func(minutes int16) *string { return proto.String(fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)) }
	return &tasksv1.ReminderSettings{QuietFrom: text(quiet.From), QuietUntil: text(quiet.Until)}
}
