package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	"github.com/salaatflow/platform/proto/toolnames"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"

	"github.com/salaatflow/platform/e2e/harness"
)

// canary is planted in every secret, and is found in nothing that the programs write.
const canary = "canary7f3a91c4d2"

// secretive is a program with its secret settings.
type secretive struct {
	name    string
	secrets []config.Flag
	// run runs the program in this process, which it leaves when it is done.
	run func()
}

func secretiveOf[C kit.Configuration](name string, defaults C, module func(C) kit.Module, without ...string) secretive {
	grammar := &struct {
		Settings C `embed:""`
	}{defaults}
	flags, err := config.Describe(grammar, config.Options{Name: name, Without: without})
	if err != nil {
		panic(err)
	}
	return secretive{
		name: name, secrets: slices.DeleteFunc(flags, func(f config.Flag) bool { return !f.Secret }),
		run: func() { kit.Main(kit.Program[C]{Name: name, Default: defaults, New: module, Without: without}) },
	}
}

func secretives() []secretive {
	return []secretive{
		secretiveOf("gateway", gateway.DefaultConfig(), func(c gateway.Config) kit.Module { return gateway.Module(c, nil) }),
		secretiveOf(registrysvc.Name, registrysvc.DefaultConfig(), registrysvc.Module, registrysvc.Without()...),
		secretiveOf(userssvc.Name, userssvc.DefaultConfig(), userssvc.Module),
		secretiveOf(taskssvc.Name, taskssvc.DefaultConfig(), taskssvc.Module),
		secretiveOf(masjidsvc.Name, masjidsvc.DefaultConfig(), masjidsvc.Module),
		secretiveOf(hadithsvc.Name, hadithsvc.DefaultConfig(), hadithsvc.Module),
		secretiveOf(skillssvc.Name, skillssvc.DefaultConfig(), skillssvc.Module),
		secretiveOf(chatsvc.Name, chatsvc.DefaultConfig(), chatsvc.Module),
		secretiveOf(auditsvc.Name, auditsvc.DefaultConfig(), auditsvc.Module),
	}
}

// programVariable names the program that the binary of the tests is to be, instead of running tests.
const programVariable = "E2E_PROGRAM"

// beProgram runs the program that the environment names, if it names one, and ends the process.
func beProgram() {
	name := os.Getenv(programVariable)
	for _, program := range secretives() {
		if program.name == name {
			program.run()
		}
	}
}

// planted are values of a secret setting. The first is well-formed, and nobody is there.
func planted(setting config.Flag) []string {
	switch {
	case strings.HasSuffix(setting.Name, "database-url"):
		return []string{
			"postgres://app:" + canary + "@127.0.0.1:1/db", "postgres://app:" + canary + "@[::1/db", "mysql://app:" + canary + "@127.0.0.1/db",
			"postgres://127.0.0.1:1/db?password=" + canary, canary, "postgres://app:" + canary + "@127.0.0.1:port/db",
		}
	case strings.HasSuffix(setting.Name, "redis-url"):
		return []string{
			"redis://app:" + canary + "@127.0.0.1:1/0", "redis://app:" + canary + "@[::1/0", canary, "http://app:" + canary + "@127.0.0.1",
			"redis://app:" + canary + "@127.0.0.1:1/first",
		}
	default:
		return []string{canary, canary + "\nX-Injected: 1", " " + canary + " "}
	}
}

