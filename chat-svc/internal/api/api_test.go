package api_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/chat-svc/internal/api"
	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tools answers the few calls that these tests need. The suite e2e tests the real tools.
type tools struct{}

func (tools) Call(_ context.Context, tool string, _ []byte) *toolresult.Result {
	if tool == toolnames.ListTasks {
		return toolresult.OK([]byte(`{"tasks":[{"id":1,"title":"Iftar"}],"count":1,"next_page_token":null}`))
	}
	return toolresult.FromError(apperr.Unavailable("x"))
}

// gone is a connection to a service that is away.
type gone struct{ grpc.ClientConnInterface }

func (gone) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return apperr.Unavailable("x")
}

// profiles knows where every user lives.
type profiles struct{}

func (profiles) Renewed(_ context.Context, caller identity.Caller) identity.Caller {
	masjid := int32(0)
	caller.Timezone, caller.PreferredMasjid = time.FixedZone("", 2*60*60), &masjid
	return caller
}

// start serves the API on a real server until the test ends.
func start(t *testing.T) (chatv1.ChatServiceClient, *clockwork.FakeClock) {
	t.Helper()
	clock := clockwork.NewFakeClockAt(time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC))
	kept := store.New(sqltest.SQLite().Open(t, store.Schema()), clock, conversation.Limits{})
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	talk, err := chat.New(chat.Options{
		Detector: func() *detect.Detector { return detector },
		Caller:   tools{}, Routes: func() *routing.Table { return &routing.Table{} }, Profiles: profiles{},
		Tasks: tasksv1.NewTaskServiceClient(gone{}), Store: kept, Clock: clock, Logger: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	config := kittest.Config(t)
	conn := kittest.Start(t, config, kit.Service("chat-svc", config,
		fx.Provide(fx.Private, func() chatv1.ChatServiceServer { return api.New(talk, kept, clock) }),
		kit.GRPC(chatv1.RegisterChatServiceServer),
	))
	return chatv1.NewChatServiceClient(conn), clock
}

func as(t *testing.T, user int32) context.Context {
	t.Helper()
	if user == 0 {
		return t.Context()
	}
	return identity.NewContext(t.Context(), identity.Caller{UserID: user, Role: identity.RoleUser})
}

func say(t *testing.T, client chatv1.ChatServiceClient, user int32, message, conversation string) *chatv1.ChatResponse {
	t.Helper()
	answer, err := client.Chat(as(t, user), &chatv1.ChatRequest{Message: &message, ConversationId: &conversation})
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	return answer
}

func codeOf(err error) codes.Code {
	if err == nil {
		return codes.OK
	}
	return apperr.From(err).Code
}

func TestATurnSaysWhatWasDoneWithWhat(t *testing.T) {
	client, _ := start(t)
	var header metadata.MD
	message := "show my tasks"
	answer, err := client.Chat(as(t, 1), &chatv1.ChatRequest{Message: &message}, grpc.Header(&header))
	if err != nil {
		t.Fatal(err)
	}
	task := answer.GetData().GetFields()["tasks"].GetListValue().GetValues()[0].GetStructValue().GetFields()
	if !answer.GetSuccess() || answer.GetTool() != toolnames.ListTasks || answer.GetIntent() != toolnames.ListTasks ||
		task["title"].GetStringValue() != "Iftar" || answer.GetArguments().GetFields()["limit"].GetNumberValue() == 0 ||
		answer.Error != nil || answer.Asks != nil || answer.Refused != nil {
		t.Errorf("it answers %v", answer)
	}
	if got := header.Get(grpcserver.HTTPStatusHeader); len(got) != 0 {
		t.Errorf("a turn that succeeds goes with the status %v", got)
	}
}

func TestAFailedToolIsAnAnswerWithTheStatusOfItsError(t *testing.T) {
	client, _ := start(t)
	var header metadata.MD
	message := "delete task 1"
	answer, err := client.Chat(as(t, 1), &chatv1.ChatRequest{Message: &message}, grpc.Header(&header))
	if err != nil || answer.GetSuccess() || answer.GetError() != "NETWORK_ERROR" || answer.Data != nil || answer.GetMessage() == "" {
		t.Errorf("it answers %v, %v", answer, err)
	}
	if got := header.Get(grpcserver.HTTPStatusHeader); len(got) != 1 || got[0] != "503" {
		t.Errorf("it goes with the status %v", got)
	}
}

func TestWhatIsNoTurnIsRefused(t *testing.T) {
	client, _ := start(t)
	for name, tc := range map[string]struct {
		message, conversation string
		want                  codes.Code
	}{
		"empty":                     {"", "", codes.InvalidArgument},
		"blank":                     {" \n\t ", "", codes.InvalidArgument},
		"as long as may be":         {strings.Repeat("ط", 2000), "", codes.OK},
		"too long":                  {strings.Repeat("ط", 2001), "", codes.InvalidArgument},
		"of no conversation":        {"hi", "none", codes.NotFound},
		"of an impossible id":       {"hi", strings.Repeat("x", 65), codes.InvalidArgument},
		"of an id with a zero byte": {"hi", "a\x00b", codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.Chat(as(t, 1), &chatv1.ChatRequest{Message: &tc.message, ConversationId: &tc.conversation})
			if got := codeOf(err); got != tc.want {
				t.Errorf("%v, want %v", err, tc.want)
			}
		})
	}
}

