package idempotency_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func newGuard(t *testing.T) *idempotency.Guard {
	t.Helper()
	return idempotency.New(idempotency.Options{Timeout: time.Minute, Clock: clockwork.NewFakeClock(), Logger: slog.New(slog.DiscardHandler)})
}

// request is a request of user 1 with the key "k".
func request(parts ...string) idempotency.Request {
	r := idempotency.Request{Owner: idempotency.Owner{UserID: 1}, Key: "k"}
	for _, part := range parts {
		r.Parts = append(r.Parts, []byte(part))
	}
	return r
}

func answering(status int, body string, times *int) func(context.Context) idempotency.Answer {
	return func(context.Context) idempotency.Answer {
		*times++
		return idempotency.Answer{Status: status, Body: []byte(body)}
	}
}

// Only an answer that is right for the same request later is given again.
func TestWhichAnswersAreGivenAgain(t *testing.T) {
	for status, again := range map[int]bool{
		200: true, 201: true, 204: true, 304: true, 400: true, 403: true, 404: true, 410: true, 413: true, 422: true,
		401: false, 408: false, 409: false, 429: false, 499: false, 500: false, 501: false, 502: false, 503: false, 504: false,
	} {
		guard, times := newGuard(t), 0
		for i := range 2 {
			answer, replayed, refused := guard.Do(t.Context(), request("POST"), answering(status, "body", &times))
			if refused != nil || answer.Status != status || string(answer.Body) != "body" || replayed != (again && i == 1) {
				t.Errorf("%d: %+v, %t, %v", status, answer, replayed, refused)
			}
		}
		if want := map[bool]int{true: 1, false: 2}[again]; times != want {
			t.Errorf("%d: it was run %d times, want %d", status, times, want)
		}
	}
}

func TestAKeyIsOfOneRequest(t *testing.T) {
	guard, times := newGuard(t), 0
	first := request("POST", "/api/v1/tasks", "", `{"title":"a"}`)
	if _, _, refused := guard.Do(t.Context(), first, answering(201, "a", &times)); refused != nil {
		t.Fatal(refused)
	}
	for _, other := range []idempotency.Request{
		request("PUT", "/api/v1/tasks", "", `{"title":"a"}`), request("POST", "/api/v1/tasks/1", "", `{"title":"a"}`),
		request("POST", "/api/v1/tasks", "x=1", `{"title":"a"}`), request("POST", "/api/v1/tasks", "", `{"title":"b"}`),
		request("POST", "/api/v1/tasks", `{"title":"a"}`), request("POST/api/v1/tasks", "", `{"title":"a"}`), request(),
	} {
		_, _, refused := guard.Do(t.Context(), other, answering(201, "a", &times))
		if refused == nil || refused.HTTPStatus() != 422 || refused.ToolCode() != "HTTP_ERROR" {
			t.Errorf("%s: %v", other.Parts, refused)
		}
	}
	others := first
	for _, owner := range []idempotency.Owner{
		{UserID: 2}, {Network: netip.MustParsePrefix("192.0.2.1/32")}, {Network: netip.MustParsePrefix("192.0.2.2/32")}, {},
	} {
		others.Owner = owner
		if _, replayed, refused := guard.Do(t.Context(), others, answering(201, "a", &times)); replayed || refused != nil {
			t.Errorf("%v finds the key of user 1: %v", owner, refused)
		}
	}
	if times != 5 {
		t.Errorf("run %d times, want once for each owner", times)
	}
}

func TestOfManyAtOnceOneRuns(t *testing.T) {
	guard := newGuard(t)
	began, finish := make(chan struct{}), make(chan struct{})
	var runs, conflicts atomic.Int64
	var all sync.WaitGroup
	run := func(context.Context) idempotency.Answer {
		runs.Add(1)
		close(began)
		<-finish
		return idempotency.Answer{Status: 201}
	}
	all.Go(func() { _, _, _ = guard.Do(t.Context(), request("POST"), run) })
	<-began
	var others sync.WaitGroup
	for range 99 {
		others.Go(func() {
			if _, _, refused := guard.Do(t.Context(), request("POST"), run); refused != nil && refused.HTTPStatus() == 409 {
				conflicts.Add(1)
			}
		})
	}
	others.Wait()
	close(finish)
	all.Wait()
	if runs.Load() != 1 || conflicts.Load() != 99 {
		t.Errorf("%d ran, %d were told to wait", runs.Load(), conflicts.Load())
	}
	if _, replayed, refused := guard.Do(t.Context(), request("POST"), run); !replayed || refused != nil {
		t.Errorf("afterwards: %t, %v", replayed, refused)
	}
}

// A client that goes away cannot stop what it began, and finds the answer when it comes back.
func TestAClientThatWentAwayFindsTheAnswer(t *testing.T) {
	guard := newGuard(t)
	ctx, leave := context.WithCancel(t.Context())
	_, _, refused := guard.Do(ctx, request("POST"), func(ctx context.Context) idempotency.Answer {
		leave()
		if ctx.Err() != nil {
			return idempotency.Answer{Status: 499}
		}
		return idempotency.Answer{Status: 201, Body: []byte("created")}
	})
	if refused != nil {
		t.Fatal(refused)
	}
	times := 0
	answer, replayed, refused := guard.Do(t.Context(), request("POST"), answering(201, "again", &times))
	if !replayed || string(answer.Body) != "created" || refused != nil {
		t.Errorf("%+v, %t, %v", answer, replayed, refused)
	}
}