// A secret setting shows in no help, no error, no log, no metric and no dump, whether its value is right or not. A setting that
// is new is in this test by itself.
func TestNoProgramShowsItsSecrets(t *testing.T) {
	t.Parallel()
	credential := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(credential, []byte(canary+canary+canary+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	services, err := filepath.Glob("../*-svc")
	if err != nil || len(services)+1 != len(secretives()) {
		t.Errorf("secretives has %d programs, and besides the gateway there are %v, %v", len(secretives()), services, err)
	}
	seen := map[string]bool{}
	for _, program := range secretives() {
		for _, setting := range program.secrets {
			seen[setting.Name] = true
			for i, value := range planted(setting) {
				t.Run(fmt.Sprintf("%s --%s %d", program.name, setting.Name, i), func(t *testing.T) {
					t.Parallel()
					showsNothing(t, program, i == 0, "SALAATFLOW_CREDENTIAL_FILE="+credential, setting.Env+"="+value)
				})
			}
		}
	}
	for _, setting := range []string{"database-url", "redis-url", "llm-key"} {
		if !seen[setting] {
			t.Errorf("no program has the secret --%s: the test looks past something", setting)
		}
	}
}

// showsNothing runs a program with these variables, and looks for the canary in what it writes. One that is right is also asked
// for help, misused, and left to serve; and what it serves is read.
func showsNothing(t *testing.T, program secretive, right bool, variables ...string) {
	t.Helper()
	log := &sharedLog{}
	run := func(args ...string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), os.Args[0], args...)
		command.Stdout, command.Stderr, command.Dir = log, log, t.TempDir()
		command.Env = append(append(os.Environ(), programVariable+"="+program.name), variables...)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		return command
	}
	if right {
		for _, args := range [][]string{
			{"--help"}, {"serve", "--help"}, {"version"}, {"serve", "--nonsense"}, {"serve", "--log-level=loud"}, {"healthcheck"},
		} {
			_ = run(args...).Wait() // a failure is one of the things it writes about
		}
	}
	ops := kittest.FreeAddress(t)
	args := []string{"serve", "--ops-address=" + ops, "--drain-delay=0s", "--log-level=debug"}
	if program.name == "gateway" {
		args = append(args, "--http=127.0.0.1:0", "--pprof")
	}
	serving, ended := run(args...), make(chan struct{})
	go func() {
		defer close(ended)
		_ = serving.Wait() // as above
	}()
	for _, path := range []string{"/metrics", "/readyz", "/debug/pprof/cmdline", "/debug/pprof/goroutine?debug=2"} {
		_, _ = log.Write(fetchWhileItRuns(t.Context(), ended, "http://"+ops+path)) // it takes everything
	}
	_ = serving.Process.Signal(syscall.SIGTERM) // it may have ended
	harness.WaitFor(t, "the program to end", ended)
	if text := log.String(); strings.Contains(text, canary) {
		at := strings.Index(text, canary)
		t.Errorf("it shows a secret: …%s…", text[max(0, at-200):min(len(text), at+100)])
	} else if !strings.Contains(text, program.name) && !strings.Contains(text, "msg=") {
		t.Errorf("it has written nothing to look through: %s", text)
	}
}

// fetchWhileItRuns returns what a program serves at an address, as soon as it does; nothing if the program ends before.
func fetchWhileItRuns(ctx context.Context, ended <-chan struct{}, url string) []byte {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		if body, err := fetchOnce(ctx, url); err == nil {
			return body
		}
		select {
		case <-ended:
			return nil
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func fetchOnce(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

// What callers present shows in no answer, log, trace, metric or dump, and an API token is in no file.
func TestCallersCredentialsShowNowhere(t *testing.T) {
	t.Parallel()
	collector, log, data := harness.StartCollector(t), &sharedLog{}, t.TempDir()
	platform := harness.Start(t, harness.Options{
		Log: log, Data: data, Gateway: func(c *gateway.Config) { c.Pprof = true },
		Telemetry: func(c *telemetry.Config) {
			c.OTLPEndpoint = collector.URL
			if err := c.Log.Level.UnmarshalText([]byte("debug")); err != nil {
				t.Fatal(err)
			}
		},
	})
	user := as(nextUser.Add(1))
	made := send(t, platform, http.MethodPost, "/api/v1/users/me/tokens", `{"name":"x","scopes":["tasks:read","users:read","chat"]}`, user)
	token := regexp.MustCompile(apitoken.Pattern).FindString(made.body)
	if made.status != http.StatusCreated || token == "" {
		t.Fatalf("no token: %d", made.status)
	}
	var answers bytes.Buffer
	for _, credential := range []string{
		"Bearer " + token, "Bearer " + token[:len(token)-1], "Bearer " + apitoken.New(), "Bearer " + canary, "Bearer a." + canary + ".b",
		"Basic " + canary, canary, "Bearer " + canary + " " + canary,
	} {
		for _, request := range [][3]string{
			{http.MethodGet, "/api/v1/tasks", ""},
			{http.MethodGet, "/api/v1/users/me/tokens", ""},
			{http.MethodPost, "/api/v1/tools/" + toolnames.ListTasks, `{}`},
			{http.MethodPost, "/api/v1/tools/" + toolnames.CreateTask, `{"title":"x"}`},
			{http.MethodPost, "/api/v1/chat", `{"message":"show my tasks"}`},
			{http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`},
			{http.MethodGet, "/api/v1/nowhere", ""},
		} {
			got := send(t, platform, request[0], request[1], request[2], "Authorization: "+credential, "Cookie: session="+canary,
				"X-Api-Key: "+canary, "Proxy-Authorization: "+canary, "Accept: application/json, text/event-stream")
			fmt.Fprintln(&answers, got.header, got.body)
		}
	}
	for _, path := range []string{"/metrics", "/readyz", "/debug/pprof/cmdline", "/debug/pprof/goroutine?debug=2"} {
		answers.WriteString(send(t, platform, http.MethodGet, platform.Ops+path, "").body)
	}
	platform.Eventually(t, "spans have arrived", func() bool { return len(collector.Received()) > 0 })
	files := readAll(t, data)
	for _, secret := range []string{canary, strings.TrimPrefix(token, apitoken.Prefix)[:20]} {
		for where, text := range map[string]string{
			"an answer or a page of operators": answers.String(), "the log": log.String(), "a span": collector.Received(), "a file": files,
		} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s shows %q: …%s…", where, secret, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}
}

func readAll(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
