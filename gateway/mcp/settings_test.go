package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/redislink/redistest"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

const (
	subscribeBoard = `{"jsonrpc":"2.0","id":11,"method":"resources/subscribe","params":{"uri":"notice://board"}}`
	boardUpdated   = `"method":"notifications/resources/updated"`
)

// accepted sends a message in a session, which is answered without an error.
func (s *served) accepted(t *testing.T, body string, header http.Header) string {
	t.Helper()
	answer := read(t, s.request(t, http.MethodPost, body, header))
	if strings.Contains(answer, `"error":{`) || !strings.Contains(answer, `"result"`) {
		t.Fatalf("%s is answered %s", body, answer)
	}
	return answer
}

// listensIn opens the stream of a session, which has begun.
func (s *served) listensIn(t *testing.T, header http.Header) *http.Response {
	t.Helper()
	stream := s.request(t, http.MethodGet, "", header)
	event(t, stream.Body) // the comment
	event(t, stream.Body) // from which to resume
	return stream
}

func TestWhoeverHasTheStreamTellsOfWhatWasSubscribedToElsewhere(t *testing.T) {
	library := newLibrary()
	options := mcp.Options{Backend: library, Offers: library, ResourceInterval: time.Millisecond}
	first, second := serveTwo(t, redistest.Start(t), options)
	header := first.open(t, "2025-11-25", user("owner"))
	stream := first.listensIn(t, header)
	second.accepted(t, subscribeBoard, header)
	library.set(func() { library.notice = "closed" })
	if got := event(t, stream.Body); !strings.Contains(got, boardUpdated) {
		t.Errorf("told %s", got)
	}
}

// The gateway with the stream is gone before it could tell, and the client comes to another one.
func TestAChangeBetweenTwoStreamsIsTold(t *testing.T) {
	library, redis := newLibrary(), redistest.Start(t)
	options := mcp.Options{Backend: library, Offers: library, Owner: userOf, ResourceInterval: time.Hour, Link: linkTo(t, redis)}
	first := serveBehind(t, options, asUser)
	options.ResourceInterval, options.Link = time.Millisecond, linkTo(t, redis)
	second := serveBehind(t, options, asUser)
	header := first.open(t, "2025-11-25", user("owner"))
	first.listensIn(t, header)
	first.accepted(t, subscribeBoard, header)
	first.listening.CloseClientConnections()
	first.listening.Close()
	library.set(func() { library.notice = "closed" })
	stream := second.listensIn(t, header)
	if got := event(t, stream.Body); !strings.Contains(got, boardUpdated) {
		t.Errorf("told %s", got)
	}
}

// chatter logs when it is called.
type chatter struct{ *shelf }

func (c chatter) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	if round := toolround.FromContext(ctx); name == "chat" && round != nil && round.Log != nil {
		round.Log(&toolsv1.Log{Level: "warning", Data: structpb.NewStringValue("no ink")})
		return toolresult.OK([]byte(`{}`))
	}
	return c.shelf.Call(ctx, name, arguments)
}

func TestTheLevelOfALogGoesWithTheSession(t *testing.T) {
	chatting := chatter{newShelf()}
	chatting.tools = append(chatting.tools, &mcp.Tool{
		Name: "chat", Title: "Chat", Converses: true,
		InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: json.RawMessage(`{"type":"object"}`),
	})
	first, second := serveTwo(t, redistest.Start(t), mcp.Options{Backend: chatting})
	header := first.open(t, "2025-11-25", user("owner"))
	const chat = `{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"chat","arguments":{}}}`
	level := func(name string) string {
		return `{"jsonrpc":"2.0","id":13,"method":"logging/setLevel","params":{"level":"` + name + `"}}`
	}
	first.accepted(t, level("warning"), header)
	if got := second.accepted(t, chat, header); !strings.Contains(got, "no ink") {
		t.Errorf("after the session moved: %s", got)
	}
	second.accepted(t, level("error"), header)
	eventually(t, "the other one knows", func() bool {
		return !strings.Contains(first.accepted(t, chat, header), "no ink")
	})
}
