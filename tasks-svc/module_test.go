package taskssvc_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is Saturday, 21 November 2026, 10:00 in Karachi.
var start = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// configure returns a configuration with a SQLite file of the test and a clock that stands still.
func configure(t *testing.T) (taskssvc.Config, *clockwork.FakeClock) {
	t.Helper()
	clock := clockwork.NewFakeClockAt(start)
	c := taskssvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.Clock = clock
	c.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "tasks.db"))
	return c, clock
}

// serve runs the service and returns a client and the context of user 1.
func serve(t *testing.T) (tasksv1.TaskServiceClient, context.Context) {
	t.Helper()
	c, _ := configure(t)
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, c.Config, taskssvc.Module(c)))
	return client, as(t, 1, "")
}

// as returns the context of a user in a time zone. An empty zone is the default.
func as(t *testing.T, userID int32, zone string) context.Context {
	t.Helper()
	caller := identity.Caller{UserID: userID, Role: identity.RoleUser}
	if zone != "" {
		location, err := identity.LoadZone(zone)
		if err != nil {
			t.Fatal(err)
		}
		caller.Timezone = location
	}
	return identity.NewContext(t.Context(), caller)
}

// wantJSON compares a message with its JSON, unpopulated fields left out.
func wantJSON(t *testing.T, got proto.Message, want string) {
	t.Helper()
	wanted := got.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal([]byte(want), wanted); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(got, wanted) {
		t.Errorf("got  %v\nwant %v", protojson.Format(got), protojson.Format(wanted))
	}
}

func wantRefusal(t *testing.T, err error, code codes.Code, reason errorsv1.Reason, fields ...string) {
	t.Helper()
	refused := apperr.From(err)
	if refused == nil || refused.Code != code || refused.Reason != reason || len(refused.Violations) != len(fields) {
		t.Fatalf("error = %+v, want %v, %v about %v", refused, code, reason, fields)
	}
	for i, field := range fields {
		if v := refused.Violations[i]; v.Field != field || v.Message == "" {
			t.Fatalf("violations = %+v, want of %v", refused.Violations, fields)
		}
	}
}

func TestATaskFromItsCreationToItsEnd(t *testing.T) {
	client, ctx := serve(t)
	created, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{
		Title: proto.String("  Read Surah al-Kahf "), LinkedPrayer: proto.String("Fajr"),
		DueDatetime: proto.String("2026-11-21T16:00"), Recurrence: proto.String("weekly"), Category: proto.String("quran"),
	})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, created, `{"task": {"id": 1, "title": "Read Surah al-Kahf", "priority": "medium", "linked_prayer": "Fajr",
		"due_datetime": "2026-11-21T16:00:00+05:00", "recurrence": "weekly", "category": "quran",
		"created_at": "2026-11-21T10:00:00+05:00", "updated_at": "2026-11-21T10:00:00+05:00",
		"remind_at": "2026-11-21T16:00:00+05:00"}}`)

	got, err := client.GetTask(ctx, &tasksv1.GetTaskRequest{TaskId: 1})
	if err != nil || !proto.Equal(got.GetTask(), created.GetTask()) {
		t.Fatalf("got %v, %v, want what was created", got, err)
	}
	updated, err := client.UpdateTask(ctx, &tasksv1.UpdateTaskRequest{
		TaskId: 1, LinkedPrayer: proto.String(""), MasjidId: proto.Int32(4), Status: proto.String("completed"),
	})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, updated, `{"task": {"id": 1, "title": "Read Surah al-Kahf", "priority": "medium",
		"due_datetime": "2026-11-21T16:00:00+05:00", "recurrence": "weekly", "category": "quran", "masjid_id": 4,
		"completed": true, "completed_at": "2026-11-21T10:00:00+05:00", "next_task_id": 2,
		"created_at": "2026-11-21T10:00:00+05:00", "updated_at": "2026-11-21T10:00:00+05:00"}}`)
	completed, err := client.CompleteTask(ctx, &tasksv1.CompleteTaskRequest{TaskId: 1})
	if err != nil || !proto.Equal(completed.GetTask(), updated.GetTask()) {
		t.Fatalf("completing a completed task: %v, %v", completed, err)
	}
	listed, err := client.ListTasks(ctx, &tasksv1.ListTasksRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, listed, `{"count": 1, "tasks": [{"id": 2, "title": "Read Surah al-Kahf", "priority": "medium",
		"due_datetime": "2026-11-28T16:00:00+05:00", "recurrence": "weekly", "category": "quran", "masjid_id": 4,
		"created_at": "2026-11-21T10:00:00+05:00", "updated_at": "2026-11-21T10:00:00+05:00",
		"remind_at": "2026-11-28T16:00:00+05:00"}]}`)

	deleted, err := client.DeleteTask(ctx, &tasksv1.DeleteTaskRequest{TaskId: 2})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, deleted, `{"task_id": 2, "deleted": true}`)
	restored, err := client.UndeleteTask(ctx, &tasksv1.UndeleteTaskRequest{TaskId: 2})
	if err != nil || !proto.Equal(restored.GetTask(), listed.GetTasks()[0]) {
		t.Fatalf("undeleted %v, %v", restored, err)
	}
}

