package rest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// A request that is checked and written in one pass is the one that checkArguments lets through, and what that refuses never is:
// whatever stands in path, query and body, and however these are put together.
func TestPlainRequestsAreThoseThatAreChecked(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	routes := []string{
		"GET /api/v1/tasks", "POST /api/v1/tasks", "PATCH /api/v1/tasks/{task_id}", "DELETE /api/v1/tasks/{task_id}",
		"GET /api/v1/tasks/{task_id}",
	}
	ids := []string{"1", "-1", "1.0", "x", "", "99999999999", "%31", "\xff"}
	queries := []string{
		"", "", "", "status=all", "status=all&priority=high", "limit=5", "limit=x", "limit=5.5", "foo=1", "title=y", "user_id=3", "status=%zz",
		"status=a&status=b", "a.b=1", "task_id=2", "status=%ff", ";",
	}
	parts := []string{
		`{`, `}`, `"title":"x"`, `"title":"Read \u0041"`, `,`, ` `, "\n", `"priority":"high"`, `"task_id":2`, `"title":null`, `"foo":1`,
		`{}`, `[]`, "\u00a0", "\v", "\xff", `"title":"`, `"masjid_id":3`, `:`, `null`,
	}
	bodies := []string{
		"", "", "{}", `{"title":"x"}`, "\n{ \"title\" : \"x\" }\t", `{"title":"x","priority":"high"}`, `{"title":"x"}}`,
		"\u00a0{\"title\":\"x\"}",
		"{\"title\":\"x\"\v}", `["title":"x"}`, `{"title":"x"},{"priority":"high"}`, `[]`, `"{}"`, `{`, ` `, `{"task_id":1}`,
	}
	bound, plain := map[string]*binding{}, 0
	for _, route := range routes {
		bound[route] = bindingOf(t, route)
	}
	for range 100_000 {
		chosen := bound[routes[random.IntN(len(routes))]]
		var path map[string]string
		if strings.Contains(chosen.path.Path, "{") {
			path = map[string]string{"task_id": ids[random.IntN(1+random.IntN(len(ids)))]}
		}
		query, body := queries[random.IntN(len(queries))], bodies[random.IntN(len(bodies))]
		if random.IntN(3) == 0 {
			body = ""
			for range random.IntN(7) {
				body += parts[random.IntN(len(parts))]
			}
		}
		got := chosen.plainRequest(path, query, []byte(body))
		if got == nil {
			continue
		}
		plain++
		arguments, refused := checkArguments(chosen, path, query, []byte(body))
		want := chosen.input.New().Interface()
		if len(refused) > 0 || protojson.Unmarshal(arguments, want) != nil || !proto.Equal(got, want) {
			t.Fatalf("%s %v ?%s %q\n got %v\nwant %v, %v", chosen.path.Path, path, query, body, got, want, refused)
		}
	}
	t.Logf("%d requests were written in one pass", plain)
	if plain < 1_000 {
		t.Errorf("only %d requests were written in one pass", plain)
	}
}