func TestAUserListsConversations(t *testing.T) {
	client, clock := start(t)
	beginTwo(t, client, clock)
	list, err := client.ListConversations(as(t, 1), &chatv1.ListConversationsRequest{})
	if err != nil || list.GetCount() != 2 || len(list.GetConversations()) != 2 || list.NextPageToken != nil {
		t.Fatalf("the list: %v, %v", list, err)
	}
	of := list.GetConversations()[1]
	if of.GetFirstMessage() != "add a task" || of.GetTurnCount() != 2 || of.GetCreatedAt() != "2026-03-02T10:00:00+05:00" ||
		of.GetUpdatedAt() != "2026-03-02T10:01:00+05:00" || of.GetExpiresAt() != "2026-03-02T11:01:00+05:00" {
		t.Errorf("the older one: %v", of)
	}
}

func TestTheTurnsOfAConversationAreReadInPages(t *testing.T) {
	client, clock := start(t)
	first, other := beginTwo(t, client, clock)
	id, limit := first.GetConversationId(), int32(1)
	got, err := client.GetConversation(as(t, 1), &chatv1.GetConversationRequest{ConversationId: id, Limit: &limit})
	kept := got.GetConversation()
	if err != nil || kept.GetTurnCount() != 2 || len(kept.GetTurns()) != 1 || kept.NextPageToken == nil ||
		kept.GetTurns()[0].GetMessage() != "rehne do" {
		t.Fatalf("the conversation: %v, %v", got, err)
	}
	rest, err := client.GetConversation(as(t, 1), &chatv1.GetConversationRequest{ConversationId: id, PageToken: kept.NextPageToken})
	turns := rest.GetConversation().GetTurns()
	if err != nil || len(turns) != 1 || turns[0].GetNumber() != 1 || turns[0].GetAnswer() != first.GetMessage() {
		t.Errorf("its rest: %v, %v", rest, err)
	}
	_, err = client.GetConversation(as(t, 1), &chatv1.GetConversationRequest{
		ConversationId: other.GetConversationId(), PageToken: kept.NextPageToken,
	})
	if codeOf(err) != codes.InvalidArgument {
		t.Errorf("a page token of another conversation: %v", err)
	}
}

// What a tool answered can be shown again.
func TestTurnsAreReadWithWhatTheirToolsAnswered(t *testing.T) {
	client, _ := start(t)
	begun := say(t, client, 1, "show my tasks", "")
	say(t, client, 1, "delete task 1", begun.GetConversationId())
	say(t, client, 1, "add a task", begun.GetConversationId())
	got, err := client.GetConversation(as(t, 1), &chatv1.GetConversationRequest{ConversationId: begun.GetConversationId()})
	turns := got.GetConversation().GetTurns()
	if err != nil || len(turns) != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	if asks, failed := turns[0], turns[1]; asks.GetAsks() != "title" || asks.Data != nil || failed.Data != nil || failed.Asks != nil {
		t.Errorf("what asked, and what failed: %v, %v", asks, failed)
	}
	if listed := turns[2]; !proto.Equal(listed.GetData(), begun.GetData()) || !proto.Equal(listed.GetArguments(), begun.GetArguments()) {
		t.Errorf("it was answered with %v of %v, and is read with %v", begun.GetData(), begun.GetArguments(), listed)
	}
}

