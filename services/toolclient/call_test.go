package toolclient_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestAToolIsCalledByItsNameAndItsAliases(t *testing.T) {
	metrics := prometheus.NewRegistry()
	service := &tasks{}
	client := startWithTasks(t, service, toolclient.Options{Metrics: metrics})
	for _, name := range []string{toolnames.CreateTask, "add_task"} {
		result := client.Call(asUser(t.Context(), 1), name, []byte(`{"title": "Read Surah Al-Kahf"}`))
		var data struct {
			Task struct {
				ID    int32
				Title string
			}
		}
		if !result.Success || json.Unmarshal(result.Data, &data) != nil || data.Task.ID != 7 || data.Task.Title != "Read Surah Al-Kahf" {
			t.Errorf("%s answers %+v with %s", name, result, result.Data)
		}
	}
	if len(service.calls()) != 2 {
		t.Errorf("the service was called %d times", len(service.calls()))
	}
	for name, want := range map[string]float64{"salaatflow_tool_calls_total": 2, "salaatflow_tool_alias_uses_total": 1} {
		if got := total(t, metrics, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// total adds up a counter.
func total(t *testing.T, metrics prometheus.Gatherer, name string) (sum float64) {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			for _, metric := range family.GetMetric() {
				sum += metric.GetCounter().GetValue()
			}
		}
	}
	return sum
}

func TestANameThatNoToolHasIsAnsweredWithThoseThereAre(t *testing.T) {
	var log bytes.Buffer
	client := startWithTasks(t, &tasks{}, toolclient.Options{
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	for _, name := range []string{"paint_wall", "Create_Task", "", strings.Repeat("x", 10_000)} {
		result := client.Call(t.Context(), name, []byte(`not even JSON`))
		if result.Error != "TOOL_NOT_FOUND" || !slices.Contains(result.AvailableTools, toolnames.CreateTask) || len(result.ErrorMessage) > 200 {
			t.Errorf("%.20q answers %+v", name, result)
		}
	}
	if log.Len() > 0 { // anybody can misspell a name, as often as they like
		t.Errorf("logged as trouble: %s", log.String())
	}
}

// The name is looked at first, then the identity, then the arguments; the service is called only when all are right.
func TestACallThatIsNotAllowedDoesNotReachTheService(t *testing.T) {
	service := &tasks{}
	client := startWithTasks(t, service, toolclient.Options{})
	for _, tc := range []struct {
		user            int32
		arguments, want string
	}{
		{0, `{"title": "Read"}`, "AUTH_REQUIRED"},
		{0, `{"wrong": 1}`, "AUTH_REQUIRED"},
		{1, `{"wrong": 1}`, "VALIDATION_ERROR"},
	} {
		if result := client.Call(asUser(t.Context(), tc.user), toolnames.CreateTask, []byte(tc.arguments)); result.Error != tc.want {
			t.Errorf("user %d with %s: %+v, want %s", tc.user, tc.arguments, result, tc.want)
		}
	}
	if len(service.calls()) != 0 {
		t.Error("the service was called")
	}
}

func TestTheShapeOfArgumentsIsCheckedAndAllThatIsWrongIsSaid(t *testing.T) {
	client := startWithTasks(t, &tasks{}, toolclient.Options{})
	const known = "Known keys: title, description, priority, linked_prayer, due_datetime, recurrence, category, masjid_id, " +
		"prayer_offset_minutes."
	unknown := func(key, meant string) apperr.Violation {
		return apperr.Violation{
			Field: key, Message: "Unrecognized key(s) in object: '" + key + "'", Hint: "For '" + key + "', did you mean " + meant + "? " + known,
		}
	}
	for arguments, want := range map[string][]apperr.Violation{
		``:                                {{Field: "title", Message: "Required"}},
		`{}`:                              {{Field: "title", Message: "Required"}},
		`{"titel": "Read"}`:               {unknown("titel", "title"), {Field: "title", Message: "Required"}},
		`{"title": "Read", "due": "x"}`:   {unknown("due", "due_datetime")},
		`{"title": 5}`:                    {{Field: "title", Message: "Expected string, received number"}},
		`{"title": "Read", "priorty": 1}`: {unknown("priorty", "priority")},
		`{"title": "Read"`:                {{Message: "Malformed JSON: unexpected end of text"}},
	} {
		result := client.Call(asUser(t.Context(), 1), toolnames.CreateTask, []byte(arguments))
		if result.Error != "VALIDATION_ERROR" || !slices.Equal(result.Violations, want) {
			t.Errorf("%s: %s %+v, want %+v", arguments, result.Error, result.Violations, want)
		}
	}
}

// Some hosts add to the arguments what they know of the call, or write null for none. Neither is the caller's fault.
func TestWhatHostsAddIsIgnoredAndSaid(t *testing.T) {
	client := startWithTasks(t, &tasks{}, toolclient.Options{})
	n8n := `{"sessionId":"1","action":"sendMessage","chatInput":"x","toolCallId":"c",`
	for arguments, want := range map[string]struct {
		code     string
		warnings int
	}{
		n8n + `"title":"Read"}`:           {"", 4},
		n8n + `"titel":"Read"}`:           {"VALIDATION_ERROR", 4},
		`{"title":"Read"}`:                {"", 0},
		`{"title":"Read","session_id":1}`: {"VALIDATION_ERROR", 0},
		`{"title":"Read","sessionid":1}`:  {"VALIDATION_ERROR", 0},
	} {
		result := client.Call(asUser(t.Context(), 1), toolnames.CreateTask, []byte(arguments))
		if result.Error != want.code || len(result.Warnings) != want.warnings {
			t.Errorf("%s: %s %v, warned %q", arguments, result.Error, result.Violations, result.Warnings)
		}
		if text := string(result.AppendJSON(nil)); strings.Contains(text, `"warnings"`) != (want.warnings > 0) {
			t.Errorf("%s: %s", arguments, text)
		}
		if strings.Contains(result.ErrorMessage, "toolCallId") {
			t.Errorf("what is ignored is refused too: %s", result.ErrorMessage)
		}
	}
	for _, null := range []string{"null", " null\n"} {
		if result := client.Call(asUser(t.Context(), 1), toolnames.ListTasks, []byte(null)); !result.Success {
			t.Errorf("%q: %+v", null, result)
		}
	}
}

func TestTheServiceRefusesValuesThatBreakItsRules(t *testing.T) {
	client := startWithTasks(t, &tasks{}, toolclient.Options{})
	result := client.Call(asUser(t.Context(), 1), toolnames.CreateTask, []byte(`{"title": "Read", "priority": "urgent"}`))
	if result.Error != "VALIDATION_ERROR" || len(result.Violations) != 1 || result.Violations[0].Field != "priority" {
		t.Errorf("%+v", result)
	}
}

func TestTheCallerOfTheContextIsTheCallerAtTheService(t *testing.T) {
	zone, err := identity.LoadZone("Europe/Istanbul")
	if err != nil {
		t.Fatal(err)
	}
	masjid := int32(12)
	want := identity.Caller{UserID: 3, Role: identity.RoleAdmin, Timezone: zone, Language: "ur", PreferredMasjid: &masjid}
	service := &tasks{}
	client := startWithTasks(t, service, toolclient.Options{})
	client.Call(identity.NewContext(t.Context(), want), toolnames.ListTasks, nil)
	calls := service.calls()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	if got := calls[0]; got.UserID != 3 || got.Role != want.Role || got.Zone().String() != zone.String() ||
		got.Language != "ur" || got.PreferredMasjid == nil || *got.PreferredMasjid != masjid {
		t.Errorf("the service was called by %+v", got)
	}
}

// knowing completes callers as a service of profiles would.
type knowing struct{}

func (knowing) Complete(_ context.Context, caller identity.Caller) identity.Caller {
	caller.Language = "ur-Latn"
	return caller
}

func TestAProgramSaysItselfWhoIsCallingAndWhatIsKnownOfThem(t *testing.T) {
	service := &tasks{}
	client := startWithTasks(t, service, toolclient.Options{
		Identify: func(_ context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error) {
			if bytes.Contains(arguments, []byte("forbidden")) {
				return identity.Caller{}, nil, apperr.Forbidden("not you")
			}
			return identity.Caller{UserID: 9}, []byte(`{"title": "Read"}`), nil
		},
		Profiles: func(*toolclient.Client) toolclient.Profiles { return knowing{} },
	})
	if result := client.Call(t.Context(), toolnames.CreateTask, []byte(`{"title": "Read", "user_id": 9}`)); !result.Success {
		t.Fatalf("%+v", result)
	}
	if calls := service.calls(); len(calls) != 1 || calls[0].UserID != 9 || calls[0].Language != "ur-Latn" {
		t.Errorf("the service was called by %+v", calls)
	}
	if result := client.Call(t.Context(), toolnames.CreateTask, []byte(`forbidden`)); result.Error != "FORBIDDEN" {
		t.Errorf("who may not: %+v", result)
	}
}

func TestACallEndsAtItsTimeoutOrWhenItsCallerGivesUp(t *testing.T) {
	entered := make(chan struct{}, 1)
	service := &tasks{answer: func(ctx context.Context, _ int) error {
		entered <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}}
	client := startWithTasks(t, service, toolclient.Options{Timeout: 50 * time.Millisecond})
	if result := client.Call(asUser(t.Context(), 1), toolnames.ListTasks, nil); result.Error != "TIMEOUT" {
		t.Errorf("a service that hangs: %+v", result)
	}
	<-entered
	patient := startWithTasks(t, service, toolclient.Options{})
	ctx, cancel := context.WithCancel(asUser(t.Context(), 1))
	go func() {
		<-entered
		cancel()
	}()
	result := patient.Call(ctx, toolnames.CreateTask, []byte(`{"title": "Read"}`))
	if result.Error != "HTTP_ERROR" || result.HTTPStatus() != 499 {
		t.Errorf("a caller who gives up: %+v", result)
	}
}

// A read is tried up to three times, a write once: nobody can tell whether it was carried out.
func TestOnlyReadsAreTriedAgainWhenTheServiceIsUnreachable(t *testing.T) {
	for tool, want := range map[string]struct {
		arguments, code string
		calls           int
	}{
		toolnames.ListTasks:  {`{}`, "", 3},
		toolnames.CreateTask: {`{"title": "Read"}`, "NETWORK_ERROR", 1},
	} {
		service := &tasks{answer: func(_ context.Context, call int) error {
			if call < 3 {
				return apperr.Unavailable("not now")
			}
			return nil
		}}
		client := startWithTasks(t, service, toolclient.Options{})
		result := client.Call(asUser(t.Context(), 1), tool, []byte(want.arguments))
		if result.Error != want.code || len(service.calls()) != want.calls {
			t.Errorf("%s: %q after %d calls, want %q after %d", tool, result.Error, len(service.calls()), want.code, want.calls)
		}
	}
}

func TestAServicesRefusalIsTheAnswerAndItsFailureTellsNothing(t *testing.T) {
	var answer error
	service := &tasks{answer: func(context.Context, int) error { return answer }}
	client := startWithTasks(t, service, toolclient.Options{})
	for _, tc := range []struct {
		answer        error
		code, message string
	}{
		{apperr.NotFound("you have no task 5"), "NOT_FOUND", "you have no task 5"},
		{errors.New("pq: relation tasks at 10.0.0.3"), "SERVER_ERROR", "internal error"},
	} {
		answer = tc.answer
		result := client.Call(asUser(t.Context(), 1), toolnames.CreateTask, []byte(`{"title": "Read"}`))
		if result.Success || result.Error != tc.code || result.ErrorMessage != tc.message {
			t.Errorf("%v is answered %+v", tc.answer, result)
		}
	}
}

func TestAPanicIsAFailureOfOneCall(t *testing.T) {
	var log bytes.Buffer
	client := startWithTasks(t, &tasks{}, toolclient.Options{
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})),
		Identify: func(_ context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error) {
			if len(arguments) == 0 {
				panic("a mistake in 10.0.0.3")
			}
			return identity.Caller{UserID: 1}, arguments, nil
		},
	})
	result := client.Call(t.Context(), toolnames.ListTasks, nil)
	if result.Error != "TOOL_EXECUTION_ERROR" || result.ErrorMessage != "failed to call "+toolnames.ListTasks+": internal error" {
		t.Errorf("%+v", result)
	}
	if !strings.Contains(log.String(), "10.0.0.3") || !strings.Contains(log.String(), "call_test.go") {
		t.Errorf("the log has neither the cause nor the stack: %s", log.String())
	}
	if next := client.Call(t.Context(), toolnames.ListTasks, []byte(`{}`)); !next.Success {
		t.Errorf("the next call: %+v", next)
	}
}

