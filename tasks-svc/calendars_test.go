package taskssvc_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// address makes a private address, and returns its secret.
func (r reminding) address(t *testing.T, ctx context.Context, name string) string {
	t.Helper()
	made, err := r.CreateCalendar(ctx, &tasksv1.CreateCalendarRequest{Name: proto.String(name)})
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.TrimSuffix(strings.TrimPrefix(made.GetCalendar().GetPath(), "/api/v1/calendars/"), "/tasks.ics")
	if len(secret) != 43 {
		t.Fatalf("the path is %s", made.GetCalendar().GetPath())
	}
	return secret
}

// feed is what a calendar program reads, which nobody knows.
func (r reminding) feed(t *testing.T, secret string) (string, error) {
	t.Helper()
	body, err := r.GetSecretTaskCalendar(t.Context(), &tasksv1.GetSecretTaskCalendarRequest{Secret: secret})
	if err == nil && body.GetContentType() != "text/calendar; charset=utf-8" {
		t.Errorf("the feed is %s", body.GetContentType())
	}
	return string(body.GetData()), err
}

func TestACalendarReadsTheTasksOfItsUserAlone(t *testing.T) {
	r := remind(t, time.Hour)
	one, two := as(t, 1, ""), as(t, 2, "Europe/London")
	r.create(t, one, "of one", "2026-11-25T18:30")
	r.create(t, two, "of two", "2026-11-25")
	byOne, byTwo := r.address(t, one, "phone"), r.address(t, two, "")
	for secret, want := range map[string][]string{
		byOne: {"SUMMARY:of one\r\n", "DTSTART:20261125T133000Z\r\n", "TRIGGER:PT0M\r\n"},
		byTwo: {"SUMMARY:of two\r\n"},
	} {
		feed, err := r.feed(t, secret)
		if err != nil || strings.Count(feed, "BEGIN:VEVENT") != 1 {
			t.Fatalf("%v:\n%s", err, feed)
		}
		for _, line := range want {
			if !strings.Contains(feed, line) {
				t.Errorf("%q is missing in\n%s", line, feed)
			}
		}
	}
	signedIn, err := r.GetTaskCalendar(two, &tasksv1.GetTaskCalendarRequest{})
	if err != nil || !strings.Contains(string(signedIn.GetData()), "DTSTART;VALUE=DATE:20261125\r\n") {
		t.Errorf("%v:\n%s", err, signedIn.GetData())
	}
	_, err = r.GetTaskCalendar(t.Context(), &tasksv1.GetTaskCalendarRequest{})
	wantRefusal(t, err, codes.Unauthenticated, errorsv1.Reason_REASON_AUTH_REQUIRED)
}

func TestAPrivateAddressIsShownOnceAndRevoked(t *testing.T) {
	r := remind(t, time.Hour)
	one, two := as(t, 1, ""), as(t, 2, "")
	secret := r.address(t, one, " phone ")
	r.address(t, one, "")
	if _, err := r.feed(t, secret); err != nil {
		t.Fatal(err)
	}
	list, err := r.ListCalendars(one, &tasksv1.ListCalendarsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, list, `{"count": 2, "calendars": [
		{"id": 1, "name": "phone", "created_at": "2026-11-21T10:00:00+05:00", "last_read_at": "2026-11-21T10:00:00+05:00"},
		{"id": 2, "created_at": "2026-11-21T10:00:00+05:00"}]}`)
	if list, err := r.ListCalendars(two, &tasksv1.ListCalendarsRequest{}); err != nil || len(list.GetCalendars()) != 0 {
		t.Errorf("another user sees %v, %v", list, err)
	}
	_, err = r.DeleteCalendar(two, &tasksv1.DeleteCalendarRequest{CalendarId: 1})
	wantRefusal(t, err, codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND)
	if _, err := r.DeleteCalendar(one, &tasksv1.DeleteCalendarRequest{CalendarId: 1}); err != nil {
		t.Fatal(err)
	}
	for _, unknown := range []string{secret, strings.ToUpper(secret), "x", "%00", strings.Repeat("ہ", 100)} {
		_, err := r.feed(t, unknown)
		wantRefusal(t, err, codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND)
	}
	for range 4 {
		r.address(t, one, "")
	}
	_, err = r.CreateCalendar(one, &tasksv1.CreateCalendarRequest{})
	wantRefusal(t, err, codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST)
}
