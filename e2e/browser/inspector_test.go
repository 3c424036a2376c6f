//go:build browser && inspector

package browser

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/salaatflow/platform/e2e/harness"
)

// Whoever follows docs/join.md sees in the MCP inspector what a stranger's service, examples/moon-node, does beyond data, in each era: a
// picture, how far it is, and a question, which they answer.
func TestAStrangersServiceInTheInspector(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	startMoon(t, platform)
	for _, era := range []string{"legacy", "modern"} {
		t.Run(era, func(t *testing.T) {
			page := inspector{newTab(t, launch(t), startInspector(t, platform, era), 1400)}
			defer page.expectErrors() // it asks for fonts of another site
			page.run(chromedp.Navigate(page.url))
			page.run(chromedp.Click("//*[@role='switch' and starts-with(@aria-label,'Connect or disconnect')]"))
			page.waitFor(`document.querySelector("[data-testid=connection-status]").dataset.status === "connected"`)
			page.screen("Protocol")
			page.screen("Tools")
			page.sees("button", "report_sighting")

			page.run(chromedp.Click("//button[.//text()='create_task']", chromedp.NodeVisible))
			page.waitFor(`[...document.images].some(one => one.src.includes("/assets/icons/") && one.complete && one.naturalWidth > 0)`)

			page.ask("draw_moon", map[string]string{"date": "2026-02-21"})
			page.showsPicture(64, 64)

			page.seesNo("body *", "notifications/progress")
			page.ask("draw_moons", map[string]string{"date": "2026-02-18", "days": "30"})
			page.showsPicture(6*64, 5*64)
			page.sees("body *", "notifications/progress")

			page.ask("report_sighting", map[string]string{"date": "2026-02-18"})
			page.sees("[role=dialog]", "Did you see the new moon?")
			page.fillIn("Where from", "a hill near "+era)
			page.run(chromedp.Click(field("I saw it"), chromedp.NodeVisible))
			page.pressOnce("Submit")
			page.sees("body", `"place": "a hill near `+era+`"`)
		})
	}
}

// inspector is the page of the MCP inspector.
type inspector struct{ *tab }

// screen goes to a part of the page. The page may lose a click while it moves.
func (p inspector) screen(name string) {
	p.t.Helper()
	p.waitFor(`(one => one !== null && (one.checked || one.click() || one.checked))(document.querySelector("input[value=` + name + `]"))`)
}

// ask runs a tool with what its form is given.
func (p inspector) ask(tool string, given map[string]string) {
	p.t.Helper()
	p.run(chromedp.Click("//button[.//text()='"+tool+"']", chromedp.NodeVisible))
	for label, text := range given {
		p.fillIn(label, text)
	}
	p.pressOnce("Execute Tool")
}

func (p inspector) fillIn(label, text string) {
	p.t.Helper()
	p.run(chromedp.SendKeys(field(label), text, chromedp.NodeVisible))
}

// pressOnce presses a button when the form lets it.
func (p inspector) pressOnce(button string) {
	p.t.Helper()
	p.run(chromedp.Click("//button[normalize-space(.)='"+button+"' and not(@disabled)]", chromedp.NodeVisible))
}

// showsPicture waits until a picture of this size, in pixels, is shown.
func (p inspector) showsPicture(width, height int) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`[...document.images].some(one => one.src.startsWith("data:image/png") && one.naturalWidth === %d &&
		one.naturalHeight === %d && one.checkVisibility())`, width, height))
}

// field is the field that a label is for.
func field(label string) string {
	return "//*[@id=//label[starts-with(normalize-space(.),'" + label + "')]/@for]"
}

const suite = "../mcpclients/suite/node_modules"

// startInspector starts the inspector as docs/join.md says, and returns the address of its page.
func startInspector(t *testing.T, platform *harness.Platform, era string) string {
	t.Helper()
	nodes, err := filepath.Glob(filepath.FromSlash(suite + "/node-linux-*/bin"))
	if err != nil || len(nodes) == 0 {
		t.Fatalf("the inspector is not installed: npm ci in e2e/mcpclients/suite: %v", err)
	}
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "PATH": nodes[0] + string(os.PathListSeparator) + os.Getenv("PATH"),
		"CLIENT_PORT": freePort(t), "MCP_AUTO_OPEN_ENABLED": "false", "MCP_INSPECTOR_SECRET_STORE": "memory",
	} {
		t.Setenv(name, value)
	}
	launcher := filepath.FromSlash(suite + "/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	line := harness.Run(t, filepath.Join(nodes[0], "node"), launcher, "--transport", "http", "--server-url", platform.URL+"/mcp",
		"--header", "X-User-ID: 7", "--protocol-era", era).Line(t, "http://")
	return strings.TrimSpace(line[strings.Index(line, "http://"):])
}

// freePort returns a port that nobody has: the inspector takes none that it chooses itself.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return port
}

// startMoon installs a copy of examples/moon-node, starts it, and waits until its tools are listed.
func startMoon(t *testing.T, platform *harness.Platform) {
	t.Helper()
	root := t.TempDir()
	for _, part := range []string{"examples/moon-node", "services/join/libraries/node"} {
		part = filepath.FromSlash(part)
		if err := os.CopyFS(filepath.Join(root, part), os.DirFS(filepath.Join("..", "..", part))); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(root, "examples", "moon-node")
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v: %s", err, said)
	}
	harness.Run(t, "node", filepath.Join(folder, "server.js"), platform.Registry().String()).Line(t, "joined")
}
