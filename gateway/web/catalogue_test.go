package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/clock"
)

// A catalogue of fifty thousand tools is shown page by page, and read again only when it has changed.
func TestAVeryLongCatalogueIsPaged(t *testing.T) {
	const many, onPage = 50_000, 1000
	sent := 0
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /api/v1/tools", func(w http.ResponseWriter, r *http.Request) {
		from, _ := strconv.Atoi(r.URL.Query().Get("page_token"))
		if from+onPage < many {
			w.Header().Set("Link", fmt.Sprintf(`</api/v1/tools?page_token=%d>; rel="next"`, from+onPage))
		}
		tag := strconv.Quote(strconv.Itoa(from))
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		var list []string
		for i := range onPage {
			list = append(list, fmt.Sprintf(`{"name":"tool_%05d","title":"A tool","service":"svc-%d","aliases":["alias_%[1]d"],`+
				`"available":true,"input_schema":{"type":"object"}}`, from+i, (from+i)%7))
		}
		_, _ = w.Write([]byte(`{"tools":[` + strings.Join(list, ",") + `]}`))
	})
	pages, err := New(Options{Development: true, Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatal(err)
	}
	handler := pages.Handler(api)
	api.HandleFunc("GET /api/v1/skills/{name}", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"name":"` + r.PathValue("name") + `","state":"ready"}`))
	})
	api.HandleFunc("GET /api/v1/skills/{name}/resolved-tools", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) })
	for path, want := range map[string]string{
		"/console": "tool_00049", "/console?from=49950": "tool_49999", "/console?q=svc-3+tool_00003": "tool_00003",
		"/console?q=tool_": "50000", "/console?q=alias_49999": "tool_49999", "/console?q=tool_&from=25000": "from=25050",
		"/console?from=-7": "tool_00000", "/console?from=99999999999999999999": "tool_00000", "/console/skills/plan": "plan",
	} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		const most = 100_000
		if rows := strings.Count(answer.Body.String(), "/console/tools/"); rows > toolsOnPage {
			t.Errorf("%s shows %d tools", path, rows)
		}
		if body := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(body, want) || len(body) > most {
			t.Errorf("%s: %d, %d bytes, with %s: %t", path, answer.Code, len(body), want, strings.Contains(body, want))
		}
	}
	if sent != many/onPage {
		t.Errorf("pages of the catalogue were sent %d times", sent)
	}
}
