package languagemodel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ask(t *testing.T, options languagemodel.Options) *languagemodel.Client {
	t.Helper()
	client, err := languagemodel.New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

var selection = languagemodel.Selection{
	Instructions: "What can it do?", Text: "It reads.", Options: []string{"task_read", "task_write", "web_read"},
}

func TestTheModelSelectsAmongTheOptions(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, tc := range map[string]struct {
		answer []string
		want   []string
	}{
		"one":                   {[]string{"web_read"}, []string{"web_read"}},
		"none":                  {nil, []string{}},
		"in the options' order": {[]string{"web_read", "task_read"}, []string{"task_read", "web_read"}},
		"none twice":            {[]string{"task_read", "task_read"}, []string{"task_read"}},
	} {
		t.Run(name, func(t *testing.T) {
			server.Always(modeltest.Select(tc.answer...))
			got, err := client.Select(t.Context(), selection)
			if err != nil || got == nil || !slices.Equal(got, tc.want) {
				t.Errorf("got %v, %v, want %v", got, err, tc.want)
			}
		})
	}
	asked := server.Next()
	if asked.System != selection.Instructions || asked.User != selection.Text || !slices.Equal(asked.Options, selection.Options) {
		t.Errorf("it was asked %+v", asked)
	}
}

func TestAnAnswerThatCannotBeUsedIsOneThatCame(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, reply := range map[string]modeltest.Reply{
		"no option":            modeltest.Select("task_read", "fly"),
		"prose":                modeltest.Say("It reads tasks."),
		"nothing":              modeltest.Say(""),
		"null":                 modeltest.Say(`{"selected": null}`),
		"another key":          modeltest.Say(`{"selected": [], "because": "x"}`),
		"another type":         modeltest.Say(`{"selected": "task_read"}`),
		"something after it":   modeltest.Say(`{"selected": []} {}`),
		"cut off":              modeltest.CutOff(`{"selected": []}`),
		"refused by the model": modeltest.Refuse(),
		"too large":            modeltest.Huge(2 << 20),
		"no protocol":          modeltest.Body("application/json", `[1, 2]`),
		"half JSON":            modeltest.Body("application/json", `{"choices": [`),
		"no choices":           modeltest.Body("application/json", `{}`),
		"a web page":           modeltest.Body("text/html", `<h1>Sign in</h1>`),
		"an empty body":        modeltest.Body("application/json", ``),
	} {
		t.Run(name, func(t *testing.T) {
			server.Always(reply)
			_, err := client.Select(t.Context(), selection)
			var bad *languagemodel.BadAnswerError
			if !errors.As(err, &bad) || languagemodel.Outcome(err) != "bad_answer" {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestNoAnswerIsTold(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, tc := range map[string]struct {
		reply  modeltest.Reply
		reason languagemodel.Reason
		status int
	}{
		"server error":  {modeltest.Fail(500), languagemodel.Refused, 500},
		"bad gateway":   {modeltest.Fail(502), languagemodel.Refused, 502},
		"bad key":       {modeltest.Fail(401), languagemodel.Refused, 401},
		"too many":      {modeltest.TooMany(7 * time.Second), languagemodel.Refused, 429},
		"it breaks off": {modeltest.HangUp(), languagemodel.Unreachable, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server.Always(tc.reply)
			calls := server.Calls()
			_, err := client.Select(t.Context(), selection)
			var none *languagemodel.NoAnswerError
			if !errors.As(err, &none) || none.Reason != tc.reason || none.Status != tc.status {
				t.Fatalf("got %v", err)
			}
			if none.Status == 429 && none.RetryAfter != 7*time.Second {
				t.Errorf("it may ask again after %s", none.RetryAfter)
			}
			if strings.Contains(fmt.Sprintf("%v %+v", err, err), modeltest.Key) {
				t.Errorf("%v shows the key", err)
			}
			if got := server.Calls() - calls; got != 1 {
				t.Errorf("it was asked %d times", got)
			}
		})
	}
}

func TestAnErrorThatIsNoJSONIsARefusalToo(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	server.Always(modeltest.Page(503, "<h1>Down for maintenance</h1>"))
	_, err := client.Select(t.Context(), selection)
	var none *languagemodel.NoAnswerError
	if !errors.As(err, &none) || none.Status != 503 {
		t.Errorf("got %v", err)
	}
}

func TestAModelThatIsDownOrSlowGivesNoAnswer(t *testing.T) {
	server := modeltest.Start(t)
	config := server.Config()
	config.Timeout = 50 * time.Millisecond
	slow := ask(t, languagemodel.Options{Config: config})
	server.Always(modeltest.Hold(nil, modeltest.Select()))
	if _, err := slow.Select(t.Context(), selection); languagemodel.Outcome(err) != "timeout" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("slow: %v", err)
	}

	patient := ask(t, languagemodel.Options{Config: server.Config()})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		server.Next() // that of slow
		server.Next()
		cancel()
	}()
	if _, err := patient.Select(ctx, selection); languagemodel.Outcome(err) != "cancelled" || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}

	server.Down()
	if _, err := patient.Select(t.Context(), selection); languagemodel.Outcome(err) != "unreachable" {
		t.Errorf("down: %v", err)
	}
	server.Always(modeltest.Select("task_read"))
	server.Up()
	if got, err := patient.Select(t.Context(), selection); err != nil || len(got) != 1 {
		t.Errorf("up again: %v, %v", got, err)
	}
}

func TestWithoutAURLThereIsNoModel(t *testing.T) {
	client := ask(t, languagemodel.Options{Config: languagemodel.DefaultConfig()})
	if client.Enabled() || client.Model() != "" {
		t.Errorf("there is %q", client.Model())
	}
	if _, err := client.Select(t.Context(), selection); languagemodel.Outcome(err) != "off" || !strings.Contains(err.Error(), "--llm-url") {
		t.Errorf("got %v", err)
	}
}

func TestConfigIsCheckedByFlag(t *testing.T) {
	good := languagemodel.Config{URL: "https://models.example/v1", Model: "m", Key: "s3cret", Timeout: time.Second}
	for name, tc := range map[string]struct {
		change func(*languagemodel.Config)
		flag   string
	}{
		"good":               {func(*languagemodel.Config) {}, ""},
		"off":                {func(c *languagemodel.Config) { *c = languagemodel.Config{} }, ""},
		"no URL":             {func(c *languagemodel.Config) { c.URL = "models.example" }, "--llm-url:"},
		"another scheme":     {func(c *languagemodel.Config) { c.URL = "ftp://s3cret@models.example" }, "--llm-url:"},
		"a password in it":   {func(c *languagemodel.Config) { c.URL = "https://u:s3cret@models.example" }, "--llm-key"},
		"a key in it":        {func(c *languagemodel.Config) { c.URL = "https://models.example?key=s3cret" }, "--llm-key"},
		"no model":           {func(c *languagemodel.Config) { c.Model = "" }, "--llm-model:"},
		"a negative timeout": {func(c *languagemodel.Config) { c.Timeout = -1 }, "--llm-timeout:"},
	} {
		t.Run(name, func(t *testing.T) {
			config := good
			tc.change(&config)
			err := config.Validate()
			if (err == nil) != (tc.flag == "") || (err != nil && !strings.Contains(err.Error(), tc.flag)) {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%v shows a secret", err)
			}
			if client, err := languagemodel.New(languagemodel.Options{Config: config}); (err != nil) != (tc.flag != "") {
				t.Errorf("New: %v, %v", client, err)
			}
		})
	}
}

func TestNothingIsTakenFromTheEnvironment(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "another")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer another")
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	if _, err := client.Select(t.Context(), selection); err != nil {
		t.Error(err)
	}
}

var conversation = languagemodel.Conversation{
	Messages: []languagemodel.Message{
		{Role: languagemodel.System, Text: "You help."},
		{Role: languagemodel.User, Text: "Hello"},
		{Role: languagemodel.Assistant, Text: "Yes?"},
		{Role: languagemodel.User, Text: "Sow beans"},
	},
	Tools: []languagemodel.Tool{
		{Name: "sow", Description: "Sows.", Parameters: json.RawMessage(`{"type":"object","properties":{"what":{"type":"string"}}}`)},
		{Name: "rest"},
	},
}

func TestAConversationGoesOnWithATextOrACall(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, tc := range map[string]struct {
		reply modeltest.Reply
		text  string
		call  *languagemodel.Call
	}{
		"a text": {modeltest.Say("Which beans?"), "Which beans?", nil},
		"a call": {
			modeltest.Call("sow", `{"what":"beans"}`), "",
			&languagemodel.Call{Tool: "sow", Arguments: json.RawMessage(`{"what":"beans"}`)},
		},
		"a call of nothing":   {modeltest.Call("rest", `{}`), "", &languagemodel.Call{Tool: "rest", Arguments: json.RawMessage(`{}`)}},
		"without an argument": {modeltest.Call("rest", ``), "", &languagemodel.Call{Tool: "rest", Arguments: json.RawMessage(`{}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			server.Always(tc.reply)
			got, err := client.Converse(t.Context(), conversation)
			if err != nil || got.Text != tc.text || fmt.Sprintf("%+v", got.Call) != fmt.Sprintf("%+v", tc.call) {
				t.Errorf("got %+v %+v, %v", got, got.Call, err)
			}
		})
	}
	asked := server.Next()
	if asked.User != "Sow beans" || len(asked.Tools) != 2 || asked.Options != nil ||
		!slices.Equal(asked.Roles, []string{"system", "user", "assistant", "user"}) {
		t.Errorf("it was asked %+v", asked)
	}
	if schema := string(asked.Tools["sow"]); !strings.Contains(schema, `"what"`) {
		t.Errorf("the schema of sow is %s", schema)
	}
}

// An answer costs what it costs, whether or not it can be used.
func TestAReplySaysWhatItCost(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, tc := range map[string]struct {
		reply modeltest.Reply
		want  languagemodel.Usage
	}{
		"a call":                 {modeltest.Call("rest", `{}`), modeltest.Usage},
		"a useless answer":       {modeltest.Call("rest", `[]`), modeltest.Usage},
		"no answer at all":       {modeltest.Fail(500), languagemodel.Usage{}},
		"nothing was said of it": {modeltest.Body("application/json", `{"choices": [{"message": {"content": "Yes"}}]}`), languagemodel.Usage{}},
	} {
		server.Always(tc.reply)
		if got, _ := client.Converse(t.Context(), conversation); got.Usage != tc.want {
			t.Errorf("%s: it cost %+v, want %+v", name, got.Usage, tc.want)
		}
	}
}

func TestACallThatCannotBeMadeIsABadAnswer(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, reply := range map[string]modeltest.Reply{
		"not offered":     modeltest.Call("delete_everything", `{}`),
		"two at once":     modeltest.Calls([2]string{"sow", `{}`}, [2]string{"rest", `{}`}),
		"arguments: list": modeltest.Call("sow", `["beans"]`),
		"arguments: null": modeltest.Call("sow", `null`),
		"arguments: half": modeltest.Call("sow", `{"what":`),
		"it says nothing": modeltest.Say(""),
	} {
		t.Run(name, func(t *testing.T) {
			server.Always(reply)
			got, err := client.Converse(t.Context(), conversation)
			var bad *languagemodel.BadAnswerError
			if !errors.As(err, &bad) || got.Call != nil {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestWhatCannotBeAskedIsNotAsked(t *testing.T) {
	server := modeltest.Start(t)
	client := ask(t, languagemodel.Options{Config: server.Config()})
	for name, conversation := range map[string]languagemodel.Conversation{
		"nothing said": {},
		"no role":      {Messages: []languagemodel.Message{{Role: "god", Text: "x"}}},
		"no schema": {
			Messages: conversation.Messages, Tools: []languagemodel.Tool{{Name: "x", Parameters: json.RawMessage(`[`)}},
		},
	} {
		if _, err := client.Converse(t.Context(), conversation); err == nil || languagemodel.Outcome(err) != "error" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := client.Select(t.Context(), languagemodel.Selection{Text: "x"}); err == nil {
		t.Error("it selects among nothing")
	}
	if server.Calls() != 0 {
		t.Errorf("it was asked %d times", server.Calls())
	}
}

func TestHowLongAnswersTookIsMeasuredByOutcome(t *testing.T) {
	server := modeltest.Start(t)
	reader := metric.NewManualReader()
	client := ask(t, languagemodel.Options{
		Config: server.Config(), MeterProvider: metric.NewMeterProvider(metric.WithReader(reader)),
	})
	for _, reply := range []modeltest.Reply{modeltest.Select(), modeltest.Say("x"), modeltest.Fail(500), modeltest.Select()} {
		server.Always(reply)
		_, _ = client.Select(t.Context(), selection)
	}
	var read metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &read); err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for _, m := range read.ScopeMetrics[0].Metrics {
		for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
			outcome, _ := point.Attributes.Value("error.type")
			model, _ := point.Attributes.Value("gen_ai.request.model")
			got[m.Name+" "+model.AsString()+" "+outcome.AsString()] = point.Count
		}
	}
	name := "gen_ai.client.operation.duration " + modeltest.Model + " "
	if want := map[string]uint64{name: 2, name + "bad_answer": 1, name + "refused": 1}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
