package ratelimit_test

import (
	"net/http"
	"net/netip"
	"os"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/ratelimit"
)

// BenchmarkTake does all that is done about a request: it counts it, and the call that it is, and says so. Two of the policies are
// about the call.
func BenchmarkTake(b *testing.B) {
	text, err := os.ReadFile("testdata/wide.yaml")
	if err != nil {
		b.Fatal(err)
	}
	policies, err := ratelimit.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	limiter := ratelimit.New(ratelimit.Options{Source: (*ratelimit.Fixed)(policies)})
	network := netip.MustParsePrefix("127.0.0.1/32")
	call := ratelimit.Call{Operation: toolnames.UpdateTask, Write: true, UserID: 7, Network: network}
	header := http.Header{}
	b.ReportAllocs()
	for b.Loop() {
		ctx, report := ratelimit.NewContext(b.Context())
		if limiter.Enter(ctx, network) != nil || limiter.Take(ctx, call) != nil {
			b.Fatal("refused")
		}
		report.SetHeaders(header, http.StatusOK)
	}
}
