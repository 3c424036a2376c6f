package taskssvc_test

import (
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

func TestQuietHoursAreTheirUsersOwn(t *testing.T) {
	r := remind(t, time.Hour)
	one, two := as(t, 1, ""), as(t, 2, "")
	update := func(from, until string) (*tasksv1.UpdateReminderSettingsResponse, error) {
		return r.UpdateReminderSettings(one, &tasksv1.UpdateReminderSettingsRequest{
			QuietFrom: proto.String(from), QuietUntil: proto.String(until),
		})
	}
	changed, err := update("23:15", "05:05")
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, changed, `{"settings": {"quiet_from": "23:15", "quiet_until": "05:05"}}`)
	for _, c := range []struct{ from, until, field string }{
		{"", "05:00", "quiet_until"}, {"05:00", "", "quiet_until"}, {"05:00", "05:00", "quiet_until"}, {"24:00", "05:00", "quiet_from"},
		{"5:00", "06:00", "quiet_from"}, {"05:00", "06:60", "quiet_until"}, {"٠٥:٠٠", "06:00", "quiet_from"},
	} {
		_, err := update(c.from, c.until)
		wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR, c.field)
	}
	got, err := r.GetReminderSettings(one, &tasksv1.GetReminderSettingsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, got, `{"settings": {"quiet_from": "23:15", "quiet_until": "05:05"}}`)
	others, err := r.GetReminderSettings(two, &tasksv1.GetReminderSettingsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, others, `{"settings": {"quiet_from": "22:00", "quiet_until": "07:00"}}`)
	if changed, err = update("", ""); err != nil {
		t.Fatal(err)
	}
	wantJSON(t, changed, `{"settings": {}}`)
	r.create(t, one, "Read", "2026-11-25")
	r.create(t, two, "Read", "2026-11-25")
	const want = "2026-11-25T07:00:00+05:00" // nobody is woken at midnight, even without quiet hours
	for _, user := range []int32{1, 2} {
		task, err := r.tasks.GetTask(as(t, user, ""), &tasksv1.GetTaskRequest{TaskId: 1})
		if err != nil || task.GetTask().GetRemindAt() != want {
			t.Errorf("user %d is reminded at %s, %v, want %s", user, task.GetTask().GetRemindAt(), err, want)
		}
	}
}
