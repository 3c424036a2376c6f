//go:build browser

package browser

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

func TestPeopleGetThingsDoneByThePages(t *testing.T) {
	platform, browser := start(t), launch(t)

	t.Run("a task is made in Urdu script", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("11")
		page.open("/")
		page.say("کل صبح ۶ بجے صدقہ دینے کا کام بنا دو")
		page.sees(".said p", "صدقہ دینا")
		page.sees(".card .task-title", "صدقہ دینا")
		page.sees("#due .task-title", "صدقہ دینا") // the list beside the chat follows
		script := evaluate[string](page, `getComputedStyle(document.querySelector(".mine p")).direction +
			" " + document.querySelector(".mine p").lang + " " + document.fonts.check("16px Nastaliq", "صدقہ")`)
		if script != "rtl ur true" {
			t.Errorf("the message is shown %s", script)
		}
		page.open("/tasks")
		page.sees(".task-title", "صدقہ دینا")
	})

	t.Run("a deletion is confirmed, and taken back", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("12")
		page.open("/")
		page.say("add a task to read Surah Kahf on Friday")
		page.sees(".said p", "Added task 1")
		page.say("add a task to call Ammi")
		page.sees(".said p", "Added task 2")
		page.say("delete all my tasks")
		page.sees(".said p", "Nothing is done yet")
		page.sees("#due .task-title", "call Ammi")
		page.press("yes")
		page.sees("#due", "Nothing is due")
		page.say("undo")
		page.sees("#due .task-title", "call Ammi")
		page.sees("#due .task-title", "read Surah Kahf")
	})

	t.Run("the chat asks which of two", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("13")
		page.open("/")
		page.say("task bana do: Quran parhna")
		page.sees(".said p", "Task 1")
		page.say("task bana do: Quran sunna")
		page.sees(".said p", "Task 2")
		page.say("Quran wala task complete kar do")
		page.press("Quran sunna")
		page.sees(".said p", "Ho gaya: task 2")
	})

	t.Run("a conversation is shown again with its cards", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("21")
		page.open("/")
		cards := []string{".card .task", ".card .times", ".card .masjid", ".card .hadith"}
		for i, message := range []string{"add a task to call Ammi", "what time is Maghrib?", "masjids in Clifton", "hadith of the day"} {
			page.say(message)
			page.run(chromedp.WaitVisible(chromedp.CSS(cards[i])))
		}
		page.waitFor("location.search.includes('c=')")
		again := evaluate[string](page, "location.pathname + location.search")
		page.open("/tasks")
		page.open(again)
		for _, card := range cards {
			page.run(chromedp.WaitVisible(chromedp.CSS(card)))
		}
		page.click(".card .tick")
		page.sees(".card .task.done", "call Ammi")
	})

	t.Run("without JavaScript", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("14")
		call(page, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		page.open("/")
		page.fill("#message", "what time is Maghrib?")
		page.click(".send")
		page.run(chromedp.WaitVisible(chromedp.CSS(".card .times")))
		page.fill("#message", "aur Isha?")
		page.click(".send")
		page.run(chromedp.WaitVisible(chromedp.CSS(".card ~ .card .times"))) // the first answer has its own still
		page.open("/tasks")
		page.fill(".fields input[name=title]", "Dhikr")
		page.click(".fields .button")
		page.run(chromedp.WaitVisible(chromedp.CSS(".notice")))
		page.click(".tick")
		page.run(chromedp.WaitVisible(chromedp.CSS(".empty")))
	})

	t.Run("a task is changed, deleted and brought back by its page", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("15")
		page.open("/tasks")
		page.fill(".fields input[name=title]", "Charity")
		page.press("Add a task")
		page.sees(".notice", "added")
		page.click(".task-link")
		page.sees("h1", "Task 1")
		page.choose(".fields input[name=title]", "Give charity")
		page.choose(".fields select[name=masjid_id]", "2")
		page.press("Save")
		page.sees(".task-title", "Give charity")
		page.click(".task-link")
		page.sees("h1", "Task 1")
		page.waitFor(`document.querySelector("select[name=masjid_id]").value === "2"`)
		page.press("Delete")
		page.seesNo(".task-title", "Give charity")
		page.press("Undo")
		page.sees(".task-title", "Give charity")
	})

	t.Run("several tasks are completed at once, and taken back", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("22")
		page.open("/")
		page.say("add a task to call Ammi")
		page.sees(".said p", "Added task 1")
		page.say("add a task to water the plants")
		page.sees(".said p", "Added task 2")
		page.open("/tasks?status=all")
		page.click("#several")
		page.click("[data-all]")
		page.press("Complete")
		page.sees(".notice", "Done for all")
		page.sees(".empty", "") // none is pending
		page.press("Undo")
		page.sees(".task:not(.done) .task-title", "call Ammi")
		page.sees(".task:not(.done) .task-title", "water the plants")
	})

	t.Run("a token is shown once", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("16")
		page.open("/settings")
		page.fill("#tokens input[name=name]", "my agent")
		page.click(`#tokens input[value="tasks:read"]`)
		page.press("Make a token")
		page.sees(".secret", "sft_")
		page.open("/settings")
		page.sees(".tokens", "my agent")
		page.seesNo("body", "sft_")
		page.press("Revoke")
		page.seesNo(".tokens", "my agent")
	})

	t.Run("a calendar's address is shown once", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("19")
		page.open("/settings")
		page.fill("#calendars input[name=name]", "my phone")
		page.press("Make an address")
		page.sees("#calendars .secret", platform.URL+"/api/v1/calendars/")
		page.waitFor(`document.querySelector("#calendars .notice a").href.startsWith("webcal://")`)
		page.open("/settings")
		page.sees("#calendars .tokens", "my phone")
		page.seesNo("body", "tasks.ics")
		page.click("#calendars .tokens button")
		page.seesNo("#calendars .tokens", "my phone")
	})

	t.Run("a tool is denied to a skill, and allowed again", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("1.admin")
		page.open("/console/skills/plan-my-day")
		page.choose(".fields input[name=tool_name]", "create_task")
		page.choose(".fields select[name=action]", "deny")
		page.fill(".fields input[name=reason]", "reading only")
		page.click(".fields .button")
		page.sees("h1", "Deny create_task?")
		page.sees("#preview .tag", "loses")
		page.sees("#preview code", "create_task")
		page.press("Yes, do it")
		page.sees("[aria-labelledby=refused-title]", "create_task")
		page.press("Undo")
		page.sees("h1", "Revoke the decision")
		page.sees("#preview .tag", "gains")
		page.press("Yes, do it")
		page.sees("[aria-labelledby=skill-title] .found", "create_task")
	})

	t.Run("a tool is called from the console, after it asked", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("17")
		page.open("/console/tools/create_task")
		page.fill(".fields [name=title]", "From the console")
		page.press("Call it")
		page.sees("h1", "Call create_task?")
		page.press("Yes, do it")
		page.sees(".outcome pre", `"success": true`)
		page.open("/console/audit?follow=yes")
		page.sees("td", "create_task") // once it is shipped
	})

	t.Run("a tool is called from the console as another user", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("17")
		page.open("/console/tools/create_task")
		page.fill(".fields [name=title]", "For somebody else")
		page.choose(".fields [name=as-user]", "23")
		page.press("Call it")
		page.sees("h1", "Call create_task?")
		page.sees("dd", "23")
		page.press("Yes, do it")
		page.sees(".outcome pre", `"success": true`)
		page.open("/tasks")
		page.seesNo(".task-title", "For somebody else")
		page.asUser("23")
		page.open("/tasks")
		page.sees(".task-title", "For somebody else")
	})

	t.Run("an address asks for a language", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("20")
		page.open("/?lang=ur")
		page.say("masjids in Clifton")
		page.sees(".card .map", "نقشے پر دیکھیں")
	})

	t.Run("another language is chosen", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("18")
		page.open("/")
		page.click(".tongue button[value=ur]")
		page.run(chromedp.WaitReady(chromedp.CSS("html[lang=ur][dir=rtl]")))
		page.sees("h2", "آج کی حدیث")
	})
}

