package readiness_test

import (
	"context"
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
		down            []string
		says, whole     string // without and with ?complete
	}{
		{
			"nothing is missing", readiness.State{}, 200, 200, nil,
			`{"status":"ready","complete":true,"missing":[]}`, `{"status":"ready","complete":true,"missing":[],"down":[]}`,
		},
		{
			"a tool is missing", readiness.State{Missing: []string{"sow"}}, 200, 503, []string{"gateway"},
			`{"status":"ready","complete":false,"missing":["sow"]}`, `{"status":"ready","complete":false,"missing":["sow"],"down":["gateway"]}`,
		},
		{
			"a program is down", readiness.State{}, 200, 503, []string{"garden-svc"},
			`{"status":"ready","complete":true,"missing":[]}`, `{"status":"ready","complete":false,"missing":[],"down":["garden-svc"]}`,
		},
		{
			"somebody else's program is down", readiness.State{}, 200, 200, []string{"stranger-svc"},
			`{"status":"ready","complete":true,"missing":[]}`, `{"status":"ready","complete":true,"missing":[],"down":["stranger-svc"]}`,
		},
		{
			"it stops", readiness.State{Reason: "stopping"}, 503, 503, nil,
			`{"status":"not ready","complete":false,"reason":"stopping","missing":[]}`,
			`{"status":"not ready","complete":false,"reason":"stopping","missing":[],"down":[]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			handler := readiness.Handler(func() readiness.State { return c.state }, func(context.Context) ([]string, bool) {
				return c.down, len(c.down) > 0 && c.down[0] != "stranger-svc"
			})
			for path, want := range map[string]int{"/readyz": c.ready, "/readyz?complete": c.complete, "/readyz?complete=1": c.complete} {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
				says := c.says
				if strings.Contains(path, "complete") {
					says = c.whole
				}
				if answer.Code != want || strings.TrimSpace(answer.Body.String()) != says {
					t.Errorf("%s: %d %s, want %d %s", path, answer.Code, answer.Body, want, says)
				}
			}
		})
	}
}