// Hosts of models do not offer an empty value, so another means the same.
func TestNoneClearsAsAnEmptyTextDoes(t *testing.T) {
	client, ctx := serve(t)
	for _, clearing := range []string{"none", ""} {
		created, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{
			Title: proto.String("Read"), LinkedPrayer: proto.String("Fajr"), Recurrence: proto.String("daily"), Category: proto.String("quran"),
		})
		if err != nil {
			t.Fatal(err)
		}
		updated, err := client.UpdateTask(ctx, &tasksv1.UpdateTaskRequest{
			TaskId: created.GetTask().GetId(), LinkedPrayer: &clearing, Recurrence: &clearing, Category: &clearing,
		})
		if err != nil {
			t.Fatal(err)
		}
		if task := updated.GetTask(); task.LinkedPrayer != nil || task.Recurrence != nil || task.Category != nil {
			t.Errorf("%q leaves %v", clearing, task)
		}
	}
}

func TestTimesAreInTheZoneOfWhoAsks(t *testing.T) {
	client, _ := serve(t)
	request := &tasksv1.CreateTaskRequest{Title: proto.String("x"), DueDatetime: proto.String("2026-12-01T09:00")}
	for zone, want := range map[string]string{
		"":                 "2026-12-01T09:00:00+05:00",
		"America/New_York": "2026-12-01T09:00:00-05:00",
		"UTC":              "2026-12-01T09:00:00Z",
	} {
		got, err := client.CreateTask(as(t, 1, zone), request)
		if err != nil || got.GetTask().GetDueDatetime() != want {
			t.Errorf("in zone %q: %v, %v, want due %s", zone, got, err, want)
		}
	}
	got, err := client.GetTask(as(t, 1, "Asia/Kathmandu"), &tasksv1.GetTaskRequest{TaskId: 1})
	if err != nil || !strings.HasSuffix(got.GetTask().GetDueDatetime(), "+05:45") {
		t.Errorf("in Kathmandu: %v, %v", got, err)
	}
}

// A caller who does not know the user's zone gets the profile's, or is told that it is unknown now.
func TestALocalTimeOfAUserOfWhomNobodyCanTell(t *testing.T) {
	c, _ := configure(t)
	c.UsersAddress = "127.0.0.1:1"
	client := tasksv1.NewTaskServiceClient(kittest.Start(t, c.Config, taskssvc.Module(c)))
	create := func(zone, due string) error {
		_, err := client.CreateTask(as(t, 1, zone), &tasksv1.CreateTaskRequest{
			Title: proto.String("x"), DueDatetime: proto.String(due), MasjidId: proto.Int32(4),
		})
		return err
	}
	err := create("", "2026-12-01T09:00")
	wantRefusal(t, err, codes.Unavailable, errorsv1.Reason_REASON_NETWORK_ERROR)
	if !strings.Contains(apperr.From(err).Message, "time zone") {
		t.Errorf("it says %q", apperr.From(err).Message)
	}
	if err := errors.Join(create("", "2026-12-01T09:00Z"), create("Europe/Istanbul", "2026-12-01T09:00")); err != nil {
		t.Error(err)
	}
}