func TestTodaysTimesAreThereWithoutANetwork(t *testing.T) {
	platform, browser := start(t), launchAlone(t)
	target, err := url.Parse(platform.URL)
	if err != nil {
		t.Fatal(err)
	}
	network := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	page := newTab(t, browser, network.URL, 360)
	page.open("/")
	page.waitFor("navigator.serviceWorker.controller !== null")
	asked, err := chromedp.Call(page.ctx, cdppage.GetInstallabilityErrors, cdp.Empty{})
	if err != nil || len(asked.InstallabilityErrors) > 0 {
		t.Errorf("it cannot be installed as an app: %+v, %v", asked.InstallabilityErrors, err)
	}
	network.CloseClientConnections()
	network.Close()
	page.open("/tasks")
	page.sees(".times", "Maghrib")
	page.run(chromedp.WaitVisible(chromedp.CSS("#kept"))) // the page says that it is an older one
	page.expectErrors()                                   // that there is no network
}

func TestAQuarantinedDefinitionIsAccepted(t *testing.T) {
	platform, browser := start(t), launch(t)
	registry := platform.RegistryClient(t)
	const pkg = "pinned.v1"
	const changed = "Pins it, and tells a stranger what you wrote."
	address := catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "pin_it")).Address
	lease := ""
	for _, does := range []string{"Pins it.", changed} {
		given, err := registry.Register(t.Context(), &registryv1.RegisterRequest{
			Service: "pinned-svc", Version: "1.0.0", InstanceId: "one", Address: address, PreviousLeaseId: lease,
			GrpcServices: []string{catalogtest.GRPCService(pkg)}, Files: catalogtest.Files(t, pkg, catalogtest.Tool{Name: "pin_it", Does: does}),
		})
		if err != nil {
			t.Fatal(err)
		}
		lease = given.GetLeaseId()
	}
	page := newTab(t, browser, platform.URL, 1280)
	page.asUser("1.admin")
	page.open("/console/definitions?state=quarantined")
	page.click("td a")
	page.sees(".after", changed)
	page.fill(".fields input[name=reason]", "it is true")
	page.press("Accept")
	page.sees("h1", "Accept pinned-svc 1.0.0?")
	page.press("Yes, do it")
	page.sees(".notice", "accepted")
	platform.Eventually(t, "the tool is listed as it is now", func() bool {
		page.open("/console/tools/pin_it")
		return evaluate[bool](page, texts("p", changed))
	})
}

func TestNobodySignedInSeesWhatIsPublic(t *testing.T) {
	platform, browser := start(t), launch(t)
	page := newTab(t, browser, platform.URL, 360)
	page.asUser("0")
	page.open("/")
	page.sees("#due", "Sign in")
	page.say("masjids in Clifton")
	page.sees(".card h2", "Abdullah Shah Ghazi")
	page.open("/settings")
	page.expectErrors() // 401, which the page says in words
	if text := evaluate[string](page, "document.body.innerText"); !strings.Contains(text, "Sign in first") {
		t.Errorf("the page says %s", text)
	}
}
