package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// answer is an answer over HTTP.
type answer struct {
	status int
	header http.Header
	body   string
}

// field returns a member of the body, by a path of names such as "violations.0.field".
func (a answer) field(t *testing.T, path string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(a.body), &value); err != nil {
		t.Fatalf("not JSON: %s", a.body)
	}
	for name := range strings.SplitSeq(path, ".") {
		switch at := value.(type) {
		case map[string]any:
			value = at[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(at) {
				return nil
			}
			value = at[i]
		default:
			return nil
		}
	}
	return value
}

// send sends a request to the gateway, or to target if that is a whole URL. Headers are "Name: value".
func send(t *testing.T, platform *harness.Platform, method, target, body string, headers ...string) answer {
	t.Helper()
	if strings.HasPrefix(target, "/") {
		target = platform.URL + target
	}
	request, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Host" {
			request.Host = value
			continue
		}
		request.Header.Add(name, value)
	}
	response, err := platform.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

// as returns the header of a user.
func as(user int32) string { return fmt.Sprintf("X-User-ID: %d", user) }

// Resources are bare in answers, and each method has its own status.
func TestTasksOverREST(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	created := send(t, platform, "POST", "/api/v1/tasks", `{"title":"Read"}`, user)
	if created.status != http.StatusCreated || created.field(t, "id") != 1.0 || created.field(t, "linked_prayer") != nil {
		t.Fatalf("created: %+v", created)
	}
	if !strings.Contains(created.body, `"linked_prayer":null`) {
		t.Errorf("a value that is missing is not null: %s", created.body)
	}
	listed := send(t, platform, "GET", "/api/v1/tasks", "", user)
	if listed.status != http.StatusOK || !strings.HasPrefix(listed.body, "[") || listed.header.Get("X-Total-Count") != "1" {
		t.Errorf("listed: %+v", listed)
	}
	for _, step := range []struct {
		method, path, body string
		status             int
		field              string
		want               any
	}{
		{"PUT", "", `{"priority":"low"}`, http.StatusOK, "priority", "low"},
		{"PATCH", "", `{"priority":"high"}`, http.StatusOK, "title", "Read"},
		{"GET", "", "", http.StatusOK, "priority", "high"},
		{"PATCH", "/complete", "", http.StatusOK, "completed", true},
		{"DELETE", "", "", http.StatusNoContent, "", nil},
		{"GET", "", "", http.StatusNotFound, "error", "NOT_FOUND"},
		{"POST", "/undelete", "", http.StatusOK, "id", 1.0},
	} {
		got := send(t, platform, step.method, "/api/v1/tasks/1"+step.path, step.body, user)
		if got.status != step.status || (got.body == "") != (step.field == "") {
			t.Fatalf("%s %q: %+v", step.method, step.path, got)
		}
		if step.field != "" && got.field(t, step.field) != step.want {
			t.Errorf("%s %q: %s is not %v: %s", step.method, step.path, step.field, step.want, got.body)
		}
	}
	if empty := send(t, platform, "GET", "/api/v1/tasks", "", as(nextUser.Add(1))); empty.body != "[]" ||
		empty.header.Get("X-Total-Count") != "0" {
		t.Errorf("an empty list: %+v", empty)
	}
}

func TestAListTellsWhereItsNextPageIs(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	for range 3 {
		send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","priority":"high"}`, user)
	}
	seen := 0
	for next := "/api/v1/tasks?limit=2&priority=high"; next != ""; {
		page := send(t, platform, "GET", next, "", user)
		if page.status != http.StatusOK || page.header.Get("X-Total-Count") != "3" {
			t.Fatalf("page: %+v", page)
		}
		seen += strings.Count(page.body, `"id":`)
		target, _, _ := strings.Cut(page.header.Get("Link"), ">")
		next = strings.TrimPrefix(target, "<")
	}
	if seen != 3 {
		t.Errorf("the pages held %d tasks of 3", seen)
	}
}

// The profile is the caller's own to read and to change. A new time zone counts at once.
func TestTheProfileOverREST(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","due_datetime":"2030-01-01T08:00"}`, user)
	changed := send(t, platform, "PATCH", "/api/v1/users/me", `{"timezone":"Europe/London","display_name":"Sana"}`, user)
	if changed.status != http.StatusOK || changed.field(t, "timezone") != "Europe/London" ||
		changed.field(t, "display_name") != "Sana" {
		t.Fatalf("changed: %+v", changed)
	}
	if task := send(t, platform, "GET", "/api/v1/tasks/1", "", user); task.field(t, "due_datetime") != "2030-01-01T03:00:00Z" {
		t.Errorf("the due date in London: %+v", task)
	}
	if wrong := send(t, platform, "PATCH", "/api/v1/users/me", `{"timezone":"Mars/Olympus"}`, user); wrong.status != http.StatusBadRequest ||
		wrong.field(t, "violations.0.field") != "timezone" {
		t.Errorf("an unknown zone: %+v", wrong)
	}
	if me := send(t, platform, "GET", "/api/v1/users/me", "", user); me.field(t, "display_name") != "Sana" {
		t.Errorf("me: %+v", me)
	}
}

