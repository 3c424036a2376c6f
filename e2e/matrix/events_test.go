package matrix

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// eventsPath sends calls as they end. It is no RPC, and whoever may list the calls may read it.
const eventsPath = "/api/v1/gateway/calls/events"

// askEvents asks for the calls as they end, as all callers.
func (m *matrix) askEvents(t *testing.T) {
	t.Helper()
	var list protoreflect.MethodDescriptor
	for _, method := range m.methods() {
		if method.FullName() == "salaatflow.gateway.v1.GatewayService.ListCalls" {
			list = method
		}
	}
	r := ruleOf(list)
	for _, c := range m.overHTTP(t, r) {
		m.cells++
		got, want := m.firstOfEvents(t, c), r.expected(c, things{owner: m.user})
		if got.verdict() != want {
			t.Errorf("%s: %s %s, and not as it should: %s; %d %.300s", eventsPath, c.name, got.verdict(), want, got.status, got.body)
		}
		m.challenged(t, eventsPath, c, got)
	}
}

// firstOfEvents reads the beginning of the events, or a refusal.
func (w *world) firstOfEvents(t testing.TB, c caller) answer {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.URL+eventsPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(request.Header, c.header)
	response, err := w.HTTP.Transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got := answer{status: response.StatusCode, challenge: response.Header.Get("WWW-Authenticate")}
	got.missing = response.Header.Get("WWW-Authenticate") != "" && response.StatusCode == http.StatusForbidden
	if response.StatusCode == http.StatusOK {
		return got
	}
	if got.body, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	var refusal struct{ Error string }
	if err := json.Unmarshal(got.body, &refusal); err != nil || refusal.Error == "" {
		t.Fatalf("%s answers %d %s, %v", eventsPath, got.status, got.body, err)
	}
	got.code = refusal.Error
	return got
}
