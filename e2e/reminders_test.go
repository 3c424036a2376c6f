package e2e

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/e2e/harness"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// reminding is a tasks-svc of its own process.
type reminding struct {
	address, database string
	process           *harness.Process
}

func (r *reminding) start(t *testing.T, arguments ...string) {
	t.Helper()
	r.process = harness.Run(t, harness.Build(t, filepath.Join("..", "tasks-svc", "cmd", "tasks-svc"), true),
		append([]string{"serve", "--listen-address", r.address, "--database-url", r.database}, arguments...)...)
	eventually(t, "tasks-svc serves", func() bool { return kittest.Health(t.Context(), r.address, "") == "SERVING" })
}

func (r *reminding) kill(t *testing.T) {
	t.Helper()
	r.process.End(t, syscall.SIGKILL)
	_ = r.process.Exited(t) // it was killed
}

// watching is a channel that is watched.
type watching struct {
	arrived chan *tasksv1.Reminder
	client  tasksv1.ReminderServiceClient
	ctx     context.Context //nolint:containedctx // of the user who watches
}

// watch watches the channel "app" of user 1, and returns when it is there.
func (r *reminding) watch(t *testing.T) *watching {
	t.Helper()
	ctx, cancel := context.WithCancel(asUser(t, 1))
	w := &watching{
		arrived: make(chan *tasksv1.Reminder, 1000), client: tasksv1.NewReminderServiceClient(kittest.Dial(t, r.address)), ctx: ctx,
	}
	stream, err := w.client.WatchReminders(ctx, &tasksv1.WatchRemindersRequest{Channel: proto.String("app")})
	if err != nil {
		t.Fatal(err)
	}
	if first, err := stream.Recv(); err != nil || first.GetReminder() != nil {
		t.Fatalf("the stream begins with %v, %v", first, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			message, err := stream.Recv()
			if err != nil {
				return // the program was killed, or the test is over
			}
			w.arrived <- message.GetReminder()
		}
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return w
}

func (w *watching) next(t *testing.T) *tasksv1.Reminder {
	t.Helper()
	select {
	case reminder := <-w.arrived:
		return reminder
	case <-time.After(time.Minute):
		t.Fatal("no reminder has come for a minute")
		return nil
	}
}

func (w *watching) acknowledge(t *testing.T, reminder *tasksv1.Reminder) {
	t.Helper()
	if _, err := w.client.AcknowledgeReminder(w.ctx, &tasksv1.AcknowledgeReminderRequest{
		Channel: proto.String("app"), ReminderId: proto.String(reminder.GetId()),
	}); err != nil {
		t.Fatal(err)
	}
}

func asUser(t *testing.T, user int32) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: user})
}

// dueSoon creates a task of user 1 that is due in one to two seconds.
func (r *reminding) dueSoon(t *testing.T, title string) time.Time {
	t.Helper()
	due := time.Now().Add(2 * time.Second).Truncate(time.Second)
	if _, err := tasksv1.NewTaskServiceClient(kittest.Dial(t, r.address)).CreateTask(asUser(t, 1), &tasksv1.CreateTaskRequest{
		Title: proto.String(title), DueDatetime: proto.String(due.UTC().Format(time.RFC3339)),
	}); err != nil {
		t.Fatal(err)
	}
	return due
}

// A reminder that is due arrives whenever the program is killed, and no more once it was acknowledged.
func TestRemindersSurviveAKill(t *testing.T) {
	t.Parallel()
	r := &reminding{address: kittest.FreeAddress(t), database: "sqlite:" + filepath.Join(t.TempDir(), "tasks.db")}
	r.start(t, "--reminder-interval", "1h") // it looks for reminders now, and then not in this test
	r.watch(t)
	due := r.dueSoon(t, "read")
	eventually(t, "the task is due", func() bool { return time.Now().After(due) })
	r.kill(t) // due, and released to nobody

	r.start(t, soon...)
	if got := r.watch(t).next(t); got.GetTitle() != "read" || got.GetAttempt() != 1 || got.GetUserId() != 1 || got.GetTaskId() != 1 {
		t.Fatalf("after the first kill comes %v", got)
	}
	r.kill(t) // sent, and not acknowledged

	r.start(t, soon...)
	w := r.watch(t)
	again := w.next(t)
	if again.GetTitle() != "read" || again.GetAttempt() != 2 {
		t.Fatalf("after the second kill comes %v", again)
	}
	w.acknowledge(t, again)
	r.kill(t)

	r.start(t, soon...)
	w = r.watch(t)
	r.dueSoon(t, "give")
	w.acknowledge(t, w.next(t))
	r.dueSoon(t, "pray")
	if got := w.next(t); got.GetTitle() != "pray" || got.GetAttempt() != 1 {
		t.Errorf("what was acknowledged comes again: %v", got)
	}
}

// soon are the settings of a program that a test does not wait for long.
var soon = []string{"--reminder-interval", "20ms", "--reminder-lease", "2s"}

