package kit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

// demoConfig is a service's configuration as an author writes it.
type demoConfig struct {
	kit.Config
	Database kit.DatabaseConfig `embed:"" prefix:"database-"`
	Title    string             `help:"The title of every task."`
}

func (c demoConfig) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate())
}

var schema = sqlstore.Schema{Name: "demo", Command: "demo-svc migrate", Migrations: fstest.MapFS{
	"00001_demo.sql": {Data: []byte("-- +goose Up\nCREATE TABLE demo (id BIGINT PRIMARY KEY);\n")},
}}

func demo(t *testing.T) kit.Program[demoConfig] {
	t.Helper()
	defaults := demoConfig{Config: kit.DefaultConfig(), Title: "Read Quran"}
	defaults.LogOutput = t.Output()
	defaults.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "demo.db"))
	file := struct {
		File string `arg:"" help:"What to import."`
	}{}
	return kit.Program[demoConfig]{
		Name: "demo-svc", Description: "A service for tests.", Default: defaults,
		New: func(c demoConfig) kit.Module {
			return module("demo-svc", c.Title, c.Config, kit.Settings(c),
				kit.Database(c.Database, schema), fx.Invoke(func(*sqlstore.DB) {}))
		},
		Migrate: func(ctx context.Context, out io.Writer, c demoConfig) error {
			return kit.Migrate(ctx, out, c.Database, schema)
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
	for name, tc := range map[string]struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		"version":                {[]string{"version"}, 0, "demo-svc ", ""},
		"help":                   {[]string{"--help"}, 0, "migrate", ""},
		"help of a command":      {[]string{"serve", "--help"}, 0, "$SALAATFLOW_DEMO_DATABASE_URL", ""},
		"migrate":                {[]string{"migrate"}, 0, "demo.db is brought from schema version 0 to 1\n", ""},
		"a command of its own":   {[]string{"import", "tasks.json", "--title=Zakat"}, 0, "tasks.json as Zakat", ""},
		"no command":             {nil, 2, "", "serve"},
		"unknown command":        {[]string{"sevre"}, 2, "", "sevre"},
		"unknown flag":           {[]string{"serve", "--titel=x"}, 2, "", "--titel"},
		"missing argument":       {[]string{"import"}, 2, "", "<file>"},
		"invalid setting":        {[]string{"serve", "--log-format=xml"}, 2, "", "--log-format"},
		"missing setting":        {[]string{"serve", "--database-url="}, 2, "", "--database-url"},
		"a database not there":   {[]string{"serve", "--database-url=sqlite:/dev/null/x"}, 1, "", "/dev/null"},
		"an unknown database":    {[]string{"migrate", "--database-url=mysql://root:s3cret@host/db"}, 1, "", "sqlite:PATH"},
		"nobody to ask":          {[]string{"healthcheck", "--listen-address=127.0.0.1:1"}, 1, "", "127.0.0.1:1"},
		"health of port unknown": {[]string{"healthcheck"}, 1, "", "--listen-address"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(t, tc.args...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("exit %d\nstdout: %s\nstderr: %s", code, stdout, stderr)
			}
			if strings.Contains(stdout+stderr, "s3cret") {
				t.Errorf("shows the password: %s", stderr)
			}
			if code != 0 && (!strings.HasPrefix(stderr, "demo-svc: ") || strings.Contains(stderr, "go:")) {
				t.Errorf("no sentence for a person: %s", stderr)
			}
		})
	}
}

// Who migrates is told what was done, where, and when there was nothing to do.
func TestMigrateSaysWhatItDid(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "demo.db")
	for _, want := range []string{"brought from schema version 0 to 1", "has schema version 1, the newest: nothing to do"} {
		code, stdout, stderr := run(t, "migrate", "--database-url", url)
		if code != 0 || !strings.Contains(stdout, "the demo database "+url) || !strings.Contains(stdout, want) {
			t.Errorf("exit %d: %s%s, want %s", code, stdout, stderr, want)
		}
	}
}

// One variable tells every program where the registry is.
func TestTheRegistryIsNamedByOneVariable(t *testing.T) {
	t.Setenv("SALAATFLOW_REGISTRY", "registry")
	code, _, stderr := run(t, "serve")
	if code != 2 || !strings.Contains(stderr, "--registry: \"registry\" is no address") {
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
	address := freeAddress(t)
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
