package access_test

import (
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

func rule(allow string) string {
	return "rules: [{name: one, allow: '" + allow + "', reason: because}]"
}

// sunday is a Sunday, half past three in Karachi.
var sunday = clockwork.NewFakeClockAt(time.Date(2026, 11, 22, 10, 30, 0, 0, time.UTC))

func decider(t testing.TB, now clock.Clock, text string) *access.Decider {
	t.Helper()
	rules, err := access.ReadRules([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return access.New(rules, now)
}

func TestRulesSeeTheCall(t *testing.T) {
	caller := identity.Caller{
		UserID: 7, Role: identity.RoleUser, Scopes: identity.LimitTo("tasks:write", "chat"), Issuer: "https://sso.example.org",
		Address: netip.MustParseAddr("10.1.2.3"),
	}
	request := &tasksv1.CreateTaskRequest{Title: proto.String("نماز"), Priority: proto.String("high")}
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	for allow, holds := range map[string]bool{
		`caller.user == 7 && !caller.anonymous && caller.role == "user"`:                                          true,
		`caller.limited && "chat" in caller.scopes && caller.scopes.all(s, s != "audit:read")`:                    true,
		`caller.issuer.startsWith("https://sso.")`:                                                                true,
		`cidr("10.0.0.0/8").containsIP(ip(caller.address))`:                                                       true,
		`cidr("192.168.0.0/16").containsIP(ip(caller.address))`:                                                   false,
		`tool.name == "` + toolnames.CreateTask + `" && tool.rpc == "salaatflow.tasks.v1.TaskService/CreateTask"`: true,
		`tool.service == "salaatflow.tasks.v1.TaskService" && tool.package == "salaatflow.tasks.v1"`:              true,
		`tool.auth == "required" && tool.scopes == ["tasks:write"] && tool.capabilities.size() > 0`:               true,
		`tool.read_only || tool.destructive || tool.idempotent`:                                                   false,
		`arguments.names == ["title", "priority"] && arguments.lengths["title"] == 4`:                             true,
		`arguments.size < 5`:                false,
		`arguments.lengths["category"] < 5`: false, // fails, so it refuses
		`time.weekday == 7 && time.hour == 15 && time.minute == 30 && time.date == "2026-11-22"`: true,
		`time.zone == "Asia/Karachi" && time.now == timestamp("2026-11-22T10:30:00Z")`:           true,
		`time.hour < 6`: false,
		`[1,2,3,4,5,6].all(x, [1,2,3,4,5,6].all(y, [1,2,3,4,5,6].all(z, x + y + z > 0)))`: true,
	} {
		t.Run(allow, func(t *testing.T) {
			d := decider(t, sunday, rule(allow))
			got := d.Decide(t.Context(), caller, create, request)
			if got.Allowed != holds {
				t.Errorf("%+v", got)
			}
			if !holds && (got.Rule != "one" || got.Reason != "because" || got.Err().ToolCode() != "FORBIDDEN") {
				t.Errorf("%+v, %v", got, got.Err())
			}
		})
	}
}

func TestTheTimeIsThatOfTheCaller(t *testing.T) {
	berlin, err := identity.LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	d := decider(t, sunday, rule("time.hour == 11"))
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	if got := d.Decide(t.Context(), identity.Caller{UserID: 1, Timezone: berlin}, create, nil); !got.Allowed {
		t.Errorf("%+v", got)
	}
}

func TestAnAddressThatNobodySaidIsThatOfTheConnection(t *testing.T) {
	ctx := peer.NewContext(t.Context(), &peer.Peer{Addr: &net.TCPAddr{IP: net.ParseIP("::ffff:192.0.2.9"), Port: 4000}})
	d := decider(t, sunday, rule(`caller.address == "192.0.2.9"`))
	masjids := method(t, masjidv1.MasjidService_ListMasjids_FullMethodName)
	if got := d.Decide(ctx, identity.Caller{}, masjids, nil); !got.Allowed {
		t.Errorf("%+v", got)
	}
	if got := d.Decide(t.Context(), identity.Caller{}, masjids, nil); got.Allowed {
		t.Error("an address that is not known was let through")
	}
	if !d.NeedsAddress() {
		t.Error("the address is not needed")
	}
}

// What rules see of arguments is read from the request when it is asked for, and is a list and a map like any other.
func TestArgumentsAreAListAndAMap(t *testing.T) {
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	request := &tasksv1.CreateTaskRequest{Title: proto.String("نماز"), Priority: proto.String("high")}
	for allow, holds := range map[string]bool{
		`"title" in arguments.names && !("category" in arguments.names) && !("no such" in arguments.names)`:            true,
		`arguments.names.size() == 2 && arguments.names[0] == "title" && ["title", "priority"] == arguments.names`:     true,
		`arguments.names.all(n, n in arguments.names && n in arguments.lengths && arguments.lengths[n] == 4)`:          true,
		`arguments.names + ["other"] == ["title", "priority", "other"] && arguments.names.join(",") != ""`:             true,
		`sets.contains(["title", "priority", "category"], arguments.names) && type(arguments.names) == list`:           true,
		`arguments.lengths == {"title": 4, "priority": 4} && {"title": 4, "priority": 4} == arguments.lengths`:         true,
		`arguments.lengths.size() == 2 && arguments.lengths.exists(n, n == "title") && type(arguments.lengths) == map`: true,
		`has(arguments.lengths.title) && !has(arguments.lengths.category) && !("category" in arguments.lengths)`:       true,
		`dyn(1) in arguments.names || dyn(1) in arguments.lengths`:                                                     false,
		`arguments.names[2] == "title"`: false, // fails, so it refuses
	} {
		t.Run(allow, func(t *testing.T) {
			d := decider(t, sunday, rule(allow))
			if got := d.Decide(t.Context(), identity.Caller{UserID: 1}, create, request); got.Allowed != holds {
				t.Errorf("%+v", got)
			}
		})
	}
	caller := identity.Caller{UserID: 1}
	none := rule(`arguments.names == [] && arguments.lengths == {} && arguments.size == 0 && !("title" in arguments.names)`)
	if got := decider(t, sunday, none).DecideArguments(t.Context(), caller, create, &tasksv1.CreateTaskRequest{}); !got.Allowed {
		t.Errorf("without any: %+v", got)
	}
}

// A list is filtered before there are arguments; a call is refused once they are known.
func TestRulesAboutArgumentsWaitForThem(t *testing.T) {
	d := decider(t, sunday, rule(`!("title" in arguments.names)`))
	caller, create := identity.Caller{UserID: 1}, method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	request := &tasksv1.CreateTaskRequest{Title: proto.String("a")}
	if got := d.Decide(t.Context(), caller, create, nil); !got.Allowed {
		t.Errorf("without arguments: %+v", got)
	}
	if got := d.Decide(t.Context(), caller, create, request); got.Allowed {
		t.Error("with them it is allowed")
	}
	if got := d.DecideArguments(t.Context(), caller, create, request); got.Allowed {
		t.Error("they alone are allowed")
	}
}

// A policy about callers must not keep the platform's own programs from finding each other.
func TestNoPolicyIsAboutWhatProgramsAskOfEachOther(t *testing.T) {
	d := decider(t, sunday, rule("!caller.anonymous"))
	if got := d.Decide(t.Context(), identity.Caller{}, method(t, registryv1.RegistryService_Register_FullMethodName), nil); !got.Allowed {
		t.Errorf("Register: %+v", got)
	}
	if got := d.Decide(t.Context(), identity.Caller{}, method(t, masjidv1.MasjidService_ListMasjids_FullMethodName), nil); got.Allowed {
		t.Error("the list of masjids is not refused")
	}
}

func TestAPolicyNeverAllowsWhatTheAnnotationRefuses(t *testing.T) {
	d := decider(t, sunday, rule("true"))
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	for rule, caller := range map[string]identity.Caller{
		access.RuleUser:   {},
		access.RuleScopes: {UserID: 1, Scopes: identity.LimitTo("tasks:read")},
	} {
		if got := d.Decide(t.Context(), caller, create, nil); got.Allowed || got.Rule != rule {
			t.Errorf("%+v: %+v", caller, got)
		}
	}
}

func TestAPolicyThatIsWrongIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		rule(`tool.colour == "green"`):                 "undeclared reference to 'tool'",
		rule(`caller.user == "7"`):                     "no matching overload",
		rule(`tool.name`):                              "must be of type bool",
		rule(``):                                       "allow: is missing",
		"rules: [{name: user, allow: 'true'}]":         "give it another",
		"rules: [{name: a, when: 'x', allow: 'true'}]": "when not found",
		"": "`rules` is missing",
		rule(strings.Repeat("true || ", 1000) + "true"):             "more than 4096",
		"rules: [" + strings.Repeat("{},", 201) + "]":               "201 rules, more than 200",
		rule(strings.Repeat("(", 2000) + strings.Repeat(")", 2000)): "allow: ",
	} {
		if _, err := access.ReadRules([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v, want %q", text, err, want)
		}
	}
}

func TestARuleThatNeverEndsRefuses(t *testing.T) {
	numbers := "[" + strings.TrimSuffix(strings.Repeat("1,", 60), ",") + "]"
	d := decider(t, sunday, rule(numbers+".all(a, "+numbers+".all(b, "+numbers+".all(c, a + b + c > 0)))"))
	if got := d.Decide(t.Context(), identity.Caller{}, method(t, masjidv1.MasjidService_ListMasjids_FullMethodName), nil); got.Allowed {
		t.Error("it was let through")
	}
}

// What was allowed is remembered, and says nothing about another call.
func TestWhatIsAllowedOneCallerIsNotAllowedAnother(t *testing.T) {
	create, list := method(t, tasksv1.TaskService_CreateTask_FullMethodName), method(t, tasksv1.TaskService_ListTasks_FullMethodName)
	one := identity.Caller{
		UserID: 7, Role: identity.RoleAdmin, Scopes: identity.LimitTo("tasks:write", "tasks:read"), Issuer: "https://sso.example.org",
		Address: netip.MustParseAddr("10.1.2.3"),
	}
	asked := func(edit func(*identity.Caller)) identity.Caller {
		other := one
		edit(&other)
		return other
	}
	for allow, other := range map[string]identity.Caller{
		`caller.user == 7`:                              asked(func(c *identity.Caller) { c.UserID = 8 }),
		`caller.role == "admin"`:                        asked(func(c *identity.Caller) { c.Role = identity.RoleUser }),
		`"tasks:read" in caller.scopes`:                 asked(func(c *identity.Caller) { c.Scopes = identity.LimitTo("tasks:write") }),
		`caller.limited`:                                asked(func(c *identity.Caller) { c.Scopes = identity.Scopes{} }),
		`caller.issuer.startsWith("https://sso.")`:      asked(func(c *identity.Caller) { c.Issuer = "" }),
		`cidr("10.0.0.0/8").containsIP(caller.address)`: asked(func(c *identity.Caller) { c.Address = netip.MustParseAddr("192.0.2.1") }),
		`caller.address != ""`:                          asked(func(c *identity.Caller) { c.Address = netip.Addr{} }),
	} {
		d := decider(t, sunday, rule(allow))
		for range 2 {
			if got := d.Decide(t.Context(), one, create, nil); !got.Allowed {
				t.Errorf("%s: %+v", allow, got)
			}
			if got := d.Decide(t.Context(), other, create, nil); got.Allowed {
				t.Errorf("%s allows %+v", allow, other)
			}
		}
	}
	d := decider(t, sunday, rule(`!tool.read_only`))
	for range 2 {
		if !d.Decide(t.Context(), one, create, nil).Allowed || d.Decide(t.Context(), one, list, nil).Allowed {
			t.Error("one tool is taken for another")
		}
	}
}

func TestARuleAboutTheTimeIsAskedEachTime(t *testing.T) {
	now := clockwork.NewFakeClockAt(time.Date(2026, 11, 22, 10, 30, 0, 0, time.UTC))
	d := decider(t, now, rule(`time.hour == 15`))
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	if got := d.Decide(t.Context(), identity.Caller{UserID: 1}, create, nil); !got.Allowed {
		t.Errorf("%+v", got)
	}
	now.Advance(time.Hour)
	if got := d.Decide(t.Context(), identity.Caller{UserID: 1}, create, nil); got.Allowed {
		t.Error("an hour later it is still allowed")
	}
}

// A constant that is wrong is a rule that fails when it is reached, and not before.
func TestAConstantThatIsWrongRefusesWhenItIsReached(t *testing.T) {
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	for allow, allowed := range map[string]bool{
		`1 / 0 == 1`:         false,
		`true || 1 / 0 == 1`: true,
	} {
		d := decider(t, sunday, rule(allow))
		if got := d.Decide(t.Context(), identity.Caller{UserID: 1}, create, nil); got.Allowed != allowed {
			t.Errorf("%s: %+v", allow, got)
		}
	}
}

const fiveRules = `
rules:
- {name: r0, allow: '!tool.destructive || caller.role == "admin" || time.hour >= 6'}
- {name: r1, allow: 'tool.name != "` + toolnames.DeleteTask + `" || caller.user != 13'}
- {name: r2, allow: 'tool.package.startsWith("salaatflow.")'}
- {name: r3, allow: '!(caller.anonymous && tool.name == "skill")'}
- {name: r4, allow: 'tool.read_only || caller.issuer != "https://old.example.org"'}
`

// documentedRules are one of each kind that docs/policy.md shows.
const documentedRules = `rules:
- {name: d0, allow: "caller.role != 'admin' || tool.read_only"}
- {name: d1, allow: "cidr('127.0.0.0/8').containsIP(ip(caller.address))"}
- {name: d2, allow: "!('title' in arguments.names) || arguments.lengths['title'] <= 100"}
`

func BenchmarkDecide(b *testing.B) {
	caller := identity.Caller{UserID: 7, Role: identity.RoleUser, Scopes: identity.LimitTo("tasks:write", "tasks:read"),
		Address: netip.MustParseAddr("127.0.0.1")}
	create, request := method(b, tasksv1.TaskService_CreateTask_FullMethodName), &tasksv1.CreateTaskRequest{Title: proto.String("a")}
	var none *access.Decider
	for name, d := range map[string]*access.Decider{
		"no policy":  none,
		"one rule":   decider(b, clock.System(), rule(`!tool.destructive || caller.role == "admin"`)),
		"five rules": decider(b, clock.System(), fiveRules),
		"arguments":  decider(b, clock.System(), rule(`arguments.size < 1000`)),
		"documented": decider(b, clock.System(), documentedRules),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := d.Decide(b.Context(), caller, create, request); !got.Allowed {
					b.Fatal(got)
				}
			}
		})
	}
}

// Any text is a policy or an error, and a policy decides.
func FuzzReadRules(f *testing.F) {
	f.Add(rule("!tool.destructive"))
	f.Add(rule(`caller.address == "" || time.hour > 6 && arguments.size < 7`))
	f.Add(fiveRules)
	f.Add("rules: {}")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := access.ReadRules([]byte(text))
		if err != nil {
			return
		}
		access.New(rules, sunday).Decide(t.Context(), identity.Caller{UserID: 1},
			method(t, tasksv1.TaskService_CreateTask_FullMethodName), &tasksv1.CreateTaskRequest{Title: proto.String("a")})
	})
}
