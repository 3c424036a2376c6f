package client_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/client"
)

func TestTheCatalogueArrivesAsItIs(t *testing.T) {
	want := []*client.Tool{tool("echo", "say"), tool("sing")}
	got := must(startGateway(t, want...).client(t).Tools(t.Context()))(t)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// A long catalogue is answered by pages. Where the next one is, the gateway's own address says, whatever a header names.
func TestACatalogueOfSeveralPagesArrivesWhole(t *testing.T) {
	pages := map[string]struct{ tools, link string }{
		"":  {`{"tools":[{"name":"a"},{"name":"b"}]}`, `</api/v1/tools?page_token=b>; rel="next"`},
		"b": {`{"tools":[{"name":"c"},{"name":"d"}]}`, `<http://elsewhere.example/api/v1/tools?page_token=d>; rel="next"`},
		"d": {`{"tools":[{"name":"e"}]}`, ""},
		"x": {`{"tools":[]}`, `</api/v1/tools?page_token=x>; rel="next"`},
	}
	first := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := pages[cmp.Or(r.URL.Query().Get("page_token"), first)]
		w.Header().Set("Content-Type", "application/json")
		if page.link != "" {
			w.Header().Set("Link", page.link)
		}
		_, _ = w.Write([]byte(page.tools))
	}))
	defer server.Close()
	c := must(client.New(server.URL))(t)
	defer c.Close()
	var names []string
	for _, tool := range must(c.Tools(t.Context()))(t) {
		names = append(names, tool.Name)
	}
	if got := strings.Join(names, ""); got != "abcde" {
		t.Errorf("got %s", got)
	}
	first = "x" // a gateway that never ends
	if _, err := c.Tools(t.Context()); err == nil || !strings.Contains(err.Error(), "empty page") {
		t.Errorf("a page of nothing before another: %v", err)
	}
}

func TestACallAnswersItsResult(t *testing.T) {
	g := startGateway(t, tool("echo", "say"))
	c := g.client(t)
	for _, tc := range []struct {
		name, arguments string
		user            int32
		want            string
		status          int
	}{
		{"echo", `{"word":"salam"}`, 7, `{"success":true,"data":{"word":"salam"},"error":null,"error_message":null}`, 200},
		{"say", `{"word":"salam"}`, 0, `{"success":true,"data":{"word":"salam"},"error":null,"error_message":null}`, 200},
		{"echo", ``, 1, `{"success":false,"data":null,"error":"VALIDATION_ERROR","error_message":"word: Required",` +
			`"violations":[{"field":"word","message":"Required"}]}`, 400},
		{"a/b ?", `{}`, 1, `{"success":false,"data":null,"error":"TOOL_NOT_FOUND","error_message":"no tool is named \"a/b ?\"",` +
			`"available_tools":["echo"]}`, 404},
	} {
		result := must(c.Call(t.Context(), tc.name, []byte(tc.arguments), tc.user))(t)
		if got := string(result.AppendJSON(nil)); got != tc.want || result.HTTPStatus() != tc.status {
			t.Errorf("%s: %d %s", tc.name, result.HTTPStatus(), got)
		}
	}
	if want := []string{"7", "", "1", "1"}; !reflect.DeepEqual(g.users, want) {
		t.Errorf("called as %q, want %q", g.users, want)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	answers := func(status int, contentType, body string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, tc := range map[string]struct {
		url  string
		want []string
	}{
		"nobody there":   {closed.URL, []string{"cannot reach the gateway at " + closed.URL, "make run", "--gateway", "connection refused"}},
		"something else": {answers(404, "text/html", "<html>"), []string{"not as a gateway does: 404 Not Found", "--gateway"}},
		"other JSON":     {answers(200, "application/json", `{"hello":"world"}`), []string{"not as a gateway does: 200 OK"}},
		"cut off":        {answers(200, "application/json", `{"success":`), []string{"not as a gateway does"}},
		"a refusal": {
			answers(403, "application/problem+json", `{"title":"Forbidden","detail":"the host evil is not served here"}`),
			[]string{"the gateway refused: the host evil is not served here"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := must(client.New(tc.url))(t)
			defer c.Close()
			_, err := c.Call(t.Context(), "echo", nil, 0)
			for _, want := range tc.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %q in it", err, want)
				}
			}
			if got, want := errors.Is(err, client.ErrUnreachable), name == "nobody there"; got != want {
				t.Errorf("unreachable: %v", got)
			}
			if _, err := c.Tools(t.Context()); err == nil {
				t.Error("Tools succeeded")
			}
		})
	}
}

func TestACallThatIsGivenUpIsNoFaultOfTheGateway(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := startGateway(t).client(t).Call(ctx, "echo", nil, 0)
	if !errors.Is(err, context.Canceled) || errors.Is(err, client.ErrUnreachable) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoURLIsRefused(t *testing.T) {
	for _, gateway := range []string{"", "localhost:8080", "ftp://localhost", "http://", "://", "http://a b"} {
		if _, err := client.New(gateway); err == nil || !strings.Contains(err.Error(), "like http://127.0.0.1:8080") {
			t.Errorf("%q: %v", gateway, err)
		}
	}
}
