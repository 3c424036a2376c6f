package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/config"
)

type settings struct {
	Address string        `help:"Listen here."`
	Timeout time.Duration `help:"Wait so long."`
	Verbose bool          `help:"Say more."`
	Tools   []string      `help:"These tools."`
	Log     struct {
		Level slog.Level `help:"From this level."`
	} `embed:"" prefix:"log-"`
	Password config.Secret `help:"The password."`
}

func defaults() settings {
	return settings{Address: "127.0.0.1:9001", Timeout: 10 * time.Second, Tools: []string{"a", "b"}}
}

func parse(t *testing.T, args ...string) (settings, error) {
	t.Helper()
	grammar := struct {
		Settings settings `embed:""`
		Serve    struct{} `cmd:"" help:"Serve."`
	}{Settings: defaults()}
	_, err := config.Parse(&grammar, append([]string{"serve"}, args...), config.Options{Name: "demo-svc", Output: t.Output()})
	return grammar.Settings, err
}

func file(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "demo.yaml")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsNotSetIsTheDefault(t *testing.T) {
	if got, err := parse(t); err != nil || !reflect.DeepEqual(got, defaults()) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFlagsComeBeforeEnvironmentBeforeFile(t *testing.T) {
	path := file(t, "address: file:1\ntimeout: 3s\ntools: [x, y, z]\nlog:\n  level: debug\n")
	t.Setenv("SALAATFLOW_DEMO_ADDRESS", "env:1")
	t.Setenv("SALAATFLOW_DEMO_TIMEOUT", "2s")
	got, err := parse(t, "--address=flag:1", "--config", path)
	want := settings{Address: "flag:1", Timeout: 2 * time.Second, Tools: []string{"x", "y", "z"}}
	want.Log.Level = slog.LevelDebug
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestTheFileMayBeNamedInTheEnvironmentAndSpelledWithUnderscores(t *testing.T) {
	t.Setenv("SALAATFLOW_DEMO_CONFIG", file(t, "log_level: error\nverbose: true\n"))
	if got, err := parse(t); err != nil || got.Log.Level != slog.LevelError || !got.Verbose {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAnEmptyFileSetsNothing(t *testing.T) {
	if got, err := parse(t, "--config="+file(t, "# nothing yet\n")); err != nil || !reflect.DeepEqual(got, defaults()) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	for name, tc := range map[string]struct {
		args []string
		env  map[string]string
		file string
		want []string
	}{
		"unknown flag":         {args: []string{"--adress=x"}, want: []string{"--adress"}},
		"unknown argument":     {args: []string{"now"}, want: []string{"now"}},
		"malformed flag":       {args: []string{"--timeout=soon"}, want: []string{"--timeout", "soon"}},
		"unknown variable":     {env: map[string]string{"SALAATFLOW_DEMO_ADRESS": "s3cret"}, want: []string{"SALAATFLOW_DEMO_ADRESS"}},
		"malformed variable":   {env: map[string]string{"SALAATFLOW_DEMO_TIMEOUT": "soon"}, want: []string{"SALAATFLOW_DEMO_TIMEOUT"}},
		"unknown key":          {file: "adress: x\n", want: []string{"demo.yaml", "adress"}},
		"unknown nested key":   {file: "log: {levle: s3cret}\n", want: []string{"demo.yaml", "log-levle"}},
		"the file in the file": {file: "config: x\n", want: []string{"demo.yaml", "config"}},
		"malformed value":      {file: "timeout: soon\n", want: []string{"timeout"}},
		"key given twice":      {file: "log_level: info\nlog: {level: info}\n", want: []string{"log-level", "twice"}},
		"no YAML":              {file: "a: [\n", want: []string{"demo.yaml"}},
		"no file":              {args: []string{"--config=/nowhere/demo.yaml"}, want: []string{"--config", "/nowhere/demo.yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			for key, value := range tc.env {
				t.Setenv(key, value)
			}
			if tc.file != "" {
				tc.args = append(tc.args, "--config", file(t, tc.file))
			}
			_, err := parse(t, tc.args...)
			if err == nil {
				t.Fatal("it was accepted")
			}
			for _, part := range tc.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not name %s", err, part)
				}
			}
			if strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%q shows a value", err)
			}
		})
	}
}

