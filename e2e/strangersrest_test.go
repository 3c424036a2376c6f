package e2e

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/registration"
)

// libraryProto is a service of somebody else's with every kind of REST path. Each answer says what was asked.
const libraryProto = `edition = "2023";
package library.v1;
import "buf/validate/validate.proto";
import "google/api/annotations.proto";
import "google/api/httpbody.proto";
import "salaatflow/tools/v1/tool.proto";
option features.field_presence = IMPLICIT;
// Lends books.
service Library {
  // Finds a book.
  rpc FindBook(FindBookRequest) returns (Answer) {
    option (salaatflow.tools.v1.tool) = {name: "find_book" aliases: ["look_up_book"] auth: AUTH_NONE read_only: true};
    option (google.api.http) = {get: "/v1/shelves/{shelf}/books/{title}" additional_bindings: {get: "/api/library/v1/{title}"}};
  }
  // Lists books.
  rpc ListBooks(FindBookRequest) returns (Answer) {
    option (salaatflow.tools.v1.auth) = AUTH_NONE;
    option (google.api.http) = {get: "/v1/books" response_body: "list"};
  }
  // Adds a book.
  rpc CreateBook(FindBookRequest) returns (Answer) { option (google.api.http) = {post: "/v1/books" body: "*"}; }
  // Changes a book.
  rpc ChangeBook(ChangeBookRequest) returns (Answer) {
    option (google.api.http) = {patch: "/v1/books/{book.shelf}" body: "book" response_body: "inner"};
  }
  // Gives a book back.
  rpc ReturnBook(FindBookRequest) returns (Answer) { option (google.api.http) = {post: "/v1/books/{title}:return" body: "*"}; }
  // Removes a book.
  rpc DeleteBook(FindBookRequest) returns (Answer) { option (google.api.http) = {delete: "/v1/books/{title}"}; }
  // Reads a page of a book.
  rpc ReadPage(PageRequest) returns (google.api.HttpBody) {
    option (salaatflow.tools.v1.auth) = AUTH_NONE;
    option (google.api.http) = {get: "/v1/pages/{path=**}"};
  }
}
// A book.
message FindBookRequest {
  // The shelf.
  int32 shelf = 1;
  // The title.
  string title = 2 [(buf.validate.field).string.max_len = 20];
  // Words.
  repeated string words = 3;
}
// A change.
message ChangeBookRequest {
  // The book.
  FindBookRequest book = 1;
  // Whether to check alone.
  bool dry_run = 2;
}
// A page.
message PageRequest {
  // Where it is.
  string path = 1;
}
// What was asked.
message Answer {
  // The RPC.
  string method = 1;
  // The request.
  string request = 2;
  // Who asked.
  string user = 3;
  // Some.
  repeated Answer list = 4;
  // How many.
  int32 count = 5;
  // One.
  Answer inner = 6;
}`

// library serves libraryProto.
type library struct {
	service    protoreflect.ServiceDescriptor
	calls      atomic.Int64
	address    string
	mu         sync.Mutex
	registered *registration.Registration
}

func startLibrary(t *testing.T, platform *harness.Platform) *library {
	t.Helper()
	set := catalogtest.Compile(t, libraryProto)
	files, err := protodesc.NewFiles(set)
	if err != nil {
		t.Fatal(err)
	}
	found, err := files.FindDescriptorByName("library.v1.Library")
	if err != nil {
		t.Fatal(err)
	}
	l := &library{service: found.(protoreflect.ServiceDescriptor)}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.address = listener.Addr().String()
	server := grpc.NewServer(grpc.UnknownServiceHandler(l.answer))
	healthv1.RegisterHealthServer(server, health.NewServer())
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	l.register(t, platform)
	return l
}

