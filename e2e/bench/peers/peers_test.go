package peers_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/e2e/bench/peers"
)

// users answers with the user's id as the name.
type users struct {
	usersv1.UnimplementedUserServiceServer
}

func (users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	return &usersv1.GetUserInfoResponse{User: &usersv1.User{
		DisplayName: proto.String("user " + strings.Join(md.Get("x-user-id"), ",")),
	}}, nil
}

// services returns connections to a users service that runs until the test ends.
func services(t *testing.T) peers.Services {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	usersv1.RegisterUserServiceServer(server, users{})
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	address := listener.Addr().String()
	s, err := peers.Dial(address, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = s.Tasks.Close(), s.Users.Close()
		server.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

// ask returns what a handler answers to user 7.
func ask(t *testing.T, handler http.Handler, method, path, body string) string {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+path, strings.NewReader(body))
	request.Header.Set("X-User-Id", "7")
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	answer, err := io.ReadAll(recorder.Result().Body)
	if err != nil || recorder.Code != http.StatusOK {
		t.Fatalf("%s answers %d, %v: %s", path, recorder.Code, err, answer)
	}
	return string(answer)
}

// What is compared does the same work: a call of the service as the same user, written as the platform writes it.
func TestPeersCallTheServiceAsTheUser(t *testing.T) {
	s := services(t)
	bare, err := peers.Gateway(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, bare, http.MethodGet, "/api/v1/users/me", ""); !holds(got, `"display_name":"user 7"`, `"email":null`) {
		t.Errorf("grpc-gateway answers %s", got)
	}
	sdk, err := peers.SDK(s, []byte(`[]`))
	if err != nil {
		t.Fatal(err)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_user_info","arguments":{}}}`
	if got := ask(t, sdk, http.MethodPost, peers.Bridge, call); !holds(got, `"structuredContent":{`, `"display_name":"user 7"`) {
		t.Errorf("the bridge answers %s", got)
	}
	if got := ask(t, sdk, http.MethodPost, peers.Trivial, call); !holds(got, `"structuredContent":{`, `"city":"Karachi"`) {
		t.Errorf("the trivial tool answers %s", got)
	}
}

// holds reports whether a text has all parts, spaces aside.
func holds(text string, parts ...string) bool {
	text = strings.ReplaceAll(text, `": `, `":`)
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

func TestTheListIsThatOfTheGateway(t *testing.T) {
	const tools = `[{"name":"first","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}},` +
		`{"name":"second","description":"it","inputSchema":{"type":"object"}}]`
	sdk, err := peers.SDK(services(t), []byte(tools))
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result struct {
			Tools []struct{ Name, Description string }
		}
	}
	got := ask(t, sdk, http.MethodPost, peers.Listing, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)
	if err := json.Unmarshal([]byte(got), &answer); err != nil {
		t.Fatal(err)
	}
	if all := answer.Result.Tools; len(all) != 2 || all[0].Name != "first" || all[1].Description != "it" {
		t.Errorf("it lists %s", got)
	}
	if _, err := peers.SDK(services(t), []byte(`{"tools":[]}`)); err == nil {
		t.Error("what is no list of tools is served")
	}
}
