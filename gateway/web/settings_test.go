package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/services/clock"
)

// Who cannot be asked about is not told to sign in.
func TestSettingsSayWhyTheyCannotBeShown(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusServiceUnavailable} {
		pages, err := New(Options{Development: true, Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
		if err != nil {
			t.Fatal(err)
		}
		handler := pages.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/settings", nil))
		if answer.Code != status {
			t.Errorf("%d, want %d", answer.Code, status)
		}
	}
}
