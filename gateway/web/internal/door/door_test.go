package door_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

type contextKey struct{}

func TestAPageCallsThePathsThatEverybodyCalls(t *testing.T) {
	api := http.NewServeMux()
	api.HandleFunc("GET /api/v1/tasks", func(w http.ResponseWriter, r *http.Request) {
		if r.Context().Value(contextKey{}) != nil {
			t.Error("the context is not the page's")
		}
		_, _ = w.Write([]byte(`[{"id":` + r.URL.Query().Get("limit") + `}]`))
	})
	api.HandleFunc("POST /api/v1/tasks", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"detail":"the title is missing","error":"VALIDATION_ERROR",` +
			`"violations":[{"field":"title","message":"Required"}]}`))
	})
	d := door.New(api)
	var tasks []struct{ ID int }
	if err := d.Read(t.Context(), door.Get("/api/v1/tasks", url.Values{"limit": {"7"}}), &tasks); err != nil || tasks[0].ID != 7 {
		t.Fatalf("%v, %v", tasks, err)
	}
	err := d.Read(t.Context(), door.Call{Method: http.MethodPost, Path: "/api/v1/tasks", Body: map[string]string{}}, nil)
	refusal := door.RefusalOf(err)
	if refusal == nil || refusal.Code != "VALIDATION_ERROR" || refusal.Message != "the title is missing" || len(refusal.Violations) != 1 {
		t.Fatalf("%+v", err)
	}
	if err := d.Read(t.Context(), door.Get("/nowhere", nil), nil); door.RefusalOf(err).Status != http.StatusNotFound {
		t.Fatalf("%v", err)
	}
}
