//go:build attack

package attack

import (
	"net/http"
	"strings"
	"testing"
)

// leaks are internal words that no answer may contain.
var leaks = []string{"strconv", "parsing", "goroutine", "SQLSTATE", "sqlite", "pgx", "dial tcp", "127.0.0.1:", "rpc error",
	"protobuf", "proto:"}

func TestHostileInputIsRefusedInWordsOfTheContract(t *testing.T) {
	p := startTarget(t)
	for _, tt := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		mentions                 string
	}{
		{name: "NUL in a query", method: "GET", path: "/api/v1/hadith?topic=%00", status: 400, mentions: "topic"},
		{name: "NUL in a search", method: "GET", path: "/api/v1/masjids/search?q=a%00b", status: 400, mentions: "q"},
		{name: "NUL in a body", method: "POST", path: "/api/v1/tasks", body: `{"title":"a\u0000b"}`, status: 400, mentions: "title"},
		{name: "NUL in a tool's argument", method: "POST", path: "/api/v1/tools/create_task", body: `{"title":"a\u0000b"}`,
			status: 400, mentions: "title"},
		{name: "invalid UTF-8 in a query", method: "GET", path: "/api/v1/masjids/search?q=%ff%fe", status: 400},
		{name: "two users", method: "GET", path: "/api/v1/tasks", headers: []string{"X-User-ID", "2"}, status: 401, mentions: "X-User-ID"},
		{name: "two roles", method: "GET", path: "/api/v1/tasks", headers: []string{"X-User-Role", "user", "X-User-Role", "admin"}, status: 401,
			mentions: "X-User-Role"},
		{name: "a word for a number", method: "GET", path: "/api/v1/tasks/abc", status: 400, mentions: "task_id"},
		{name: "a number too large", method: "GET", path: "/api/v1/tasks/99999999999", status: 400, mentions: "task_id"},
		{name: "a masjid that is not a number", method: "GET", path: "/api/v1/masjids/1e3", status: 400, mentions: "masjid_id"},
		{name: "PUT of a tool", method: "PUT", path: "/api/v1/tools/create_task", body: `{}`, status: 405},
		{name: "DELETE of a tool", method: "DELETE", path: "/api/v1/tools/create_task", status: 405},
		{name: "no JSON", method: "POST", path: "/api/v1/tasks", body: `{"title": `, status: 400},
		{name: "no JSON for a tool", method: "POST", path: "/api/v1/tools/create_task", body: `{"title": `, status: 400},
		{name: "deep JSON", method: "POST", path: "/api/v1/tasks", body: strings.Repeat("[", 100_000), status: 400},
		{name: "a large body", method: "POST", path: "/api/v1/tasks", body: `{"title":"` + strings.Repeat("x", 2<<20) + `"}`, status: 413},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := p.send(t, tt.method, tt.path, tt.body, tt.headers...)
			if got.status != tt.status || !strings.Contains(string(got.body), tt.mentions) {
				t.Errorf("want %d and a word about %q, got %d: %.300s", tt.status, tt.mentions, got.status, got.body)
			}
			for _, leak := range leaks {
				if strings.Contains(string(got.body), leak) {
					t.Errorf("the answer has %q in it: %.300s", leak, got.body)
				}
			}
		})
	}
	t.Run("malformed JSON is told in one message and nothing else", func(t *testing.T) {
		for _, path := range []string{"/api/v1/tasks", "/api/v1/tools/create_task", "/api/v1/tools/add_task"} {
			got := p.send(t, "POST", path, `{"title": "x"`)
			if strings.Contains(string(got.body), "Required") {
				t.Errorf("%s says more than that it is not JSON: %s", path, got.body)
			}
		}
	})
}

func TestAnswersWithAUsersDataAreNotKeptByOthers(t *testing.T) {
	p := startTarget(t)
	p.send(t, "POST", "/api/v1/tasks", `{"title":"read"}`)
	for _, tt := range []struct{ method, path, body string }{
		{"GET", "/api/v1/tasks", ""}, {"GET", "/api/v1/tasks/1", ""}, {"GET", "/api/v1/tasks/2", ""}, {"GET", "/api/v1/users/me", ""},
		{"POST", "/api/v1/tools/list_tasks", "{}"}, {"POST", "/api/v1/chat", `{"message":"my tasks"}`},
		{"POST", "/mcp", initialize("2025-06-18")},
	} {
		got := p.send(t, tt.method, tt.path, tt.body, "Accept", "application/json, text/event-stream")
		if cached := got.header.Get("Cache-Control"); !strings.Contains(cached, "no-store") {
			t.Errorf("%s %s: Cache-Control is %q", tt.method, tt.path, cached)
		}
		if got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s: X-Content-Type-Options is missing", tt.method, tt.path)
		}
	}
}

func TestThePublicPortShowsNothingOfTheInside(t *testing.T) {
	p := startTarget(t)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/vars", "/healthz", "/readyz"} {
		if got := p.send(t, "GET", path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s is served on the public port: %d", path, got.status)
		}
	}
	for _, path := range []string{"/metrics", "/healthz", "/readyz"} {
		response, err := p.http.Get(p.ops + path)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s at the ops address: %d, %v", path, response.StatusCode, err)
		}
	}
}

func TestOneCallersTasksAreNoOthers(t *testing.T) {
	p := startTarget(t)
	p.send(t, "POST", "/api/v1/tasks", `{"title":"the secret of user 1"}`)
	for _, tt := range []struct{ method, path, body string }{
		{"GET", "/api/v1/tasks/1", ""}, {"PATCH", "/api/v1/tasks/1", `{"title":"mine"}`}, {"DELETE", "/api/v1/tasks/1", ""},
		{"PATCH", "/api/v1/tasks/1/complete", ""}, {"GET", "/api/v1/tasks?status=all", ""},
		{"POST", "/api/v1/tools/list_tasks", `{"status":"all"}`}, {"POST", "/api/v1/tools/update_task", `{"task_id":1,"title":"mine"}`},
		{"POST", "/api/v1/tools/list_tasks", `{"user_id":1}`}, {"GET", "/api/v1/tasks?user_id=1", ""},
		{"POST", "/api/v1/chat", `{"message":"show all my tasks"}`}, {"POST", "/api/v1/chat", `{"message":"delete task 1"}`},
	} {
		got, err := p.try(t.Context(), "2", tt.method, tt.path, tt.body, "Grpc-Metadata-X-User-Id", "1")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(got.body), "secret of user 1") {
			t.Errorf("%s %s %s answers user 2 with a task of user 1: %s", tt.method, tt.path, tt.body, got.body)
		}
	}
	if got := p.send(t, "GET", "/api/v1/tasks/1", ""); got.field("title") != "the secret of user 1" || got.field("completed") != false {
		t.Errorf("user 2 changed a task of user 1: %d %s", got.status, got.body)
	}
}