func TestAConversationIsReadAndDeletedOnlyByWhoBeganIt(t *testing.T) {
	client, clock := start(t)
	first, _ := beginTwo(t, client, clock)
	id := first.GetConversationId()
	get, remove := &chatv1.GetConversationRequest{ConversationId: id}, &chatv1.DeleteConversationRequest{ConversationId: id}
	for _, stranger := range []int32{0, 2} {
		if _, err := client.GetConversation(as(t, stranger), get); codeOf(err) != codes.NotFound {
			t.Errorf("user %d reads it: %v", stranger, err)
		}
		if _, err := client.DeleteConversation(as(t, stranger), remove); codeOf(err) != codes.NotFound {
			t.Errorf("user %d deletes it: %v", stranger, err)
		}
	}
	deleted, err := client.DeleteConversation(as(t, 1), remove)
	if err != nil || !deleted.GetDeleted() || deleted.GetConversationId() != id {
		t.Errorf("deleted: %v, %v", deleted, err)
	}
	if _, err := client.GetConversation(as(t, 1), get); codeOf(err) != codes.NotFound {
		t.Errorf("it is read after it was deleted: %v", err)
	}
}

// beginTwo begins two conversations of user 1, a minute apart, and returns the first turn of each. The first
// conversation also has a second turn.
func beginTwo(t *testing.T, client chatv1.ChatServiceClient, clock *clockwork.FakeClock) (first, other *chatv1.ChatResponse) {
	t.Helper()
	first = say(t, client, 1, "add a task", "")
	clock.Advance(time.Minute)
	say(t, client, 1, "rehne do", first.GetConversationId())
	clock.Advance(time.Minute)
	return first, say(t, client, 1, "show my tasks", "")
}

func TestWhoIsNobodyHasConversationsByTheirIDAndNoList(t *testing.T) {
	client, _ := start(t)
	begun := say(t, client, 0, "salam", "")
	say(t, client, 0, "shukriya", begun.GetConversationId())
	got, err := client.GetConversation(as(t, 0), &chatv1.GetConversationRequest{ConversationId: begun.GetConversationId()})
	if err != nil || got.GetConversation().GetTurnCount() != 2 {
		t.Errorf("read by its id: %v, %v", got, err)
	}
	if _, err := client.ListConversations(as(t, 0), &chatv1.ListConversationsRequest{}); codeOf(err) != codes.Unauthenticated {
		t.Errorf("nobody's list: %v", err)
	}
}

func TestASentenceIsUnderstoodByItself(t *testing.T) {
	client, _ := start(t)
	text, now, zone := "kal subah 6 baje Quran parhne ka task bana do", "2026-05-01T23:00:00Z", "Asia/Karachi"
	got, err := client.DetectIntent(as(t, 0), &chatv1.DetectIntentRequest{Text: &text, Now: &now, Timezone: &zone})
	if err != nil || got.GetIntent() != toolnames.CreateTask || got.GetLanguage() != "ur-Latn" || got.GetConfidence() <= 0.5 ||
		got.GetSlots().GetFields()["due"].GetStringValue() != "2026-05-03T06:00:00" {
		t.Errorf("%v, %v", got, err)
	}
	for field, request := range map[string]*chatv1.DetectIntentRequest{
		"text": {}, "now": {Text: &text, Now: &text}, "timezone": {Text: &text, Timezone: &text},
	} {
		_, err := client.DetectIntent(as(t, 0), request)
		refused := apperr.From(err)
		if codeOf(err) != codes.InvalidArgument || len(refused.Violations) != 1 || refused.Violations[0].Field != field {
			t.Errorf("a wrong %s: %v", field, err)
		}
	}
}