func TestPages(t *testing.T) {
	client, ctx := serve(t)
	for range 3 {
		if _, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("x")}); err != nil {
			t.Fatal(err)
		}
	}
	first, err := client.ListTasks(ctx, &tasksv1.ListTasksRequest{Limit: proto.Int32(2)})
	if err != nil || len(first.GetTasks()) != 2 || first.GetCount() != 3 || first.NextPageToken == nil {
		t.Fatalf("first page: %v, %v", first, err)
	}
	next := &tasksv1.ListTasksRequest{Limit: proto.Int32(2), PageToken: first.NextPageToken}
	second, err := client.ListTasks(ctx, next)
	if err != nil || len(second.GetTasks()) != 1 || second.GetTasks()[0].GetId() != 3 || second.NextPageToken != nil {
		t.Fatalf("second page: %v, %v", second, err)
	}
	_, err = client.ListTasks(as(t, 2, ""), next)
	wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID, "page_token")
}

func TestEachRefusalSaysWhatIsWrong(t *testing.T) {
	client, ctx := serve(t)
	nobody, another := t.Context(), as(t, 2, "")
	if _, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("x")}); err != nil {
		t.Fatal(err)
	}
	create := func(ctx context.Context, edit func(*tasksv1.CreateTaskRequest)) error {
		request := &tasksv1.CreateTaskRequest{Title: proto.String("x")}
		edit(request)
		_, err := client.CreateTask(ctx, request)
		return err
	}
	const (
		invalid  = errorsv1.Reason_REASON_VALIDATION_ERROR
		notFound = errorsv1.Reason_REASON_NOT_FOUND
	)
	for name, c := range map[string]struct {
		call   func() error
		code   codes.Code
		reason errorsv1.Reason
		fields []string
	}{
		"nobody is calling": {func() error { return create(nobody, func(*tasksv1.CreateTaskRequest) {}) },
			codes.Unauthenticated, errorsv1.Reason_REASON_AUTH_REQUIRED, nil},
		"no title": {func() error { return create(ctx, func(r *tasksv1.CreateTaskRequest) { r.Title = nil }) },
			codes.InvalidArgument, invalid, []string{"title"}},
		"a blank title": {func() error { return create(ctx, func(r *tasksv1.CreateTaskRequest) { r.Title = proto.String("  ") }) },
			codes.InvalidArgument, invalid, []string{"title"}},
		"a NUL": {func() error {
			return create(ctx, func(r *tasksv1.CreateTaskRequest) { r.Title = proto.String("a\x00") })
		},
			codes.InvalidArgument, invalid, []string{"title"}},
		"a due date that is none": {func() error {
			return create(ctx, func(r *tasksv1.CreateTaskRequest) { r.DueDatetime = proto.String("next week") })
		}, codes.InvalidArgument, invalid, []string{"due_datetime"}},
		"a date that does not exist": {func() error {
			_, err := client.ListTasks(ctx, &tasksv1.ListTasksRequest{DueFrom: proto.String("2026-02-30")})
			return err
		}, codes.InvalidArgument, invalid, []string{"due_from"}},
		"a forged page token": {func() error {
			_, err := client.ListTasks(ctx, &tasksv1.ListTasksRequest{PageToken: proto.String("AQEBAQ")})
			return err
		}, codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID, []string{"page_token"}},
		"no such task": {func() error {
			_, err := client.CompleteTask(ctx, &tasksv1.CompleteTaskRequest{TaskId: 99})
			return err
		}, codes.NotFound, notFound, nil},
		"a task of another": {func() error {
			_, err := client.DeleteTask(another, &tasksv1.DeleteTaskRequest{TaskId: 1})
			return err
		}, codes.NotFound, notFound, nil},
		"undelete of what is there": {func() error {
			_, err := client.UndeleteTask(ctx, &tasksv1.UndeleteTaskRequest{TaskId: 1})
			return err
		}, codes.AlreadyExists, errorsv1.Reason_REASON_INVALID_REQUEST, nil},
	} {
		t.Run(name, func(t *testing.T) {
			wantRefusal(t, c.call(), c.code, c.reason, c.fields...)
		})
	}
}