// Of two programs on one database, each releases reminders and sends them on its streams of a channel: each reminder comes once. When
// one is killed, the other goes on.
func TestRemindersOfTwoReplicasComeOnce(t *testing.T) {
	t.Parallel()
	const tasks = 30
	server := sqltest.StartServer(t)
	(&cluster{}).migrate(t, "tasks-svc", server.URL())
	one := &reminding{address: kittest.FreeAddress(t), database: server.URL()}
	two := &reminding{address: kittest.FreeAddress(t), database: server.URL()}
	patient := []string{"--reminder-interval", "20ms", "--reminder-lease", "1h"}
	one.start(t, patient...)
	two.start(t, patient...)
	streams := []*watching{one.watch(t), two.watch(t)}
	for i := range tasks {
		one.dueSoon(t, fmt.Sprint(i))
	}
	times := map[string]int{}
	received := func(w *watching, reminder *tasksv1.Reminder) {
		times[reminder.GetTitle()]++
		w.acknowledge(t, reminder)
	}
	for range tasks {
		select {
		case reminder := <-streams[0].arrived:
			received(streams[0], reminder)
		case reminder := <-streams[1].arrived:
			received(streams[1], reminder)
		case <-time.After(time.Minute):
			t.Fatalf("of %d reminders came %d", tasks, len(times))
		}
	}

	one.dueSoon(t, "after the kill")
	one.kill(t)
	received(streams[1], streams[1].next(t))
	if len(times) != tasks+1 {
		t.Errorf("%d tasks have reminded, want %d", len(times), tasks+1)
	}
	for title, n := range times {
		if n != 1 {
			t.Errorf("%q came %d times", title, n)
		}
	}
	if more := len(streams[0].arrived) + len(streams[1].arrived); more != 0 {
		t.Errorf("%d reminders came besides", more)
	}
}

// Who links a task to a prayer is told when it reminds: when that prayer begins at their place.
func TestATaskLinkedToAPrayerSaysWhenItReminds(t *testing.T) {
	now := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC) // 10:00 in Karachi
	platform := harness.Start(t, harness.Options{Clock: clock.StartingAt(now)})
	eventually(t, "tasks-svc knows when prayers begin", func() bool {
		made := send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","linked_prayer":"Isha"}`, as(7))
		return made.status == http.StatusCreated && made.field(t, "remind_at") != nil
	})
	times := send(t, platform, "GET", "/api/v1/prayer-times", "", as(1))
	tomorrow := send(t, platform, "GET", "/api/v1/prayer-times?date=2026-11-22", "", as(1))
	for _, c := range []struct {
		body string
		want any
	}{
		{`{"title":"x","linked_prayer":"Isha"}`, times.field(t, "start_datetimes.isha")},
		{`{"title":"x","linked_prayer":"Fajr"}`, tomorrow.field(t, "start_datetimes.fajr")},
		{`{"title":"x","linked_prayer":"Asr","due_datetime":"2026-11-22"}`, tomorrow.field(t, "start_datetimes.asr")},
		{`{"title":"x","linked_prayer":"Asr","due_datetime":"2026-11-22T09:00"}`, "2026-11-22T09:00:00+05:00"},
		{`{"title":"x"}`, nil},
	} {
		if made := send(t, platform, "POST", "/api/v1/tasks", c.body, as(1)); made.field(t, "remind_at") != c.want {
			t.Errorf("%s: it reminds at %v, want %v", c.body, made.field(t, "remind_at"), c.want)
		}
	}
	for message, want := range map[string]string{
		"add a task to read Quran after Isha":        "I will remind you today at",
		"Isha ke baad Quran parhne ka task add karo": "Yaad-dehani aaj",
		"عشاء کے بعد قرآن پڑھنے کا کام شامل کرو":     "یاد دہانی آج",
	} {
		answer := send(t, platform, "POST", "/api/v1/chat", `{"message":"`+message+`"}`, as(1))
		if said, _ := answer.field(t, "message").(string); !strings.Contains(said, want) {
			t.Errorf("%s: %s, want %s", message, said, want)
		}
	}
}

// Whoever moves a task is told the time at which it reminds from then on, and of a change that moves nothing only what has changed.
func TestAChangeSaysWhenATaskReminds(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clock.StartingAt(time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC))})
	for _, script := range [][]struct{ say, want string }{
		{
			{"add a task to call ammi on 25 November", "I will remind you on Wednesday, 25 November at 7:00 am."},
			{"move it to 26 November", "I will remind you on Thursday, 26 November at 7:00 am."},
			{"make it high priority", ""},
			{"move it to 27 November at 6 pm", ""}, // which is when
			{"mark it done", ""},
		},
		{
			{"25 November ko ammi ko call karne ka task add karo", "Yaad-dehani budh 25 November subah 7 baje hogi."},
			{"usay 26 November ko kar do", "Yaad-dehani jumerat 26 November subah 7 baje hogi."},
		},
		{
			{"۲۵ نومبر کو امی کو فون کرنے کا کام شامل کرو", "یاد دہانی بدھ ۲۵ نومبر"},
			{"اسے ۲۶ نومبر کو کر دو", "یاد دہانی جمعرات ۲۶ نومبر"},
		},
	} {
		talk := newTalk(platform)
		for _, turn := range script {
			got := talk.say(t, turn.say)
			if !got.Success || !strings.Contains(got.Message, turn.want) || turn.want == "" && strings.Contains(got.Message, "remind") {
				t.Errorf("%s: %s, want %q", turn.say, got.Message, turn.want)
			}
		}
	}
}