func (l *library) register(t *testing.T, platform *harness.Platform) {
	t.Helper()
	conn, err := grpcclient.Dial(platform.Registry().String(), grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	registered, err := registration.New(registration.Options{
		Registry: conn, Service: "library-svc", Version: "v1.0.0", InstanceID: "one", Address: l.address,
		GRPCServices: []string{"library.v1.Library"}, Files: catalogtest.Compile(t, libraryProto),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := registered.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	l.registered = registered
	l.mu.Unlock()
	t.Cleanup(l.leave)
	platform.Eventually(t, "its paths are served", func() bool {
		return send(t, platform, "GET", "/api/library/v1/x", "").status == http.StatusOK
	})
}

func (l *library) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.registered != nil {
		_ = l.registered.Stop(context.Background()) // the registry may be gone
		l.registered = nil
	}
}

func (l *library) answer(_ any, stream grpc.ServerStream) error {
	full, _ := grpc.MethodFromServerStream(stream)
	method := l.service.Methods().ByName(protoreflect.Name(full[strings.LastIndexByte(full, '/')+1:]))
	request, response := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	if err := stream.RecvMsg(request); err != nil {
		return err
	}
	l.calls.Add(1)
	said, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(request)
	if err != nil {
		return err
	}
	if strings.Contains(string(said), "missing") {
		return status.Error(codes.NotFound, "there is no such book")
	}
	caller, _ := metadata.FromIncomingContext(stream.Context())
	set := func(message protoreflect.Message, name protoreflect.Name, value protoreflect.Value) {
		message.Set(message.Descriptor().Fields().ByName(name), value)
	}
	if method.Name() == "ReadPage" {
		set(response, "content_type", protoreflect.ValueOfString("text/html"))
		set(response, "data", protoreflect.ValueOfBytes([]byte("<script>"+string(said))))
		return stream.SendMsg(response)
	}
	fill := func(message protoreflect.Message) {
		set(message, "method", protoreflect.ValueOfString(string(method.Name())))
		set(message, "request", protoreflect.ValueOfString(string(said)))
		set(message, "user", protoreflect.ValueOfString(strings.Join(caller.Get("x-user-id"), ",")))
	}
	fill(response)
	set(response, "count", protoreflect.ValueOfInt32(7))
	fill(response.Mutable(response.Descriptor().Fields().ByName("inner")).Message())
	list := response.Mutable(response.Descriptor().Fields().ByName("list")).List()
	fill(list.AppendMutable().Message())
	return stream.SendMsg(response)
}

type askedOfLibrary struct{ Method, Request, User string }

func TestPathsOfSomebodyElsesServiceAreServed(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	if got := send(t, platform, "GET", "/v1/books", ""); got.status != http.StatusNotFound {
		t.Errorf("before it registers: %d %s", got.status, got.body)
	}
	l := startLibrary(t, platform)
	t.Run("path, query and body become its request", func(t *testing.T) { wantRequests(t, platform) })
	t.Run("it is refused as any other call is", func(t *testing.T) { wantLibraryRefusals(t, platform, l) })
	t.Run("a key has it done once", func(t *testing.T) { wantOnce(t, platform, l) })
	t.Run("it is in OpenAPI and in the audit", func(t *testing.T) { wantDescribed(t, platform) })
	t.Run("it leaves and comes back", func(t *testing.T) { wantComingBack(t, platform, l) })
}

func wantRequests(t *testing.T, platform *harness.Platform) {
	t.Helper()
	user := []string{as(1)}
	for _, c := range []struct {
		method, path, body string
		status             int
		want               askedOfLibrary
	}{
		{"GET", "/v1/shelves/3/books/a%2Fb%20c?words=x&words=y", "", 200,
			askedOfLibrary{"FindBook", `{"shelf":3,"title":"a/b c","words":["x","y"]}`, ""}},
		{"GET", "/api/library/v1/Dune?shelf=4", "", 200, askedOfLibrary{"FindBook", `{"shelf":4,"title":"Dune"}`, ""}},
		{"POST", "/v1/books", `{"title":"Dune","shelf":2}`, 201, askedOfLibrary{"CreateBook", `{"shelf":2,"title":"Dune"}`, "1"}},
		{"PATCH", "/v1/books/5?dry_run=true", `{"title":"Dune"}`, 200,
			askedOfLibrary{"ChangeBook", `{"book":{"shelf":5,"title":"Dune"},"dry_run":true}`, "1"}},
		{"POST", "/v1/books/Dune:return", `{"shelf":2}`, 200, askedOfLibrary{"ReturnBook", `{"shelf":2,"title":"Dune"}`, "1"}},
	} {
		got := send(t, platform, c.method, c.path, c.body, user...)
		var asked askedOfLibrary
		if err := json.Unmarshal([]byte(got.body), &asked); err != nil || got.status != c.status {
			t.Errorf("%s %s: %d %s", c.method, c.path, got.status, got.body)
			continue
		}
		asked.Request = strings.ReplaceAll(asked.Request, " ", "")
		c.want.Request = strings.ReplaceAll(c.want.Request, " ", "")
		if c.want.User == "" {
			asked.User = ""
		}
		if asked != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.method, c.path, asked, c.want)
		}
	}
	list := send(t, platform, "GET", "/v1/books?title=Dune", "")
	if list.status != 200 || !strings.HasPrefix(list.body, `[{"method":"ListBooks"`) || list.header.Get("X-Total-Count") != "7" {
		t.Errorf("a list: %d %v %s", list.status, list.header, list.body)
	}
	if gone := send(t, platform, "DELETE", "/v1/books/Dune", "", user...); gone.status != http.StatusNoContent || gone.body != "" {
		t.Errorf("a deletion: %d %s", gone.status, gone.body)
	}
	page := send(t, platform, "GET", "/v1/pages/a/b%2Fc/d", "")
	if page.status != 200 || !strings.Contains(page.body, `a/b%2Fc/d`) || page.header.Get("Content-Disposition") != "attachment" ||
		!strings.Contains(page.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("a page: %d %v %s", page.status, page.header, page.body)
	}
}

