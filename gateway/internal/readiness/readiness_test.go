package readiness_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/readiness"
)

func TestReadyAndCompleteAreTwoQuestions(t *testing.T) {
	for _, c := range []struct {
		name            string
		state           readiness.State
		ready, complete int
		says            string
	}{
		{"nothing is missing", readiness.State{}, 200, 200, `{"status":"ready","complete":true,"missing":[]}`},
		{
			"a tool is missing", readiness.State{Missing: []string{"sow"}}, 200, 503,
			`{"status":"ready","complete":false,"missing":["sow"]}`,
		},
		{
			"it stops", readiness.State{Reason: "stopping"}, 503, 503,
			`{"status":"not ready","complete":false,"reason":"stopping","missing":[]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			handler := readiness.Handler(func() readiness.State { return c.state })
			for path, want := range map[string]int{"/readyz": c.ready, "/readyz?complete": c.complete, "/readyz?complete=1": c.complete} {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
				if answer.Code != want || strings.TrimSpace(answer.Body.String()) != c.says {
					t.Errorf("%s: %d %s, want %d %s", path, answer.Code, answer.Body, want, c.says)
				}
			}
		})
	}
}