// strangers is the proto file of a service that this program does not link. Its rules are not checked by the service.
const strangers = `edition = "2023";
package stranger.v1;
import "buf/validate/validate.proto";
import "salaatflow/tools/v1/tool.proto";
// A service for tests.
service TestService {
  // Sows a seed.
  rpc Sow(SowRequest) returns (SowResponse) {
    option (salaatflow.tools.v1.tool) = {
      name: "sow" title: "Sow" auth: AUTH_NONE example_arguments: "{\"seed\": \"rose\"}"
    };
  }
}
// What it needs.
message SowRequest {
  // What to sow.
  string seed = 1 [(buf.validate.field).string.min_len = 3, (buf.validate.field).required = true];
}
// What it gives.
message SowResponse {
  // Who answered.
  string answered_by = 1;
}
`

func TestAToolThatThisProgramDoesNotLinkIsCalledByItsDescriptors(t *testing.T) {
	definition, err := catalogtest.NewDefinition("stranger-svc", "1", []string{catalogtest.GRPCService("stranger.v1")},
		catalogtest.Compile(t, strangers), toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	server := catalogtest.Serve(t, "a stranger", "127.0.0.1:0", catalogtest.Method("stranger.v1", "sow"))
	r := serveRegistry(t)
	r.offers(offer{definition, []string{server.Address}})
	client := start(t, r, toolclient.Options{Required: []string{"sow"}})
	await(t, client)
	result := client.Call(t.Context(), "sow", []byte(`{"seed": "rose"}`))
	if !result.Success || string(result.Data) != `{"answered_by":"a stranger"}` {
		t.Errorf("%+v with %s", result, result.Data)
	}
	refused := client.Call(t.Context(), "sow", []byte(`{"seed": "r"}`))
	if refused.Error != "VALIDATION_ERROR" || len(refused.Violations) != 1 || server.Calls() != 1 {
		t.Errorf("a value against its rules: %+v after %d calls", refused, server.Calls())
	}
}

func BenchmarkCall(b *testing.B) {
	client := startWithTasks(b, &tasks{}, toolclient.Options{})
	ctx, arguments := asUser(b.Context(), 1), []byte(`{"title": "Read Surah Al-Kahf"}`)
	b.ReportAllocs()
	for b.Loop() {
		if result := client.Call(ctx, toolnames.CreateTask, arguments); !result.Success {
			b.Fatalf("%+v", result)
		}
	}
}