func wantLibraryRefusals(t *testing.T, platform *harness.Platform, l *library) {
	t.Helper()
	before := l.calls.Load()
	for _, c := range []struct {
		method, path, body, user, want string
		status                         int
	}{
		{"POST", "/v1/books", `{"title":"x"}`, "", "AUTH_REQUIRED", 401},
		{"POST", "/v1/books", `{"titel":"x"}`, "1", "titel", 400},
		{"POST", "/v1/books", `{"shelf":"x"}`, "1", "shelf", 400},
		{"POST", "/v1/books", `[]`, "1", "VALIDATION_ERROR", 400},
		{"POST", "/v1/books", `{`, "1", "VALIDATION_ERROR", 400},
		{"PATCH", "/v1/books/5", `{"shelf":6}`, "1", "shelf", 400},
		{"PATCH", "/v1/books/x", `{}`, "1", "shelf", 400},
		{"GET", "/v1/shelves/3/books/a?shelf=4", "", "", "shelf", 400},
		{"GET", "/api/library/v1/x?nothing=1", "", "", "nothing", 400},
		{"GET", "/api/library/v1/" + strings.Repeat("x", 21), "", "", "title", 400},
		{"GET", "/api/library/v1/%FF", "", "", "title", 400},
		{"PUT", "/v1/books", `{}`, "1", "GET, HEAD, POST are", 405},
		{"GET", "/v1/nothing", "", "", "there is no path", 404},
		{"GET", "/v1/books/", "", "", "HTTP_ERROR", 404},
		{"GET", "/v1/books/Dune:lend", "", "1", "HTTP_ERROR", 405},
	} {
		var headers []string
		if c.user != "" {
			headers = []string{"X-User-ID: " + c.user}
		}
		got := send(t, platform, c.method, c.path, c.body, headers...)
		if got.status != c.status || !strings.Contains(got.body, c.want) || got.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, got.status, got.body)
		}
	}
	if calls := l.calls.Load(); calls != before {
		t.Errorf("it was called %d times", calls-before)
	}
	if got := send(t, platform, "GET", "/api/library/v1/missing", ""); got.status != http.StatusNotFound ||
		!strings.Contains(got.body, "there is no such book") {
		t.Errorf("its own refusal: %d %s", got.status, got.body)
	}
}