func TestATaskBelongsToThePreferredMasjid(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	for preferred, want := range map[string]any{`9`: 9.0, `0`: nil} {
		send(t, platform, "PATCH", "/api/v1/users/me", `{"preferred_masjid_id":`+preferred+`}`, user)
		// The platform is ready when the gateway is; tasks-svc may find users-svc a moment later.
		platform.Eventually(t, "a task belongs to the preferred masjid "+preferred, func() bool {
			return send(t, platform, "POST", "/api/v1/tasks", `{"title":"x"}`, user).field(t, "masjid_id") == want
		})
		if task := send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","masjid_id":4}`, user); task.field(t, "masjid_id") != 4.0 {
			t.Errorf("with a masjid of its own: %s", task.body)
		}
	}
}

func TestRefusalsOverHTTP(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := nextUser.Add(1)
	send(t, platform, "POST", "/api/v1/tasks", `{"title":"mine"}`, as(user))
	for _, c := range []struct {
		name, method, target, body string
		headers                    []string
		status                     int
		code, field                string
	}{
		{"no user", "GET", "/api/v1/tasks", "", nil, 401, "AUTH_REQUIRED", ""},
		{"a bad user", "GET", "/api/v1/tasks", "", []string{"X-User-ID: zero"}, 401, "AUTH_REQUIRED", ""},
		{"another user in the query", "GET", fmt.Sprintf("/api/v1/tasks?user_id=%d", user+1), "", []string{as(user)}, 403, "FORBIDDEN", ""},
		{"another user in the body", "POST", "/api/v1/tasks", fmt.Sprintf(`{"title":"x","user_id":%d}`, user+1), []string{as(user)},
			403, "FORBIDDEN", ""},
		{"identity is checked before arguments", "POST", "/api/v1/tasks", `{`, nil, 401, "AUTH_REQUIRED", ""},
		{"an unknown query parameter", "GET", "/api/v1/tasks?prio=high", "", []string{as(user)}, 400, "VALIDATION_ERROR", "prio"},
		{"a query parameter given twice", "GET", "/api/v1/tasks?limit=1&limit=2", "", []string{as(user)}, 400, "VALIDATION_ERROR", "limit"},
		{"a query parameter of another type", "GET", "/api/v1/tasks?limit=many", "", []string{as(user)}, 400, "VALIDATION_ERROR", "limit"},
		{"a path of another type", "GET", "/api/v1/tasks/one", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a number too large", "GET", "/api/v1/tasks/99999999999", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a number below one", "GET", "/api/v1/tasks/0", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"camelCase", "POST", "/api/v1/tasks", `{"title":"x","linkedPrayer":"Fajr"}`, []string{as(user)}, 400,
			"VALIDATION_ERROR", "linkedPrayer"},
		{"a quoted number", "PUT", "/api/v1/tasks/1", `{"masjid_id":"3"}`, []string{as(user)}, 400, "VALIDATION_ERROR", "masjid_id"},
		{"no JSON", "POST", "/api/v1/tasks", `title=x`, []string{as(user)}, 400, "VALIDATION_ERROR", ""},
		{"an array", "POST", "/api/v1/tasks", `[]`, []string{as(user)}, 400, "VALIDATION_ERROR", ""},
		{"a path there is not", "GET", "/api/v1/nothing", "", []string{as(user)}, 404, "HTTP_ERROR", ""},
		{"a method there is not", "POST", "/api/v1/tasks/1", `{}`, []string{as(user)}, 405, "HTTP_ERROR", ""},
		{"NUL in a body", "POST", "/api/v1/tasks", `{"title":"a\u0000"}`, []string{as(user)}, 400, "VALIDATION_ERROR", "title"},
		{"NUL in a query", "GET", "/api/v1/tasks?category=%00", "", []string{as(user)}, 400, "VALIDATION_ERROR", "category"},
		{"NUL in a query that needs no user", "GET", "/api/v1/hadith/random?topic=%00", "", nil, 400, "VALIDATION_ERROR", "topic"},
		{"NUL in a path", "GET", "/api/v1/skills/a%00b", "", nil, 400, "VALIDATION_ERROR", "name"},
		{"NUL in a parameter's name", "GET", "/api/v1/tasks?a%00=1", "", []string{as(user)}, 400, "VALIDATION_ERROR", "a\x00"},
		{"no UTF-8 in a query", "GET", "/api/v1/hadith?q=%ff", "", nil, 400, "VALIDATION_ERROR", "q"},
		{"no UTF-8 in a parameter's name", "GET", "/api/v1/tasks?%ff=1", "", []string{as(user)}, 400, "VALIDATION_ERROR", "\ufffd"},
		{"no UTF-8 in a path", "GET", "/api/v1/skills/%ff", "", nil, 400, "VALIDATION_ERROR", "name"},
		{"a query that is cut off", "GET", "/api/v1/tasks?limit=1&category=%2", "", []string{as(user)}, 400, "VALIDATION_ERROR", ""},
		{"a query with a semicolon", "GET", "/api/v1/tasks?limit=1;status=all", "", []string{as(user)}, 400, "VALIDATION_ERROR", ""},
		{"a path with a point", "GET", "/api/v1/tasks/1.0", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path with a fraction", "GET", "/api/v1/tasks/1.5", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path with an exponent", "GET", "/api/v1/tasks/1e0", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path with a blank", "GET", "/api/v1/tasks/%201", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path with a sign", "GET", "/api/v1/tasks/+1", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path in base sixteen", "GET", "/api/v1/tasks/0x1", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a path with an underscore", "GET", "/api/v1/masjids/1_0", "", nil, 400, "VALIDATION_ERROR", "masjid_id"},
		{"a path that is empty", "GET", "/api/v1/tasks/", "", []string{as(user)}, 400, "VALIDATION_ERROR", "task_id"},
		{"a number larger than any", "GET", "/api/v1/tasks/" + strings.Repeat("9", 400), "", []string{as(user)}, 400,
			"VALIDATION_ERROR", "task_id"},
		{"a query in base sixteen", "GET", "/api/v1/tasks?limit=0x10", "", []string{as(user)}, 400, "VALIDATION_ERROR", "limit"},
		{"two users", "GET", "/api/v1/tasks", "", []string{as(user), as(user + 1)}, 401, "AUTH_REQUIRED", ""},
		{"one user twice", "GET", "/api/v1/tasks", "", []string{as(user), as(user)}, 401, "AUTH_REQUIRED", ""},
		{"two roles", "GET", "/api/v1/tasks", "", []string{as(user), "X-User-Role: user", "X-User-Role: admin"}, 401, "AUTH_REQUIRED", ""},
		{"PUT on a tool", "PUT", "/api/v1/tools/create_task", `{}`, []string{as(user)}, 405, "HTTP_ERROR", ""},
		{"DELETE on a tool", "DELETE", "/api/v1/tools/create_task", ``, []string{as(user)}, 405, "HTTP_ERROR", ""},
		{"PATCH on a tool there is not", "PATCH", "/api/v1/tools/none", ``, []string{as(user)}, 405, "HTTP_ERROR", ""},
		{"POST on the tools", "POST", "/api/v1/tools", `{}`, []string{as(user)}, 405, "HTTP_ERROR", ""},
		{"a body too large", "POST", "/api/v1/tasks", `{"title":"` + strings.Repeat("x", 1<<20) + `"}`, []string{as(user)},
			413, "HTTP_ERROR", ""},
		{"another host", "GET", "/api/v1/tasks", "", []string{as(user), "Host: evil.example"}, 403, "FORBIDDEN", ""},
		{"a page of another site", "POST", "/api/v1/tasks", `{"title":"x"}`, []string{as(user), "Origin: https://evil.example"},
			403, "FORBIDDEN", ""},
		{"metadata forged by a header", "GET", "/api/v1/tasks", "", []string{"Grpc-Metadata-X-User-ID: " + fmt.Sprint(user)},
			401, "AUTH_REQUIRED", ""},
		{"another method by a header", "POST", "/api/v1/tasks/1", ``, []string{as(user), "X-HTTP-Method-Override: DELETE"},
			405, "HTTP_ERROR", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := send(t, platform, c.method, c.target, c.body, c.headers...)
			if got.status != c.status || got.field(t, "error") != c.code {
				t.Fatalf("want %d %s, got %d %s", c.status, c.code, got.status, got.body)
			}
			if media := got.header.Get("Content-Type"); media != "application/problem+json" {
				t.Errorf("the media type is %s", media)
			}
			if detail, _ := got.field(t, "detail").(string); detail == "" || got.field(t, "status") != float64(c.status) {
				t.Errorf("the problem is %s", got.body)
			}
			if c.field != "" && got.field(t, "violations.0.field") != c.field {
				t.Errorf("want a violation of %s: %s", c.field, got.body)
			}
			for _, internal := range []string{"strconv", "mismatch", "parsing", "proto:", "invalid URL escape", "grpc"} {
				if strings.Contains(got.body, internal) {
					t.Errorf("it speaks of the inside (%s): %s", internal, got.body)
				}
			}
			if allow := got.header.Get("Allow"); (allow != "") != (c.status == http.StatusMethodNotAllowed) || strings.Contains(allow, c.method) {
				t.Errorf("Allow is %q", allow)
			}
		})
	}
	if still := send(t, platform, "GET", "/api/v1/tasks?status=all", "", as(user)); still.header.Get("X-Total-Count") != "1" {
		t.Errorf("a refused request did something: %s", still.body)
	}
}