func TestVariablesOfOtherProgramsAreTheirs(t *testing.T) {
	t.Setenv("SALAATFLOW_DEMONSTRATION_X", "1")
	t.Setenv("SALAATFLOW_TEST_POSTGRES_URL", "1")
	if _, err := parse(t); err != nil {
		t.Error(err)
	}
}

func TestHelpNamesEveryFlagWithItsVariableAndDefault(t *testing.T) {
	t.Setenv("SALAATFLOW_DEMO_PASSWORD", "s3cret")
	var help bytes.Buffer
	grammar := struct {
		Settings settings `embed:""`
		Serve    struct{} `cmd:"" help:"Serve."`
	}{Settings: defaults()}
	_, err := config.Parse(&grammar, []string{"serve", "--help"}, config.Options{Name: "demo-svc", Output: &help})
	if !errors.Is(err, config.ErrHelp) {
		t.Fatalf("got %v", err)
	}
	for flag, shown := range map[string]string{
		"address": `"127.0.0.1:9001"`, "timeout": "10s", "verbose": "", "tools": "a,b", "log-level": "INFO", "password": "", "config": "FILE",
	} {
		variable := "SALAATFLOW_DEMO_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
		for _, want := range []string{"--" + flag, "$" + variable, shown} {
			if !strings.Contains(help.String(), want) {
				t.Errorf("help lacks %s:\n%s", want, help.String())
			}
		}
	}
	if strings.Contains(help.String(), "s3cret") {
		t.Errorf("help shows the password:\n%s", help.String())
	}
}

func TestASecretIsNeverShown(t *testing.T) {
	t.Setenv("SALAATFLOW_DEMO_PASSWORD", "s3cret")
	got, err := parse(t)
	if err != nil || got.Password.Reveal() != "s3cret" {
		t.Fatalf("got %v", err)
	}
	encoded, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "settings", got, "password", got.Password)
	for _, shown := range []string{
		fmt.Sprint(got), fmt.Sprintf("%+v %#v %s %q", got, got, got.Password, got.Password), string(encoded), log.String(),
	} {
		if strings.Contains(shown, "s3cret") {
			t.Errorf("shows it: %s", shown)
		}
	}
}

func TestEnvPrefix(t *testing.T) {
	for name, want := range map[string]string{
		"tasks-svc": "SALAATFLOW_TASKS", "gateway": "SALAATFLOW_GATEWAY", "my-own-svc": "SALAATFLOW_MY_OWN",
	} {
		if got := config.EnvPrefix(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestASecretOnTheCommandLineIsRefused(t *testing.T) {
	for _, secret := range []string{
		"s3cret", "postgres://u:s3cret@host/db", "postgres://host/db?password=s3cret", "redis://:s3cret@host:6379", "postgres://u:s3cret@[",
	} {
		_, err := parse(t, "--password="+secret)
		if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "SALAATFLOW_DEMO_PASSWORD") {
			t.Errorf("%s: %v", secret, err)
		}
		if got, err := parse(t, "--config="+file(t, "password: '"+secret+"'\n")); err != nil || got.Password.Reveal() != secret {
			t.Errorf("%s in a file: %v", secret, err)
		}
		t.Run("in the environment", func(t *testing.T) {
			t.Setenv("SALAATFLOW_DEMO_PASSWORD", secret)
			if got, err := parse(t); err != nil || got.Password.Reveal() != secret {
				t.Errorf("%s: %v", secret, err)
			}
		})
	}
	for _, harmless := range []string{"", "sqlite:data/x.db", "postgres://app@host/db", "redis://host:6379/0", "unix:///run/redis"} {
		if got, err := parse(t, "--password="+harmless); err != nil || got.Password.Reveal() != harmless {
			t.Errorf("%s: %v", harmless, err)
		}
	}
}