func wantOnce(t *testing.T, platform *harness.Platform, l *library) {
	t.Helper()
	before := l.calls.Load()
	keyed := []string{as(1), "Idempotency-Key: one-book"}
	first := send(t, platform, "POST", "/v1/books", `{"title":"Once"}`, keyed...)
	again := send(t, platform, "POST", "/v1/books", `{"title":"Once"}`, keyed...)
	if first.status != 201 || again.status != 201 || again.body != first.body || again.header.Get("Idempotent-Replayed") != "true" ||
		l.calls.Load() != before+1 {
		t.Errorf("%d %s, again %d %s, %d calls", first.status, first.body, again.status, again.body, l.calls.Load()-before)
	}
}

func wantDescribed(t *testing.T, platform *harness.Platform) {
	t.Helper()
	user := []string{as(1)}
	document := send(t, platform, "GET", "/openapi.json", "").body
	for _, want := range []string{
		`"/v1/shelves/{shelf}/books/{title}"`, `"/v1/books/{book.shelf}"`, `"/v1/books/{title}:return"`, `"/v1/pages/{path}"`,
		`"library_v1_Library_FindBook_2"`, `"library.v1.Library"`,
	} {
		if !strings.Contains(document, want) {
			t.Errorf("the OpenAPI document lacks %s", want)
		}
	}
	platform.Eventually(t, "the calls are recorded", func() bool {
		entries := send(t, platform, "GET", "/api/v1/audit?tool=library.v1.Library%2FCreateBook", "", user...)
		return strings.Contains(entries.body, `"decision":"allowed"`)
	})
}

func wantComingBack(t *testing.T, platform *harness.Platform, l *library) {
	t.Helper()
	l.leave()
	platform.Eventually(t, "its paths are gone", func() bool {
		return send(t, platform, "GET", "/v1/books", "").status == http.StatusNotFound
	})
	if document := send(t, platform, "GET", "/openapi.json", "").body; strings.Contains(document, "/v1/books") {
		t.Error("the OpenAPI document still has them")
	}
	l.register(t, platform)
}

// Who may not call it by any other way may not by REST either.
func TestPathsOfSomebodyElsesServiceNeedSignIn(t *testing.T) {
	issuer := harness.NewIssuer(t)
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.SignIn.Issuer, c.SignIn.Audience = "oidc", []string{issuer.URL}, []string{harness.Audience}
	}})
	startLibrary(t, platform)
	got := send(t, platform, "POST", "/v1/books", `{"title":"x"}`, as(1))
	if got.status != http.StatusUnauthorized || !strings.Contains(got.header.Get("WWW-Authenticate"), "library:write") {
		t.Errorf("anonymous: %d %v %s", got.status, got.header, got.body)
	}
}

// A rule about a call holds for it by REST too: about who calls, and about what is asked for.
func TestAPolicyIsAboutPathsOfSomebodyElsesService(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(file, []byte(`rules:
  - name: no-new-books
    allow: "tool.rpc != 'library.v1.Library/CreateBook' || caller.user == 2"
    reason: only the librarian adds books
  - name: few-words
    allow: "tool.name != 'find_book' || !('words' in arguments.names) || arguments.lengths['words'] < 2"
    reason: one word is enough
`), 0o600); err != nil {
		t.Fatal(err)
	}
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) { c.Policy.File = file }})
	l := startLibrary(t, platform)
	before := l.calls.Load()
	for path, want := range map[string]string{
		"POST /v1/books": "only the librarian adds books", "GET /v1/shelves/9/books/Dune?words=a&words=b": "one word is enough",
	} {
		method, path, _ := strings.Cut(path, " ")
		body := ""
		if method == http.MethodPost {
			body = `{"title":"x"}`
		}
		if got := send(t, platform, method, path, body, as(1)); got.status != http.StatusForbidden || !strings.Contains(got.body, want) {
			t.Errorf("%s %s: %d %s", method, path, got.status, got.body)
		}
	}
	if l.calls.Load() != before {
		t.Error("it was called")
	}
	if got := send(t, platform, "POST", "/v1/books", `{"title":"x"}`, as(2)); got.status != http.StatusCreated {
		t.Errorf("the librarian: %d %s", got.status, got.body)
	}
}