func TestTasksAreThereAfterARestart(t *testing.T) {
	c, _ := configure(t)
	for want := int32(1); want <= 2; want++ {
		t.Run("", func(t *testing.T) {
			c.Config = kittest.Config(t)
			client := tasksv1.NewTaskServiceClient(kittest.Start(t, c.Config, taskssvc.Module(c)))
			ctx := as(t, 1, "")
			created, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("x")})
			if err != nil || created.GetTask().GetId() != want {
				t.Fatalf("created %v, %v, want number %d", created, err, want)
			}
			listed, err := client.ListTasks(ctx, &tasksv1.ListTasksRequest{})
			if err != nil || listed.GetCount() != want {
				t.Fatalf("listed %v, %v, want %d", listed, err, want)
			}
		})
	}
}

func TestConfigurationIsRefusedByName(t *testing.T) {
	for want, edit := range map[string]func(*taskssvc.Config){
		"--purge-interval": func(c *taskssvc.Config) { c.PurgeInterval = 0 },
		"--database-url":   func(c *taskssvc.Config) { c.Database.URL = "" },
		"--deadline":       func(c *taskssvc.Config) { c.Deadline = -1 },
	} {
		c := taskssvc.DefaultConfig()
		edit(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate = %v, want %s in it", err, want)
		}
	}
	if err := taskssvc.DefaultConfig().Validate(); err != nil {
		t.Errorf("the default: %v", err)
	}
}

// Nothing is deleted but what the person read: a task with another title is asked about again.
func TestWhatIsConfirmedIsWhatWasRead(t *testing.T) {
	client, ctx := serve(t)
	if _, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{Title: proto.String("Read Surah Mulk")}); err != nil {
		t.Fatal(err)
	}
	yes := &structpb.Struct{Fields: map[string]*structpb.Value{"action": structpb.NewStringValue("accept")}}
	inputs := &toolsv1.Inputs{ClientCapabilities: []string{"elicitation"}}
	request := &tasksv1.DeleteTaskRequest{TaskId: 1, Inputs: inputs}
	asked, err := client.DeleteTask(ctx, request)
	question := asked.GetAsked().GetRequests()["delete"].GetElicit().GetMessage()
	if err != nil || asked.GetDeleted() || !strings.Contains(question, "Read Surah Mulk") {
		t.Fatalf("answered %v, %v", asked, err)
	}
	if _, err := client.UpdateTask(ctx, &tasksv1.UpdateTaskRequest{TaskId: 1, Title: proto.String("Read Surah Kahf")}); err != nil {
		t.Fatal(err)
	}
	inputs.State, inputs.Responses = asked.GetAsked().GetState(), map[string]*structpb.Struct{"delete": yes}
	if asked, err = client.DeleteTask(ctx, request); err != nil || asked.GetAsked() == nil {
		t.Fatalf("of another title: %v, %v", asked, err)
	}
	inputs.State = asked.GetAsked().GetState()
	if deleted, err := client.DeleteTask(ctx, request); err != nil || !deleted.GetDeleted() {
		t.Errorf("confirmed: %v, %v", deleted, err)
	}
}
