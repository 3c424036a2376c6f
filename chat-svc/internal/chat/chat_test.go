package chat_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var update = flag.Bool("update", false, "write the golden files")

// callerFunc is a Caller whose tools give rare answers. The suite e2e tests the real tools.
type callerFunc func(tool string, arguments map[string]any) *toolresult.Result

func (f callerFunc) Call(_ context.Context, tool string, arguments []byte) *toolresult.Result {
	var given map[string]any
	if err := json.Unmarshal(arguments, &given); err != nil {
		return toolresult.FromError(apperr.Internal(err))
	}
	return f(tool, given)
}

// gone is a connection to a service that is away.
type gone struct{ grpc.ClientConnInterface }

func (gone) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return apperr.Unavailable("x")
}

type profiles struct{}

func (profiles) Renewed(_ context.Context, caller identity.Caller) identity.Caller { return caller }

// detector is shared by all tests, since loading its data takes a while.
var detector = sync.OnceValues(detect.New)

func newChat(t testing.TB, call callerFunc) *chat.Chat {
	t.Helper()
	clock := clockwork.NewFakeClockAt(time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC))
	understands, err := detector()
	if err != nil {
		t.Fatal(err)
	}
	c, err := chat.New(chat.Options{
		Detector: func() *detect.Detector { return understands },
		Caller:   call, Routes: func() *routing.Table { return &routing.Table{} }, Profiles: profiles{},
		Tasks: tasksv1.NewTaskServiceClient(gone{}),
		Store: store.New(sqltest.SQLite().Open(t, store.Schema()), clock, conversation.Limits{}),
		Clock: clock, Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// asUser returns a context in which a user is calling.
func asUser(t *testing.T, id int32) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: id, Role: identity.RoleUser})
}

func turn(ctx context.Context, t *testing.T, c *chat.Chat, message, conversation string) *dialogue.Answer {
	t.Helper()
	answer, refused := c.Turn(ctx, chat.Request{Message: message, ConversationID: conversation})
	if refused != nil {
		t.Fatal(refused)
	}
	return answer
}

// Every error code of the API is explained in the person's language, and never as a message that was not understood.
func TestFailuresAreTold(t *testing.T) {
	var told strings.Builder
	failures := []*apperr.Error{
		apperr.Unauthenticated("x"), apperr.Forbidden("x"), apperr.Unavailable("x"), apperr.RateLimited("x"), apperr.Internal(nil),
		apperr.NotFound("x"), apperr.Refused("the service says why"),
		apperr.New(codes.DeadlineExceeded, errorsv1.Reason_REASON_TIMEOUT, "x"),
		apperr.New(codes.Unimplemented, errorsv1.Reason_REASON_HTTP_ERROR, "x"),
		apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "x"),
		toolresult.NotFoundError("x"),
		apperr.Invalid(apperr.Violation{Field: "limit", Message: "Must be at most 200"}),
		apperr.Invalid(apperr.Violation{Field: "mood", Message: "Unrecognized"}),
	}
	for _, message := range []string{"show my tasks", "mere tasks dikhao", "میرے کام دکھاؤ"} {
		for _, failure := range failures {
			c := newChat(t, func(string, map[string]any) *toolresult.Result { return toolresult.FromError(failure) })
			got := turn(asUser(t, 1), t, c, message, "")
			if got.Success || got.Error == nil || *got.Error != failure.ToolCode() || got.HTTPStatus() != failure.HTTPStatus() ||
				*got.Tool != toolnames.ListTasks || string(got.Intent) != toolnames.ListTasks || got.Data != nil {
				t.Errorf("%s: %+v", failure.ToolCode(), got)
			}
			fmt.Fprintf(&told, "%s %s: %s\n", got.Language, failure.ToolCode(), got.Message)
		}
	}
	compare(t, "testdata/failures.golden.txt", told.String())
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got (-update writes it):\n%s\nwant:\n%s", got, want)
	}
}

