package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// newServices start what `salaatflow new` wrote into a folder, in each language, once its own test has passed. It joins the platform whose
// registry it was written for.
var newServices = map[string]func(t *testing.T, folder string) *harness.Process{
	"go": func(t *testing.T, folder string) *harness.Process {
		besideTheModules(t, folder)
		inFolder(t, folder, "go", "test", "./...")
		inFolder(t, folder, "go", "build", "-o", "service", ".")
		return harness.Run(t, filepath.Join(folder, "service"))
	},
	"node": func(t *testing.T, folder string) *harness.Process {
		if _, err := exec.LookPath("npm"); err != nil {
			skipExample(t, "there is no npm here; apt-get install nodejs npm")
		}
		inFolder(t, folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
		inFolder(t, folder, "npm", "test")
		return harness.Run(t, "node", filepath.Join(folder, "server.js"))
	},
	"python": func(t *testing.T, folder string) *harness.Process {
		needPython(t)
		inFolder(t, folder, python, "-m", "unittest")
		return harness.Run(t, python, filepath.Join(folder, "server.py"))
	},
}

// What `salaatflow new` writes passes its test, joins the platform that runs as it is, wherever its registry is, and is called.
func TestANewServiceIsCalled(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{})
	for language, start := range newServices {
		t.Run(language, func(t *testing.T) {
			tool, folder := "say_salam_in_"+language, filepath.Join(t.TempDir(), "new")
			if got := runCLI(t, "new", "tool", tool, "--lang", language, "--dir", folder, "--gateway", platform.URL); got.code != 0 {
				t.Fatalf("%+v", got)
			}
			service := start(t, folder)
			platform.Eventually(t, "its tool is listed", func() bool { return listed(t, platform, tool) })
			got := send(t, platform, http.MethodPost, "/api/v1/tools/"+tool, `{"name":"Bilal"}`)
			if got.status != http.StatusOK || got.field(t, "data.greeting") != "Assalamu alaikum, Bilal!" {
				t.Errorf("%+v", got)
			}
			speaksOfItsTool(t, platform, tool)
			service.End(t, syscall.SIGTERM)
			if err := service.Exited(t); err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
	nobody := runCLI(t, "new", "service", "garden", "--lang", "python", "--dir", filepath.Join(t.TempDir(), "new"),
		"--gateway", "http://127.0.0.1:1")
	if nobody.code != 0 || !strings.Contains(nobody.err, "will look for it at 127.0.0.1:9000") {
		t.Errorf("where no gateway answers: %+v", nobody)
	}
	wrong := runCLI(t, "new", "service", "garden", "--dir", filepath.Join(t.TempDir(), "new"), "--registry", "9000")
	if wrong.code != 2 || !strings.Contains(wrong.err, "--registry: ") {
		t.Errorf("a registry that is no address: %+v", wrong)
	}
	if got := runCLI(t, "new", "service", "Garden", "--dir", t.TempDir()); got.code != 2 || !strings.Contains(got.err, "is not a name") {
		t.Errorf("a name that is none: %+v", got)
	}
}

func speaksOfItsTool(t *testing.T, platform *harness.Platform, tool string) {
	t.Helper()
	sentence := "use the tool " + strings.ReplaceAll(tool, "_", " ")
	platform.Eventually(t, "the chat knows it", func() bool { return newTalk(platform).say(t, sentence).Intent == tool })
	p := newTalk(platform)
	p.say(t, sentence)
	got := p.say(t, "Bilal")
	if message := withoutMarks(got.Message); message != "It says: Assalamu alaikum, Bilal!" {
		t.Errorf("%s", got.raw)
	}
}

// besideTheModules lets a new service in Go be built with the modules of this repository, which are not released.
func besideTheModules(t *testing.T, folder string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(folder, "go.mod"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"proto", "services"} {
		if _, err := fmt.Fprintf(file, "replace github.com/salaatflow/platform/%s => %s\n", module, filepath.Join(root, module)); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func inFolder(t *testing.T, folder, program string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Dir, command.Env = folder, append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %s%v", program, strings.Join(arguments, " "), output, err)
	}
}
