package e2e

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// The services of examples/dua-node and examples/dua-python, which know nothing of the platform but docs/join.md.
func TestTheExamplesInOtherLanguages(t *testing.T) {
	for language, start := range map[string]func(*testing.T, string) *harness.Process{"node": startDuaNode, "python": startDuaPython} {
		t.Run(language, func(t *testing.T) {
			joinsAndIsCalled(t, start)
		})
	}
}

func joinsAndIsCalled(t *testing.T, start func(*testing.T, string) *harness.Process) {
	platform := harness.Start(t, harness.Options{})
	registry := startCuttable(t, platform.Registry().String())
	service := start(t, registry.address)
	service.Line(t, "joined")
	platform.Eventually(t, "its tools are listed", func() bool { return listed(t, platform, "get_dua") })

	for _, edge := range []edges.Edge{
		edges.ToolCall{URL: platform.URL, Client: platform.HTTP},
		edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: edges.Stateless},
	} {
		result, err := edge.Call(t.Context(), 0, "find_dua", json.RawMessage(`{"occasion":"rain"}`))
		if err != nil || !result.Success || !strings.Contains(string(result.Data), "Sahih al-Bukhari 1032") {
			t.Errorf("%s: %+v, %v", edge.Name(), result, err)
		}
		result, err = edge.Call(t.Context(), 0, "get_dua", json.RawMessage(`{"occasion":"hail"}`))
		if err != nil || result.Error != "VALIDATION_ERROR" || len(result.Violations) != 1 || result.Violations[0].Field != "occasion" {
			t.Errorf("%s: an occasion that is none: %+v, %v", edge.Name(), result, err)
		}
		user := nextUser.Add(1)
		result, err = edge.Call(t.Context(), user, "keep_dua", json.RawMessage(`{"occasion":"sleep"}`))
		if err != nil || string(result.Data) != `{"occasions":["sleep"]}` {
			t.Errorf("%s: kept for user %d: %+v, %v", edge.Name(), user, result, err)
		}
		result, err = edge.Call(t.Context(), user, "keep_dua", json.RawMessage(`{"occasion":"sleep"}`))
		if err != nil || result.Error != "INVALID_REQUEST" || result.ErrorMessage != "you keep the dua for sleep already" {
			t.Errorf("%s: kept twice: %+v, %v", edge.Name(), result, err)
		}
		result, err = edge.Call(t.Context(), 0, "keep_dua", json.RawMessage(`{"occasion":"sleep"}`))
		if err != nil || result.Error != "AUTH_REQUIRED" {
			t.Errorf("%s: kept for nobody: %+v, %v", edge.Name(), result, err)
		}
	}
	speaksOfDuas(t, platform)

	registry.cut()
	service.Line(t, "joined") // again
	service.End(t, syscall.SIGTERM)
	if err := service.Exited(t); err != nil {
		t.Errorf("it ended with %v", err)
	}
	platform.Eventually(t, "its tools are gone", func() bool { return !listed(t, platform, "get_dua") })
	if got := send(t, platform, http.MethodPost, "/api/v1/tools/get_dua", `{"occasion":"rain"}`); got.status != http.StatusNotFound {
		t.Errorf("called when it is gone: %+v", got)
	}
}

// speaksOfDuas asks for a supplication in the chat.
func speaksOfDuas(t *testing.T, platform *harness.Platform) {
	p := newTalk(platform)
	platform.Eventually(t, "the chat knows its sentences", func() bool {
		return newTalk(platform).say(t, "tell me a dua").Intent == "get_dua"
	})
	if got := p.say(t, "tell me a dua"); got.Asks == nil || *got.Asks != "occasion" ||
		!strings.HasSuffix(got.Message, "One of: sleep, waking up, eating, travel, rain, entering the masjid, leaving the masjid.") {
		t.Errorf("a dua for what? %s", got.raw)
	}
	const rain = "اللَّهُمَّ صَيِّبًا نَافِعًا\n"
	for _, turn := range []struct{ message, occasion, want string }{
		{"rain", "rain", rain + "Allahumma sayyiban nafi'an\nO Allah, may it be a beneficial rain. (Sahih al-Bukhari 1032)"},
		{"dua for travelling", "travel", "(Qur'an 43:13-14)"},
		{"tell me a dua for entering the masjid", "entering_masjid", "(Sahih Muslim 713)"},
		{"baarish ki dua batao", "rain", rain + "Allahumma sayyiban nafi'an\n(Sahih al-Bukhari 1032)"},
		{"بارش کی دعا بتاؤ", "rain", rain + "اے اللہ! اسے نفع دینے والی بارش بنا۔ (Sahih al-Bukhari 1032)"},
		{"koi dua batao", "", "In mein se ek: sona, jaagna, khana, safar, barish, masjid mein dakhil hone, masjid se nikalne."},
		{"saffar", "travel", "(Qur'an 43:13-14)"},
		{"کوئی دعا بتاؤ", "", "ان میں سے ایک: سونے، جاگنے، کھانے، سفر، بارش، مسجد میں داخل ہونے، مسجد سے نکلنے۔"},
		{"5", "rain", "(Sahih al-Bukhari 1032)"},
	} {
		got := p.say(t, turn.message)
		occasion, _ := got.Arguments["occasion"].(string)
		if occasion != turn.occasion || !strings.HasSuffix(withoutMarks(got.Message), withoutMarks(turn.want)) {
			t.Errorf("%q: %s", turn.message, got.raw)
		}
	}
}

