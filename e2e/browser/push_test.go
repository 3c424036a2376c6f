//go:build browser

package browser

import (
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// allowNotifications answers the browser's question whether the pages may show notifications.
func (b *tab) allowNotifications() {
	b.t.Helper()
	call(b, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
		Permission: &cdpbrowser.PermissionDescriptor{Name: "notifications"}, Setting: cdpbrowser.PermissionSettingGranted, Origin: b.url,
	})
}

// What a push service brings is shown, in words that the server wrote, once for each reminder.
func TestABrowserShowsWhatItIsPushed(t *testing.T) {
	platform, browser := start(t), launchAlone(t)
	page := newTab(t, browser, platform.URL, 1280)
	registered := make(chan serviceworker.RegistrationID, 10)
	if err := chromedp.Listen(page.ctx, func(event any) {
		if updated, ok := event.(*serviceworker.EventWorkerRegistrationUpdated); ok {
			for _, registration := range updated.Registrations {
				registered <- registration.RegistrationID
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(page, serviceworker.Enable, cdp.Empty{})
	page.allowNotifications()
	page.asUser("31")
	page.open("/settings")
	page.waitFor("navigator.serviceWorker.controller !== null")
	page.open("/settings") // what is pushed in the moment in which the worker was installed is lost
	page.waitFor(`navigator.serviceWorker.controller?.state === "activated"`)
	id := <-registered
	push := func(reminder, title string) {
		call(page, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
			Origin: page.url, RegistrationID: id,
			Data: `{"id":"` + reminder + `","title":"` + title + `","body":"اس کام کا وقت ہو گیا۔","lang":"ur","path":"/tasks/7"}`,
		})
	}
	const shown = `navigator.serviceWorker.ready.then(r => r.getNotifications())
		.then(all => all.map(n => [n.title, n.body, n.lang, n.tag, n.data.path].join("|")).sort().join("; "))`
	const first, second = "سورۃ الکہف|اس کام کا وقت ہو گیا۔|ur|1-7-1|/tasks/7", "نماز|اس کام کا وقت ہو گیا۔|ur|1-8-1|/tasks/7"
	pushed := time.Time{}
	shows := func(want, reminder, title string) func() bool {
		return func() bool {
			if time.Since(pushed) > 5*time.Second { // a push may be lost while the browser is busy: a push service sends it again
				push(reminder, title)
				pushed = time.Now()
			}
			return evaluate[string](page, shown) == want
		}
	}
	platform.Eventually(t, "the reminder is shown", shows(first, "1-7-1", "سورۃ الکہف"))
	push("1-7-1", "سورۃ الکہف") // the same, sent again
	pushed = time.Time{}
	platform.Eventually(t, "each is shown once", shows(first+"; "+second, "1-8-1", "نماز"))
}

// atNoService has the browser subscribe without a push service, of which there is none here: it says what one would have said.
const atNoService = `
	const made = { endpoint: "https://push.example/of-this-browser", toJSON: () => ({ endpoint: made.endpoint, expirationTime: null, keys: {
		p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
		unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; } };
	PushManager.prototype.getSubscription = async () => localStorage.getItem("subscribed") ? made : null;
	PushManager.prototype.subscribe = async options => {
		if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error("not as browsers want it");
		localStorage.setItem("subscribed", "yes"); return made; };`

func TestABrowserSubscribesAndIsRemoved(t *testing.T) {
	platform, browser := start(t), launchAlone(t)
	page := newTab(t, browser, platform.URL, 1280)
	call(page, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: atNoService})
	page.allowNotifications()
	page.asUser("32")
	page.open("/settings")
	page.press("Remind me in this browser")
	page.sees(".notice", "This browser shows your reminders")
	page.sees("#push .tokens", "push.example")
	page.waitFor(`document.querySelector("#push .here").hidden === false && document.querySelector("#push-here").hidden`)
	page.press("Remove")
	page.seesNo("#push .tokens", "push.example")
	page.waitFor(`localStorage.getItem("subscribed") === null && !document.querySelector("#push-here").hidden`)
}

// Where notifications are not allowed, the page says what to do.
func TestABrowserThatMayNotSaysSo(t *testing.T) {
	platform, browser := start(t), launchAlone(t)
	page := newTab(t, browser, platform.URL, 1280)
	call(page, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
		Permission: &cdpbrowser.PermissionDescriptor{Name: "notifications"}, Setting: cdpbrowser.PermissionSettingDenied, Origin: page.url,
	})
	page.asUser("33")
	page.open("/settings")
	page.press("Remind me in this browser")
	page.run(chromedp.WaitVisible(chromedp.CSS("#push-failed")))
}
