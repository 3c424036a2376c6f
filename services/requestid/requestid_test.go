package requestid_test

import (
	"strings"
	"testing"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/requestid"
)

func TestAnIDIsTheSameAfterAHop(t *testing.T) {
	id := requestid.New()
	sent := metadata.Pairs(requestid.Outgoing(requestid.NewContext(t.Context(), id), nil)...)
	if got := requestid.FromContext(requestid.Extract(metadata.NewIncomingContext(t.Context(), sent))); got != id {
		t.Errorf("sent %q, got %q", id, got)
	}
	if requestid.Outgoing(t.Context(), nil) != nil {
		t.Error("an ID was made up")
	}
}

func TestOnlyAValidIDIsTaken(t *testing.T) {
	for id, want := range map[string]bool{
		requestid.New(): true, "4bf92f35-77b3:a/b_c.d+e=": true, strings.Repeat("x", 128): true,
		"": false, strings.Repeat("x", 129): false, "a b": false, "a\nb": false, `a"b`: false, "ا": false,
	} {
		if got := requestid.Valid(id); got != want {
			t.Errorf("%q: %t, want %t", id, got, want)
		}
		ctx := requestid.Extract(metadata.NewIncomingContext(t.Context(), metadata.Pairs("x-request-id", id)))
		if got := requestid.FromContext(ctx) == id && id != ""; got != want {
			t.Errorf("%q: taken from metadata: %t, want %t", id, got, want)
		}
	}
	twice := metadata.NewIncomingContext(t.Context(), metadata.Pairs("x-request-id", "a", "x-request-id", "b"))
	if got := requestid.FromContext(requestid.Extract(twice)); got != "" {
		t.Errorf("of two IDs %q was taken", got)
	}
}
