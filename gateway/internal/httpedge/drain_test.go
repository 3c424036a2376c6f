package httpedge_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/httpedge"
)

func TestAServerThatLeavesTellsItsClientsInTwoSteps(t *testing.T) {
	draining, refusing := make(chan struct{}), make(chan struct{})
	served := 0
	handler := httpedge.Shutdown{Draining: draining, Refusing: refusing}.Handler(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
	server := httptest.NewServer(handler)
	defer server.Close()
	ask := func() *http.Response {
		answer, err := server.Client().Post(server.URL, "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	if got := ask(); got.StatusCode != http.StatusOK || got.Close || served != 1 {
		t.Errorf("before: %d, close %t", got.StatusCode, got.Close)
	}
	close(draining)
	if got := ask(); got.StatusCode != http.StatusOK || !got.Close || served != 2 {
		t.Errorf("draining: %d, close %t", got.StatusCode, got.Close)
	}
	close(refusing)
	if got := ask(); got.StatusCode != http.StatusServiceUnavailable || !got.Close || got.Header.Get("Retry-After") == "" || served != 2 {
		t.Errorf("refusing: %d, close %t, %d served", got.StatusCode, got.Close, served)
	}
}
