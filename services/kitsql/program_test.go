package kitsql_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"go.uber.org/fx"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// demoConfig is the configuration of a service with data, as an author writes it.
type demoConfig struct {
	kit.Config
	Database kitsql.Config `embed:"" prefix:"database-"`
}

func (c demoConfig) Validate() error { return errors.Join(c.Config.Validate(), c.Database.Validate()) }

var schema = sqlstore.Schema{Name: "demo", Command: "demo-svc migrate", SQLite: sqlite.Pool, Migrations: fstest.MapFS{
	"00001_demo.sql": {Data: []byte("-- +goose Up\nCREATE TABLE demo (title TEXT);\nINSERT INTO demo VALUES ('kept');\n")},
}}

func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	defaults := demoConfig{Config: kit.DefaultConfig()}
	defaults.LogOutput = t.Output()
	defaults.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "demo.db"))
	program := kit.Program[demoConfig]{
		Name: "demo-svc", Description: "A service for tests.", Default: defaults,
		New: func(c demoConfig) kit.Module {
			return kit.Service("demo-svc", c.Config, kit.Settings(c), kitsql.Database(c.Database, schema))
		},
		Commands: []kit.Command[demoConfig]{kitsql.MigrateCommand(func(ctx context.Context, out io.Writer, c demoConfig) error {
			return kitsql.Migrate(ctx, out, c.Database, schema)
		})},
	}
	var out, complaints bytes.Buffer
	code = program.Run(t.Context(), args, &out, &complaints)
	return code, out.String(), complaints.String()
}

func TestExitCodesAndWhatIsSaid(t *testing.T) {
	for name, tc := range map[string]struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		"help":                 {[]string{"--help"}, 0, "migrate", ""},
		"help of serve":        {[]string{"serve", "--help"}, 0, "$SALAATFLOW_DEMO_DATABASE_URL", ""},
		"migrate":              {[]string{"migrate"}, 0, "demo.db is brought from schema version 0 to 1\n", ""},
		"missing setting":      {[]string{"serve", "--database-url="}, 2, "", "--database-url"},
		"a database not there": {[]string{"serve", "--database-url=sqlite:/dev/null/x"}, 2, "", "/dev/null"},
		"an unknown database":  {[]string{"migrate", "--database-url=mysql://root@host/db"}, 2, "", "sqlite:PATH"},
		"a password that others can read": {
			[]string{"migrate", "--database-url=postgres://root:s3cret@host/db"}, 2, "", "SALAATFLOW_DEMO_DATABASE_URL",
		},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(t, tc.args...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("exit %d\nstdout: %s\nstderr: %s", code, stdout, stderr)
			}
			if strings.Contains(stdout+stderr, "s3cret") {
				t.Errorf("shows the password: %s", stderr)
			}
		})
	}
}

// A damaged file ends the start at once, with what to do, and starting again does not mend it.
func TestADamagedFileEndsTheStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"serve", "migrate"} {
		code, _, stderr := run(t, command, "--database-url", "sqlite:"+path)
		if code != 2 || !strings.Contains(stderr, path+" is damaged") || !strings.Contains(stderr, "salaatflow restore") {
			t.Errorf("%s: exit %d: %s", command, code, stderr)
		}
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

// A folder that others can read is said once, and one of our own is not.
func TestAnOpenFolderIsSaid(t *testing.T) {
	for mode, want := range map[os.FileMode]int{0o700: 0, 0o755: 1} {
		folder := filepath.Join(t.TempDir(), "data")
		for path, mode := range map[string]os.FileMode{folder: mode, filepath.Dir(filepath.Dir(folder)): 0o755} {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		settings := kittest.Config(t)
		settings.LogOutput = &log
		kittest.Run(t, kit.Service("demo-svc", settings, fx.Invoke(func(*sqlstore.DB) {}),
			kitsql.Database(kitsql.Config{URL: config.Secret("sqlite:" + filepath.Join(folder, "demo.db"))}, schema)))
		if got := strings.Count(log.String(), "accessible to other users"); got != want || strings.Count(log.String(), "level=WARN") != want {
			t.Errorf("a folder of mode %o: %d warnings, want %d:\n%s", mode, got, want, log.String())
		}
	}
}
