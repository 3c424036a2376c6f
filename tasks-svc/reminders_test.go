package taskssvc_test

import (
	"context"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
)

// reminding is a service whose clock a test moves.
type reminding struct {
	tasks tasksv1.TaskServiceClient
	tasksv1.ReminderServiceClient
	clock *clockwork.FakeClock
}

// remind runs a service that sends again what is not acknowledged for so long.
func remind(t *testing.T, lease time.Duration) reminding {
	t.Helper()
	c, clock := configure(t)
	c.ReminderLease = lease
	conn := kittest.Start(t, c.Config, taskssvc.Module(c))
	return reminding{tasksv1.NewTaskServiceClient(conn), tasksv1.NewReminderServiceClient(conn), clock}
}

func asAdmin(t *testing.T) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: 9, Role: identity.RoleAdmin})
}

// create creates a task of the user of a context.
func (r reminding) create(t *testing.T, ctx context.Context, title, due string) int32 {
	t.Helper()
	created, err := r.tasks.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String(title), DueDatetime: proto.String(due)})
	if err != nil {
		t.Fatal(err)
	}
	return created.GetTask().GetId()
}

// watch watches the channel app as the user of a context, and returns what receives the next reminder.
func (r reminding) watch(t *testing.T, ctx context.Context, user *int32) func() *tasksv1.Reminder {
	t.Helper()
	ctx, cancel := context.WithCancel(ctx)
	t.Cleanup(cancel)
	stream, err := r.WatchReminders(ctx, &tasksv1.WatchRemindersRequest{Channel: proto.String("app"), UserId: user})
	if err != nil {
		t.Fatal(err)
	}
	received := make(chan *tasksv1.Reminder)
	failed := make(chan error, 1)
	go func() {
		for {
			message, err := stream.Recv()
			if err != nil {
				failed <- err
				return
			}
			select {
			case received <- message.GetReminder():
			case <-ctx.Done():
				return
			}
		}
	}()
	next := func() *tasksv1.Reminder {
		t.Helper()
		for {
			select {
			case reminder := <-received:
				return reminder
			case err := <-failed:
				t.Fatal(err)
			case <-time.After(10 * time.Millisecond): // of the machine; the service's clock moves only here
				r.clock.Advance(time.Second)
			}
		}
	}
	if first := <-received; first != nil {
		t.Fatalf("the stream begins with %v", first)
	}
	return next
}

func TestATaskRemindsWhenItIsDue(t *testing.T) {
	r := remind(t, time.Minute)
	ctx := as(t, 1, "")
	next := r.watch(t, ctx, nil)
	id := r.create(t, ctx, "Read", "2026-11-21T10:01") // a minute from now
	reminder := next()
	if now := r.clock.Now(); now.Before(start.Add(time.Minute)) {
		t.Errorf("it reminds at %v", now)
	}
	wantJSON(t, reminder, `{"id": "1-1-1795237260000", "user_id": 1, "task_id": 1, "title": "Read", "remind_at": "2026-11-21T05:01:00Z",
		"attempt": 1}`)
	if again := next(); again.GetId() != reminder.GetId() || again.GetAttempt() != 2 {
		t.Errorf("it was not acknowledged, and then comes %v", again)
	}
	if _, err := r.AcknowledgeReminder(ctx, &tasksv1.AcknowledgeReminderRequest{
		Channel: proto.String("app"), ReminderId: proto.String(reminder.GetId()),
	}); err != nil {
		t.Fatal(err)
	}
	r.create(t, ctx, "in the past", "2026-11-21T09:00")
	r.create(t, ctx, "Give", "2026-11-21T10:05")
	if after := next(); after.GetTitle() != "Give" {
		t.Errorf("it was acknowledged, and then comes %v", after)
	}
	if _, err := r.tasks.CompleteTask(ctx, &tasksv1.CompleteTaskRequest{TaskId: id}); err != nil {
		t.Fatal(err)
	}
}

func TestWhoIsRemindedOfWhat(t *testing.T) {
	r := remind(t, time.Hour)
	one, two := as(t, 1, ""), as(t, 2, "")
	ofOne, ofTwo := r.watch(t, one, nil), r.watch(t, two, proto.Int32(2))
	ofAll, ofOneByAdmin := r.watch(t, asAdmin(t), nil), r.watch(t, asAdmin(t), proto.Int32(3))
	r.create(t, one, "of one", "2026-11-21T10:01")
	r.create(t, two, "of two", "2026-11-21T10:02")
	r.create(t, as(t, 3, ""), "of three", "2026-11-21T10:03")
	for i, c := range []struct {
		next func() *tasksv1.Reminder
		want string
	}{{ofAll, "of one"}, {ofAll, "of two"}, {ofAll, "of three"}, {ofOneByAdmin, "of three"}, {ofTwo, "of two"}, {ofOne, "of one"}} {
		if got := c.next(); got.GetTitle() != c.want {
			t.Errorf("%d: %v, want %s", i, got, c.want)
		}
	}
	_, err := r.AcknowledgeReminder(one, &tasksv1.AcknowledgeReminderRequest{
		Channel: proto.String("app"), UserId: proto.Int32(2), ReminderId: proto.String("2-1-1"),
	})
	wantRefusal(t, err, codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN)
}

func TestWhatIsNoReminderAndNoChannelIsRefused(t *testing.T) {
	r := remind(t, time.Hour)
	for _, id := range []string{"x", "1-2", "1-2-3-4", "a-b-c", "1--2-3", "99999999999-1-1"} {
		_, err := r.AcknowledgeReminder(as(t, 1, ""), &tasksv1.AcknowledgeReminderRequest{
			Channel: proto.String("app"), ReminderId: proto.String(id),
		})
		wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR, "reminder_id")
	}
	for _, name := range []string{"", "App", "a b", "-x", "ایپ"} {
		stream, err := r.WatchReminders(as(t, 1, ""), &tasksv1.WatchRemindersRequest{Channel: proto.String(name)})
		if err == nil {
			_, err = stream.Recv()
		}
		wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR, "channel")
	}
}

func TestAUserHasNoMoreThanTwentyChannels(t *testing.T) {
	r := remind(t, time.Hour)
	ctx := as(t, 1, "")
	for i := range 21 {
		stream, err := r.WatchReminders(ctx, &tasksv1.WatchRemindersRequest{Channel: proto.String("c" + string(rune('a'+i)))})
		if err == nil {
			_, err = stream.Recv()
		}
		switch {
		case i < 20 && err != nil:
			t.Fatal(err)
		case i == 20:
			wantRefusal(t, err, codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST)
		}
	}
}
