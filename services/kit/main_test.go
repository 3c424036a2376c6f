package kit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// demoConfig is a service's configuration as an author writes it.
type demoConfig struct {
	kit.Config
	Title string `required:"" help:"The title of every task."`
}

func (c demoConfig) Validate() error {
	if c.Title == "" {
		return errors.Join(c.Config.Validate(), errors.New("--title: is required"))
	}
	return c.Config.Validate()
}

func demo(t *testing.T) kit.Program[demoConfig] {
	t.Helper()
	defaults := demoConfig{Config: kit.DefaultConfig(), Title: "Read Quran"}
	defaults.LogOutput = t.Output()
	file := struct {
		File string `arg:"" help:"What to import."`
	}{}
	return kit.Program[demoConfig]{
		Name: "demo-svc", Description: "A service for tests.", Default: defaults,
		New: func(c demoConfig) kit.Module {
			return module("demo-svc", c.Title, c.Config, kit.Settings(c))
		},
		Commands: []kit.Command[demoConfig]{{
			Name: "import", Help: "Import a file.", Arguments: &file,
			Run: func(_ context.Context, out io.Writer, c demoConfig) error {
				_, err := fmt.Fprintf(out, "%s as %s\n", file.File, c.Title)
				return err
			},
		}},
	}
}

func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	code = demo(t).Run(t.Context(), args, &out, &complaints)
	return code, out.String(), complaints.String()
}

func TestExitCodesAndWhatIsSaid(t *testing.T) {
	held, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	for name, tc := range map[string]struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		"version":                  {[]string{"version"}, 0, "demo-svc ", ""},
		"help":                     {[]string{"--help"}, 0, "import", ""},
		"help of a command":        {[]string{"serve", "--help"}, 0, "$SALAATFLOW_DEMO_TITLE", ""},
		"a command of its own":     {[]string{"import", "tasks.json", "--title=Zakat"}, 0, "tasks.json as Zakat", ""},
		"no command":               {nil, 2, "", "serve"},
		"unknown command":          {[]string{"sevre"}, 2, "", "sevre"},
		"unknown flag":             {[]string{"serve", "--titel=x"}, 2, "", "--titel"},
		"missing argument":         {[]string{"import"}, 2, "", "<file>"},
		"invalid setting":          {[]string{"serve", "--log-format=xml"}, 2, "", "--log-format"},
		"missing setting":          {[]string{"serve", "--title="}, 2, "", "--title"},
		"a file that is not there": {[]string{"serve", "--credential-file=/dev/null/x"}, 2, "", "--credential-file: stat /dev/null/x"},
		"a start that fails":       {[]string{"serve", "--listen-address=" + held.Addr().String()}, 1, "", "address already in use"},
		"nobody to ask":            {[]string{"healthcheck", "--listen-address=127.0.0.1:1"}, 1, "", "127.0.0.1:1"},
		"health of port unknown":   {[]string{"healthcheck"}, 1, "", "--listen-address"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(t, tc.args...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("exit %d\nstdout: %s\nstderr: %s", code, stdout, stderr)
			}
			if code != 0 && (!strings.HasPrefix(stderr, "demo-svc: ") || strings.Contains(stderr, "go:")) {
				t.Errorf("no sentence for a person: %s", stderr)
			}
		})
	}
}

// One variable tells every program where the registry is.
func TestTheRegistryIsNamedByOneVariable(t *testing.T) {
	t.Setenv("SALAATFLOW_REGISTRY", "registry")
	code, _, stderr := run(t, "serve")
	if code != 2 || !strings.Contains(stderr, "--registry: \"registry\" is not an address") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if code, stdout, _ := run(t, "serve", "--help"); code != 0 || !strings.Contains(stdout, "($SALAATFLOW_REGISTRY)") {
		t.Errorf("the help does not name the variable: %s", stdout)
	}
}

func TestUnknownEnvironmentIsWrongUsage(t *testing.T) {
	t.Setenv("SALAATFLOW_DEMO_TITEL", "x")
	if code, _, stderr := run(t, "serve"); code != 2 || !strings.Contains(stderr, "SALAATFLOW_DEMO_TITEL") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

func TestServeRunsUntilToldToStopAndHealthcheckSeesIt(t *testing.T) {
	address := kittest.FreeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	program, serving := demo(t), newLine(`msg=serving`)
	program.Default.LogOutput = serving
	ended := make(chan int, 1)
	go func() {
		ended <- program.Run(ctx, []string{"serve", "--listen-address", address}, io.Discard, t.Output())
	}()
	<-serving.seen
	if code, _, stderr := run(t, "healthcheck", "--listen-address", address); code != 0 {
		t.Errorf("healthcheck: exit %d: %s", code, stderr)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("serve: exit %d", code)
	}
	if code, _, _ := run(t, "healthcheck", "--listen-address", address); code != 1 {
		t.Errorf("healthcheck afterwards: exit %d", code)
	}
}

// line is a writer that tells when a line was written that matches.
type line struct {
	pattern *regexp.Regexp
	seen    chan struct{}
	once    sync.Once
}

func newLine(pattern string) *line {
	return &line{pattern: regexp.MustCompile(pattern), seen: make(chan struct{})}
}

func (l *line) Write(p []byte) (int, error) {
	if l.pattern.Match(p) {
		l.once.Do(func() { close(l.seen) })
	}
	return len(p), nil
}
