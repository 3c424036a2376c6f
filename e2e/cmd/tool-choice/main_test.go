package main

import (
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/languagemodel/modeltest"
)

// What is set for `make tool-choice` is not the tests'.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "SALAATFLOW_TOOL_CHOICE_") {
			_ = os.Unsetenv(name)
		}
	}
	goleak.VerifyTestMain(m)
}

// runWith returns what the program writes, and its exit code.
func runWith(t *testing.T, args ...string) (out, mistake string, code int) {
	t.Helper()
	var stdout, stderr strings.Builder
	code = run(t.Context(), args, &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

func TestWithoutAModelItSaysWhatToSet(t *testing.T) {
	out, mistake, code := runWith(t)
	if code != 2 || out != "" || !strings.Contains(mistake, "SALAATFLOW_TOOL_CHOICE_LLM_URL") ||
		!strings.Contains(mistake, "SALAATFLOW_TOOL_CHOICE_LLM_MODEL") {
		t.Errorf("it ends with %d: %q %q", code, out, mistake)
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for _, args := range [][]string{
		{"--llm-url=http://127.0.0.1:1/v1"}, {"--llm-url=nothing", "--llm-model=x"}, {"--only=fr"},
		{"--llm-url=http://127.0.0.1:1/v1", "--llm-model=x", "--at-once=0"}, {"--unknown"},
	} {
		if _, mistake, code := runWith(t, args...); code != 2 || mistake == "" {
			t.Errorf("%v: it ends with %d: %q", args, code, mistake)
		}
	}
}

// The model is shown what the platform lists, the skills that there are among it, and its calls are counted.
func TestAModelIsExaminedWithTheToolsOfThePlatform(t *testing.T) {
	server := modeltest.Start(t)
	server.Script(func(asked modeltest.Request) modeltest.Reply {
		if strings.HasPrefix(asked.User, "Which prayer are we in") {
			return modeltest.Call("get_current_prayer", `{}`)
		}
		return modeltest.Say("I would rather not.")
	})
	config := server.Config()
	t.Setenv("SALAATFLOW_TOOL_CHOICE_LLM_URL", config.URL)
	t.Setenv("SALAATFLOW_TOOL_CHOICE_LLM_KEY", config.Key.Reveal())
	out, mistake, code := runWith(t, "--llm-model="+config.Model, "--only=en", "--misses")
	if code != 0 || mistake != "" {
		t.Fatalf("it ends with %d: %s", code, mistake)
	}
	for _, want := range []string{
		config.Model + ", ", "| `get_current_prayer` | 8 | 12 % (2–47) |", "| none | 10 | 100 %", "tokens asked",
		`"I'm done with task 2": want complete_task, called none`, "The judge without a model", "| English | 124 |",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if server.Calls() != 134 {
		t.Errorf("it was asked %d times, not the 134 of English", server.Calls())
	}
}

func TestAModelThatDoesNotAnswerIsAFailure(t *testing.T) {
	server := modeltest.Start(t)
	server.Always(modeltest.Fail(503))
	t.Setenv("SALAATFLOW_TOOL_CHOICE_LLM_KEY", modeltest.Key)
	_, mistake, code := runWith(t, "--llm-url="+server.Config().URL, "--llm-model="+modeltest.Model)
	if code != 1 || !strings.Contains(mistake, "503") {
		t.Errorf("it ends with %d: %s", code, mistake)
	}
}
