//go:build browser

package browser

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// pages are all there are for a user with a few tasks.
var pages = []string{
	"/", "/today", "/tasks", "/tasks/1", "/masjids", "/masjids/9", "/masjids/9/timetable", "/hadith", "/hadith?topic=patience", "/settings",
	"/console", "/console/tools/create_task", "/console/skills", "/console/skills/plan-my-day", "/console/definitions", "/console/audit",
	"/console/services", "/console/health", "/console/live", "/console/limits",
	"/console/policy?tool=delete_task&caller=7", "/docs",
}

// axe returns the source of axe-core, which npm installs when the first test needs it.
func axe(t *testing.T) string {
	t.Helper()
	source, err := axeCore()
	if err != nil {
		t.Fatal(err)
	}
	return source
}

var axeCore = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "axe")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.CopyFS(folder, os.DirFS("axe")); err != nil {
		return "", err
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %s%w", output, err)
	}
	source, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	return string(source), err
})

type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// Pages are usable by everybody, in each language and in both colours, and nothing of them is beyond the edge of a phone.
func TestPagesKeepNobodyOut(t *testing.T) {
	platform, browser, source := start(t), launch(t), axe(t)
	for _, c := range []struct {
		lang  string
		width int64
		dark  bool
	}{{"en", 1280, false}, {"ur", 360, true}, {"ur-Latn", 360, false}, {"en", 360, true}} {
		t.Run(fmt.Sprintf("%s at %d, dark %t", c.lang, c.width, c.dark), func(t *testing.T) {
			page := newTab(t, browser, platform.URL, c.width)
			page.asUser("1.admin")
			if c.dark {
				page.dark()
			}
			page.open("/?lang=" + c.lang)
			page.say("add a task to call Ammi tomorrow at 6 pm")
			page.sees(".card .task-title", "Ammi")
			check(t, page, source, "/, after a turn")
			for _, path := range pages {
				separator := "?"
				if strings.Contains(path, "?") {
					separator = "&"
				}
				page.open(path + separator + "lang=" + c.lang)
				check(t, page, source, path)
			}
		})
	}
}

func check(t *testing.T, page *tab, source, path string) {
	t.Helper()
	evaluate[bool](page, source+"; true")
	found := evaluate[string](page,
		`axe.run({resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}).then(r => JSON.stringify(r.violations))`)
	var violations []violation
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		t.Fatal(err)
	}
	for _, one := range violations {
		for _, node := range one.Nodes {
			t.Errorf("%s: %s: %s\n%s\n%s", path, one.ID, one.Help, node.HTML, node.Summary)
		}
	}
	if beyond := evaluate[int](page, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); beyond > 0 {
		t.Errorf("%s is %d pixels wider than the screen", path, beyond)
	}
	for _, problem := range evaluate[[]string](page, usable) {
		t.Errorf("%s: %s", path, problem)
	}
	t.Logf("%s: first paint after %d ms", path, evaluate[int](page,
		`Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0)`))
}

//go:embed usable.js
var usable string