func TestAPanicReleasesTheKey(t *testing.T) {
	guard, times := newGuard(t), 0
	func() {
		defer func() { _ = recover() }()
		_, _, _ = guard.Do(t.Context(), request("POST"), func(context.Context) idempotency.Answer { panic("x") })
	}()
	if _, replayed, refused := guard.Do(t.Context(), request("POST"), answering(201, "", &times)); replayed || refused != nil || times != 1 {
		t.Errorf("%t, %v", replayed, refused)
	}
}

// Of an answer that is huge, or has a secret, it is only known that it was given.
func TestWhatIsNotKeptIsNotRunAgain(t *testing.T) {
	for name, first := range map[string]idempotency.Answer{
		"huge":   {Status: 200, Body: bytes.Repeat([]byte("x"), 4<<20)},
		"secret": {Status: 201, Body: []byte("s3cret"), Withheld: true},
	} {
		guard, times := newGuard(t), 0
		got, _, refused := guard.Do(t.Context(), request("POST"), func(context.Context) idempotency.Answer { return first })
		if refused != nil || !bytes.Equal(got.Body, first.Body) {
			t.Errorf("%s: the first answer is %d bytes, %v", name, len(got.Body), refused)
		}
		_, _, refused = guard.Do(t.Context(), request("POST"), answering(200, "", &times))
		if refused == nil || refused.HTTPStatus() != 409 || !strings.Contains(refused.Message, "was carried out") || times != 0 {
			t.Errorf("%s: %v, run %d times again", name, refused, times)
		}
	}
}

// Without Redis, where one is configured, nobody can tell whether a key was used: such a request is refused and not run.
func TestWithoutItsRedisNoKeyIsBelieved(t *testing.T) {
	server := redistest.Start(t)
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(server.URL())}})
	if err != nil {
		t.Fatal(err)
	}
	guard := idempotency.New(idempotency.Options{
		Link: link, Timeout: time.Minute, Clock: clockwork.NewRealClock(), Logger: slog.New(slog.DiscardHandler),
	})
	times := 0
	_, _, refused := guard.Do(t.Context(), request("POST"), answering(201, "", &times))
	if refused == nil || refused.HTTPStatus() != 503 || times != 0 {
		t.Errorf("%v, run %d times", refused, times)
	}
}

func TestTheSameAnswerOverHTTP(t *testing.T) {
	guard := newGuard(t)
	send := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		refused := guard.HTTP(t.Context(), w, request("POST"), false, func(_ context.Context, w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"id":`))
			_, _ = w.Write([]byte(`1}`))
		})
		if refused != nil {
			t.Fatal(refused)
		}
		return w
	}
	first, second := send(), send()
	if first.Code != 201 || first.Body.String() != `{"id":1}` || first.Header().Get("Content-Type") != "application/json" ||
		first.Header().Get(idempotency.ReplayedHeader) != "" {
		t.Errorf("first %d %s %v", first.Code, first.Body, first.Header())
	}
	if second.Code != 201 || second.Body.String() != first.Body.String() || second.Header().Get("Content-Type") != "application/json" ||
		second.Header().Get(idempotency.ReplayedHeader) != "true" {
		t.Errorf("second %d %s %v", second.Code, second.Body, second.Header())
	}
}

func TestAnErrorIsTheSameWhenItIsGivenAgain(t *testing.T) {
	first := &apperr.Error{
		Code: 3, Reason: 1, Message: "title: Required", Violations: []apperr.Violation{{Field: "title", Message: "Required"}},
		Metadata: map[string]string{"a": "b"},
	}
	text, err := json.Marshal(first.WithCause(errors.New("s3cret")))
	again := &apperr.Error{}
	if err != nil || strings.Contains(string(text), "s3cret") || json.Unmarshal(text, again) != nil {
		t.Fatalf("%s, %v", text, err)
	}
	if again.ToolCode() != first.ToolCode() || again.Message != first.Message || len(again.Violations) != 1 || again.HTTPStatus() != 400 {
		t.Errorf("%+v", again)
	}
}

func TestWhatAKeyIs(t *testing.T) {
	for key, right := range map[string]bool{
		"a": true, "8e03978e-40d5-43dd-bc93-6894a57f9324": true, `"quoted"`: true, strings.Repeat("~", 255): true, "!": true,
		"": false, strings.Repeat("a", 256): false, "a b": false, "a\tb": false, "کلید": false, "a\x00": false, "\x7f": false, " a": false,
	} {
		got, refused := idempotency.KeyOf(http.Header{idempotency.Header: {key}})
		if (refused == nil) != right || right && got != key || !right && refused.HTTPStatus() != 400 {
			t.Errorf("%q: %q, %v", key, got, refused)
		}
	}
	if _, refused := idempotency.KeyOf(http.Header{idempotency.Header: {"a", "a"}}); refused == nil {
		t.Error("two keys are taken")
	}
	if key, refused := idempotency.KeyOf(http.Header{}); key != "" || refused != nil {
		t.Errorf("no key: %q, %v", key, refused)
	}
}

// FuzzKey: what is taken for a key is 1 to 255 visible characters, and nothing else is refused.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{"", "a", "a b", "\xff", strings.Repeat("x", 256)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		visible := len(key) >= 1 && len(key) <= 255 && strings.IndexFunc(key, func(r rune) bool { return r < '!' || r > '~' }) < 0
		if refused := idempotency.Check("key", key); (refused == nil) != visible {
			t.Errorf("%q: %v", key, refused)
		}
	})
}
