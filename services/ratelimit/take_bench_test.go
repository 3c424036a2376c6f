package ratelimit_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/ratelimit"
)

// benchPolicies are four policies, of which two are about a call, and the bound of requests.
const benchPolicies = `
requests: {quota: 1000000, window: 1s}
policies:
  - {name: user, by: [caller], callers: users, quota: 1000000, window: 1s}
  - {name: anonymous, by: [caller], callers: anonymous, quota: 1000000, window: 1s}
  - {name: tool, by: [caller, operation], quota: 1000000, window: 1s}
  - {name: chat, by: [caller], operations: [ChatService.Chat], quota: 1000000, window: 1s}
`

// BenchmarkTake does all that is done about a request: it counts it, and the call that it is, and says so.
func BenchmarkTake(b *testing.B) {
	policies, err := ratelimit.Parse([]byte(benchPolicies))
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
