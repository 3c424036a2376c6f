//go:build browser

package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/clock"
)

// patience bounds the wait for an event. An event that takes longer never comes.
const patience = 60 * time.Second

// start boots a platform on Monday, 2 March 2026, at 10:00 in Karachi.
func start(t *testing.T) *harness.Platform {
	t.Helper()
	return harness.Start(t, harness.Options{Clock: clock.StartingAt(time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC))})
}

// step is something that is done in a tab.
type step = chromedp.Action[chromedp.Void]

// one is the browser that most tests share, started when the first needs it.
var one = sync.OnceValues(func() (context.Context, error) {
	browser, err := started(context.Background(), "")
	end = func() { _ = chromedp.Cancel(browser) } // what an error leaves behind is a folder for temporary files
	return browser, err
})

var end = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	end()
	os.Exit(code)
}

// launch returns a profile of its own in the browser that tests share.
func launch(t *testing.T) context.Context {
	t.Helper()
	browser, err := one()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// launchAlone starts a browser of its own, in which pages can be installed: in a profile that is not the browser's first they cannot.
func launchAlone(t *testing.T) context.Context {
	t.Helper()
	ctx, err := started(context.WithoutCancel(t.Context()), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	return ctx
}

// started starts a browser that keeps its profile in a folder; "" for one that it makes and removes.
func started(ctx context.Context, profile string) (context.Context, error) {
	program, err := exec.LookPath("chromium")
	if err != nil {
		return nil, errors.New("there is no chromium here: apt-get install chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("lang", "en"))
	if profile != "" {
		options = append(options, chromedp.UserDataDir(profile))
	}
	allocated, _ := chromedp.NewExecAllocator(ctx, options...)
	ctx, _ = chromedp.NewContext(allocated)
	return ctx, chromedp.Do(ctx)
}

// tab is a tab of a browser that shows the platform's pages.
type tab struct {
	t   testing.TB
	ctx context.Context
	url string

	mu     sync.Mutex
	errors []string // of the console
}

// newTab opens a tab of a given width at the pages of a server. Whatever its console reports as an error fails the test.
func newTab(t testing.TB, browser context.Context, url string, width int64) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	opened := &tab{t: t, ctx: ctx, url: url}
	if err := chromedp.Listen(ctx, opened.note); err != nil {
		t.Fatal(err)
	}
	const height = 900
	opened.run(chromedp.EmulateViewport(width, height))
	call(opened, log.Enable, cdp.Empty{})
	call(opened, runtime.Enable, cdp.Empty{})
	t.Cleanup(func() {
		opened.mu.Lock()
		defer opened.mu.Unlock()
		for _, text := range opened.errors {
			t.Errorf("the console: %s", text)
		}
		cancel()
	})
	return opened
}

// call runs a command of the browser's protocol.
func call[P, R any](b *tab, command cdp.Command[P, R], parameters P) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, command, parameters); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, fmt.Sprintf("%+v", event.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if event.Type == "error" {
			b.errors = append(b.errors, fmt.Sprintf("%+v", event.Args))
		}
	case *log.EventEntryAdded:
		if event.Entry.Level == "error" {
			b.errors = append(b.errors, event.Entry.Text+" "+event.Entry.URL)
		}
	}
}

// expectErrors forgets what the console has reported, which the test has provoked.
func (b *tab) expectErrors() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors = nil
}

func (b *tab) run(steps ...step) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		page, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText")) // to say what was there instead
		b.t.Fatalf("%v; the page says:\n%s", err, page)
	}
}

// evaluate returns what an expression is on the page, once it is settled.
func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// open goes to a page, and waits until it is there.
func (b *tab) open(path string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.url+path), chromedp.WaitReady(chromedp.CSS("main")))
}

// asUser chooses who the pages belong to, in development.
func (b *tab) asUser(value string) {
	b.t.Helper()
	call(b, network.SetCookie, network.SetCookieParams{Name: "salaatflow_user", Value: value, URL: b.url})
}

// dark prefers the dark colours.
func (b *tab) dark() {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
	})
}

// waitFor waits until an expression is true on the page. The page may change meanwhile.
func (b *tab) waitFor(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		is, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(time.Second)))
		switch {
		case err == nil && is:
			return
		case ctx.Err() != nil:
			page, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText")) // to say what was there instead
			b.t.Fatalf("%s never holds; the page says:\n%s", expression, page)
		}
	}
}

func texts(selector, text string) string {
	return fmt.Sprintf("[...document.querySelectorAll(%q)].some(e => e.textContent.includes(%q))", selector, text)
}

// sees waits until an element has a text.
func (b *tab) sees(selector, text string) {
	b.t.Helper()
	b.waitFor(texts(selector, text))
}

// seesNo waits until no element has a text.
func (b *tab) seesNo(selector, text string) {
	b.t.Helper()
	b.waitFor("document.readyState === 'complete' && !" + texts(selector, text))
}

// fill types into a field.
func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.run(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.SendKeys(chromedp.CSS(selector), text))
}

// choose sets the value of a field.
func (b *tab) choose(selector, value string) {
	b.t.Helper()
	b.run(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.SetValue(chromedp.CSS(selector), value))
}

// click clicks an element.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.run(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// say writes a message in the chat and sends it with the Enter key.
func (b *tab) say(message string) {
	b.t.Helper()
	b.fill("#message", message+"\r")
}

// press presses the button or link with a text.
func (b *tab) press(text string) {
	b.t.Helper()
	b.run(chromedp.Click("//main//*[(self::button or self::a) and normalize-space(.)='"+text+"']", chromedp.NodeVisible))
}
