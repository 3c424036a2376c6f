package operations_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/operations"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

var now = time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)

// client returns a client of a gateway's own service.
func client(t *testing.T, change func(*operations.Options)) gatewayv1.GatewayServiceClient {
	t.Helper()
	clk := clockwork.NewFakeClockAt(now)
	options := operations.Options{
		Name: "one", Calls: calls.New(clk), Clock: clk, Table: func() *routing.Table { return &routing.Table{} }, Services: tasks(t),
		Budgets: bulkhead.New(bulkhead.Options{MaxInFlight: 8, MaxQueued: 2, MaxWait: time.Second, Clock: clk}),
	}
	change(&options)
	return gatewayv1.NewGatewayServiceClient(operations.New(options).Conn())
}

func tasks(t *testing.T) []protoreflect.ServiceDescriptor {
	t.Helper()
	services, err := descriptors.Services(tasksv1.TaskService_ServiceDesc.ServiceName)
	if err != nil {
		t.Fatal(err)
	}
	return services
}

const deletion = "/" + "salaatflow.tasks.v1.TaskService/DeleteTask"

// An administrator learns what would be decided about a call, and by which rule.
func TestADecisionIsExplained(t *testing.T) {
	rules, err := access.ReadRules([]byte(`
rules:
  - {name: nights, allow: "!tool.destructive || time.hour >= 6", reason: Nothing is deleted at night}
  - {name: office, allow: "caller.address == '' || cidr('203.0.113.0/24').containsIP(caller.address)", reason: From the office only}
  - {name: short, allow: "arguments.size < 100", reason: At most a hundred bytes}
`))
	if err != nil {
		t.Fatal(err)
	}
	asks := client(t, func(o *operations.Options) { o.Access = access.New(rules, clockwork.NewFakeClockAt(now)) })
	for name, c := range map[string]struct {
		asked *gatewayv1.ExplainPolicyRequest
		rule  string
	}{
		"allowed":         {&gatewayv1.ExplainPolicyRequest{Caller: 7, Address: "203.0.113.7", Arguments: `{"task_id":3}`}, ""},
		"anonymous":       {&gatewayv1.ExplainPolicyRequest{}, "user"},
		"too few scopes":  {&gatewayv1.ExplainPolicyRequest{Caller: 7, Scopes: []string{"tasks:read"}}, "scopes"},
		"from elsewhere":  {&gatewayv1.ExplainPolicyRequest{Caller: 7, Address: "198.51.100.1"}, "office"},
		"another time":    {&gatewayv1.ExplainPolicyRequest{Caller: 7, Time: "2026-03-02T03:00"}, "nights"},
		"their time zone": {&gatewayv1.ExplainPolicyRequest{Caller: 7, Time: "2026-03-02T03:00:00Z", Timezone: "Asia/Karachi"}, ""},
	} {
		c.asked.Tool = deletion
		answer, err := asks.ExplainPolicy(t.Context(), c.asked)
		if err != nil || answer.GetRule() != c.rule || answer.GetAllowed() != (c.rule == "") || len(answer.GetSteps()) != 5 {
			t.Errorf("%s: %v, %v", name, answer, err)
		}
	}
	for field, asked := range map[string]*gatewayv1.ExplainPolicyRequest{
		"tool":      {Tool: "nothing"},
		"role":      {Tool: deletion, Role: "admin"},
		"address":   {Tool: deletion, Address: "here"},
		"timezone":  {Tool: deletion, Timezone: "Mars/Olympus"},
		"time":      {Tool: deletion, Time: "noon"},
		"arguments": {Tool: deletion, Arguments: `{"color":"red"}`},
		"caller":    {Tool: deletion, Caller: -1},
	} {
		_, err := asks.ExplainPolicy(t.Context(), asked)
		if refused := apperr.From(err); refused == nil || len(refused.Violations) != 1 || refused.Violations[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	policy, err := asks.GetPolicy(t.Context(), &gatewayv1.GetPolicyRequest{})
	if err != nil || len(policy.GetRules()) != 3 || policy.GetRules()[0].GetAllow() != "!tool.destructive || time.hour >= 6" ||
		!strings.Contains(policy.GetText(), "name: nights") {
		t.Errorf("%v, %v", policy, err)
	}
}

// Where there is no policy file, the annotations decide, and that can be asked too.
func TestWithoutAPolicyTheAnnotationsDecide(t *testing.T) {
	asks := client(t, func(*operations.Options) {})
	policy, err := asks.GetPolicy(t.Context(), &gatewayv1.GetPolicyRequest{})
	if err != nil || policy.File != nil || len(policy.GetRules()) != 0 {
		t.Errorf("%v, %v", policy, err)
	}
	answer, err := asks.ExplainPolicy(t.Context(), &gatewayv1.ExplainPolicyRequest{Tool: deletion, Caller: 7, Time: "2026-03-02T03:00"})
	if err != nil || !answer.GetAllowed() {
		t.Errorf("%v, %v", answer, err)
	}
}

// An administrator sees who is near a limit, and no longer when they have waited.
func TestWhoIsNearALimitIsShown(t *testing.T) {
	policies, err := ratelimit.Parse([]byte("policies:\n  - {name: few, quota: 10, window: 60s, by: [caller]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	clk := clockwork.NewFakeClockAt(now)
	limits := ratelimit.New(ratelimit.Options{Source: (*ratelimit.Fixed)(policies), Clock: clk})
	asks := client(t, func(o *operations.Options) { o.Limits, o.Clock = limits, clk })
	near := func() []*gatewayv1.NearLimit {
		answer, err := asks.GetLimits(t.Context(), &gatewayv1.GetLimitsRequest{})
		if err != nil || len(answer.GetLimits()) != 1 || answer.GetLimits()[0].GetQuota() != 10 || answer.GetMaxInFlight() != 8 {
			t.Fatalf("%v, %v", answer, err)
		}
		return answer.GetNear()
	}
	take := func(user int32, times int) {
		for range times {
			_ = limits.Take(t.Context(), ratelimit.Call{Operation: "x", UserID: user, Network: netip.MustParsePrefix("203.0.113.7/32")})
		}
	}
	take(7, 3)
	if found := near(); len(found) != 0 {
		t.Errorf("after three calls: %v", found)
	}
	take(7, 9)
	take(8, 8)
	found := near()
	if len(found) != 2 || found[0].GetCaller() != 7 || found[0].GetRemaining() != 0 || found[0].GetResetSeconds() != 60 ||
		found[1].GetCaller() != 8 || found[1].GetRemaining() != 2 || found[0].Network != nil {
		t.Errorf("%v", found)
	}
	clk.Advance(time.Minute)
	if found := near(); len(found) != 0 {
		t.Errorf("a minute later: %v", found)
	}
}