// withoutMarks removes the marks that keep data of another direction together.
func withoutMarks(text string) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text)
}

// The service of examples/goals-go, a module that is not in the workspace, passes its own tests.
func TestTheExampleInGo(t *testing.T) {
	test := exec.CommandContext(t.Context(), "go", "test", "./...")
	test.Dir, test.Env = filepath.Join("..", "examples", "goals-go"), append(os.Environ(), "GOWORK=off")
	if output, err := test.CombinedOutput(); err != nil {
		t.Errorf("%s%v", output, err)
	}
}

func startDuaNode(t *testing.T, registry string) *harness.Process {
	t.Helper()
	return startNode(t, "dua-node", registry)
}

// startNode installs a copy of an example in Node, and starts it.
func startNode(t *testing.T, example, registry string) *harness.Process {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		skipExample(t, "there is no npm here; apt-get install nodejs npm")
	}
	folder := filepath.Join(copyOfExamples(t), example)
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if output, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %s%v", output, err)
	}
	return harness.Run(t, "node", filepath.Join(folder, "server.js"), registry)
}

// python is the interpreter that Debian's packages are for, which may not be the first one in PATH.
const python = "/usr/bin/python3"

// startDuaPython starts a copy of examples/dua-python.
func startDuaPython(t *testing.T, registry string) *harness.Process {
	t.Helper()
	needPython(t)
	folder := copyOfExamples(t)
	t.Setenv("PYTHONPATH", filepath.Join(folder, "..", "services", "join", "libraries", "python"))
	return harness.Run(t, python, filepath.Join(folder, "dua-python", "server.py"), registry)
}

func needPython(t *testing.T) {
	t.Helper()
	if output, err := exec.CommandContext(t.Context(), python, "-c", "import grpc, google.protobuf").CombinedOutput(); err != nil {
		skipExample(t, "there is no gRPC for "+python+"; apt-get install python3-grpcio: "+string(output))
	}
}

// skipExample skips a test for want of a language or a shell, except in CI, which has them.
func skipExample(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// copyOfExamples copies the examples in other languages with the libraries that they join with, which need nothing else of this
// repository, and returns their folder.
func copyOfExamples(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, part := range []string{
		"examples/dua", "examples/dua-node", "examples/dua-python", "examples/moon-node", "services/join/libraries",
	} {
		part = filepath.FromSlash(part)
		if err := os.CopyFS(filepath.Join(root, part), os.DirFS(filepath.Join("..", part))); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "examples")
}

// cuttable passes on connections until they are cut.
type cuttable struct {
	address string

	mu    sync.Mutex
	conns []net.Conn
}

func startCuttable(t *testing.T, to string) *cuttable {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cuttable{address: listener.Addr().String()}
	t.Cleanup(func() {
		_ = listener.Close() // ends the loop
		c.cut()
	})
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := (&net.Dialer{}).DialContext(context.WithoutCancel(t.Context()), "tcp", to)
			if err != nil {
				_ = client.Close()
				continue
			}
			c.mu.Lock()
			c.conns = append(c.conns, client, server)
			c.mu.Unlock()
			go func() { _, _ = io.Copy(server, client) }() // either end may hang up
			go func() { _, _ = io.Copy(client, server) }()
		}
	}()
	return c
}

// cut ends all connections that there are. New ones are passed on.
func (c *cuttable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close() // it may be closed already
	}
	c.conns = nil
}