func TestAnAnswerThatIsNoneIsAFailure(t *testing.T) {
	for _, data := range []string{`[]`, `"x"`, `{"tasks": 7}`} {
		c := newChat(t, func(string, map[string]any) *toolresult.Result { return toolresult.OK([]byte(data)) })
		if got := turn(asUser(t, 1), t, c, "show my tasks", ""); got.Success || *got.Error != "SERVER_ERROR" {
			t.Errorf("%s: %+v", data, got)
		}
	}
}

func TestTasksThatWereNotAllCountedAreSaidToBeMore(t *testing.T) {
	c := newChat(t, func(string, map[string]any) *toolresult.Result {
		return toolresult.OK([]byte(`{"tasks":[{"id":1,"title":"Iftar"}],"count":1000,"next_page_token":"x","count_capped":true}`))
	})
	if got := turn(asUser(t, 1), t, c, "show my tasks", ""); !strings.Contains(got.Message, "You have 1000+ pending tasks:") {
		t.Errorf("%+v", got)
	}
}

func TestAtMostThreeToolsAreCalled(t *testing.T) {
	called := 0
	c := newChat(t, func(tool string, _ map[string]any) *toolresult.Result {
		called++
		switch tool {
		case toolnames.ListTasks:
			return toolresult.OK([]byte(`{"tasks":[{"id":1,"title":"Iftar"},{"id":2,"title":"Sehri"}],"count":2,"next_page_token":null}`))
		default:
			return toolresult.FromError(apperr.NotFound("x"))
		}
	})
	for _, message := range []string{
		"delete the iftar task", "move the iftar task to 20 minutes before Maghrib", "complete the sehri task", "details of Tooba masjid",
		"when is Asr at Tooba masjid", "change a task",
	} {
		called = 0
		_, _ = c.Turn(asUser(t, 1), chat.Request{Message: message}) // only the number of calls matters
		if called > 3 {
			t.Errorf("%q called %d tools", message, called)
		}
	}
}

// The suite e2e tests changes of the catalogue; this tests that nothing keeps running.
func TestFollowingEnds(t *testing.T) {
	c := newChat(t, func(string, map[string]any) *toolresult.Result { return toolresult.OK(nil) })
	changed, unsubscribed := make(chan struct{}, 1), false
	follower := &chat.Follower{Chat: c, Subscribe: func() (<-chan struct{}, func()) { return changed, func() { unsubscribed = true } }}
	ctx, cancel := context.WithCancel(t.Context())
	changed <- struct{}{}
	cancel()
	follower.Run(ctx)
	if !unsubscribed {
		t.Error("it is still subscribed")
	}
}

// FuzzTurn sends messages to a chat whose tools mostly fail. Each must be answered, within bounds.
func FuzzTurn(f *testing.F) {
	for _, seed := range []string{
		"create a task\nRead", "delete it\nyes", "مغرب کب ہے\nاور عصر؟", "undo\nundo", "task 1 delete karo\nnahi", "1\n2\n3",
	} {
		f.Add(seed)
	}
	c := newChat(f, func(tool string, _ map[string]any) *toolresult.Result {
		if tool == toolnames.ListTasks {
			return toolresult.OK([]byte(`{"tasks":[{"id":1,"title":"Iftar"},{"id":2,"title":"Sehri"}],"count":2,"next_page_token":"x"}`))
		}
		return toolresult.FromError(apperr.Unavailable("x"))
	})
	f.Fuzz(func(t *testing.T, lines string) {
		id, ctx := "", asUser(t, 1)
		for i, line := range strings.Split(lines, "\n") {
			if i > 8 || len(line) > 2000 {
				return
			}
			answer := turn(ctx, t, c, line, id)
			if id = answer.ConversationID; answer.Message == "" || (answer.Asks != nil && answer.Tool != nil) {
				t.Fatalf("%q: %+v", line, answer)
			}
		}
	})
}