// No cache keeps what may belong to a user, and no browser takes it for something else.
func TestAnswersWithUsersDataAreNotKept(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":` +
		`{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for _, c := range []struct {
		name, method, target, body string
		headers                    []string
	}{
		{"a list", "GET", "/api/v1/tasks", "", []string{user}},
		{"what was made", "POST", "/api/v1/tasks", `{"title":"x"}`, []string{user}},
		{"one's profile", "GET", "/api/v1/users/me", "", []string{user}},
		{"a head", "HEAD", "/api/v1/users/me", "", []string{user}},
		{"a tool call", "POST", "/api/v1/tools/list_tasks", `{}`, []string{user}},
		{"an intent", "POST", "/api/v1/intents/map", `{"intent":"create_task"}`, nil},
		{"a chat", "POST", "/api/v1/chat", `{"message":"my tasks"}`, []string{user}},
		{"a refusal", "GET", "/api/v1/tasks", "", nil},
		{"a path there is not", "GET", "/api/v1/nothing", "", nil},
		{"MCP as a stream", "POST", "/mcp", initialize,
			[]string{user, "Content-Type: application/json", "Accept: application/json, text/event-stream"}},
		{"MCP refused", "POST", "/mcp", `{`, []string{user, "Content-Type: application/json", "Accept: application/json, text/event-stream"}},
	} {
		got := send(t, platform, c.method, c.target, c.body, c.headers...)
		if !strings.Contains(got.header.Get("Cache-Control"), "no-store") || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d, Cache-Control %q, X-Content-Type-Options %q", c.name, got.status,
				got.header.Values("Cache-Control"), got.header.Values("X-Content-Type-Options"))
		}
	}
	tools := send(t, platform, "GET", "/api/v1/tools", "")
	if tools.status != http.StatusOK || tools.header.Get("Cache-Control") != "no-cache" || tools.header.Get("ETag") == "" {
		t.Errorf("the tools, which are public and asked for anew each time, are %d, %v", tools.status, tools.header)
	}
	page := send(t, platform, "GET", "/api/v1/tools?limit=2", "")
	if next := page.header.Get("Link"); page.status != http.StatusOK || !strings.HasPrefix(next, "</api/v1/tools?limit=2&page_token=") {
		t.Errorf("a page of the tools is %d, then %q", page.status, next)
	}
	feed := send(t, platform, "GET", "/api/v1/masjids/1/prayer-times.ics", "")
	if feed.status != http.StatusOK || feed.header.Get("Cache-Control") != "private, no-cache" || feed.header.Get("ETag") == "" {
		t.Errorf("a calendar, which is public, is %d, %v", feed.status, feed.header)
	}
}

func TestPagesForPeopleAndMachines(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, c := range []struct{ path, media, contains string }{
		{"/openapi.json", "application/json", `"/api/v1/tasks/{task_id}"`},
		{"/docs", "text/html", "openapi.json"},
		{"/api/v1/proto.zip", "application/zip", "salaatflow/tools/v1/tool.proto"},
		{"/", "text/html", `href="/docs"`},
		{platform.Ops + "/healthz", "text/plain", "ok"},
		{platform.Ops + "/readyz", "application/json", "ready"},
		{platform.Ops + "/metrics", "text/plain", "salaatflow_calls_in_flight"},
		{platform.Ops + "/metrics", "text/plain", "go_goroutines"},
	} {
		got := send(t, platform, "GET", c.path, "")
		if got.status != http.StatusOK || !strings.HasPrefix(got.header.Get("Content-Type"), c.media) || !strings.Contains(got.body, c.contains) {
			t.Errorf("%s: %d %s %.200s", c.path, got.status, got.header.Get("Content-Type"), got.body)
		}
	}
	// What is for operators is never on the public port.
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
		if got := send(t, platform, "GET", path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s at the public port: %d %.200s", path, got.status, got.body)
		}
	}
}
