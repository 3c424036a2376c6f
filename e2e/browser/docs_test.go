//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Who has to call the platform finds what to call, reads how, copies it and tries it.
func TestDevelopersFindAndTryACall(t *testing.T) {
	platform, browser := start(t), launch(t)
	page := newTab(t, browser, platform.URL, 1280)
	page.open("/docs")
	page.fill("#search", "complete task")
	page.waitFor(`document.getElementById("found").textContent.endsWith(" found")`)
	page.waitFor(`!document.getElementById("TaskService_CompleteTask").hidden`)
	page.waitFor(`document.getElementById("HadithService_GetDailyHadith").hidden`)

	page.open("/docs?again#TaskService_CreateTask")
	page.waitFor(`document.getElementById("TaskService_CreateTask").open`)
	const create = "#TaskService_CreateTask "
	page.sees(create+"td code", "linked_prayer")
	page.sees(create+"td", "low, medium, high")
	page.sees(create+".samples pre", "curl -X POST '"+platform.URL+"/api/v1/tasks'")
	for _, language := range []string{"JavaScript", "Go", "CLI"} {
		page.run(clickText(create+".samples", language))
		page.waitFor(`[...document.querySelectorAll("` + create + `figure")].filter(f => !f.hidden).map(f => f.textContent).join()` +
			`.startsWith("` + language + `")`)
	}
	page.click(create + ".copy")
	page.waitFor(`["Copied", "Press Ctrl+C"].includes(document.querySelector("` + create + `.copy").textContent)`)

	page.fill("#user", "1\t")
	page.choose(create+"textarea", `{"title": "Read <b>Quran</b>", "linked_prayer": "Fajr"}`)
	page.run(clickText(create+".try", "Send"))
	page.sees(create+".answered", "201")
	page.sees(create+".answered", "Read <b>Quran</b>")

	page.open("/docs?later#TaskService_ListTasks")
	page.waitFor(`document.getElementById("user").value === "1"`)
	page.run(clickText("#TaskService_ListTasks .try", "Send"))
	page.sees("#TaskService_ListTasks .answered", "Read <b>Quran</b>")
	if kept := evaluate[string](page, "JSON.stringify(localStorage)"); strings.Contains(kept, "token") {
		t.Errorf("the browser keeps %s", kept)
	}

	page.open("/docs?lang=ur#TaskService_CreateTask")
	page.run(chromedp.WaitReady(chromedp.CSS("html[lang=ur][dir=rtl]")))
	page.sees(create+".try button", "بھیجیں")
	page.fill("#search", "complete task")
	page.sees("#found", "ملے")
	if goes := evaluate[string](page, `getComputedStyle(document.querySelector("#TaskService_CreateTask .about")).direction`); goes != "ltr" {
		t.Errorf("what the contract says in English goes %s", goes)
	}
	page.click(".tongue button[value=ur-Latn]")
	page.run(chromedp.WaitReady(chromedp.CSS("html[lang=ur-Latn][dir=ltr]")))
	page.sees("h2", "Jawab jo kai jagah aate hain")

	page.open("/docs?lang=en#TaskService_ListTasks")
	page.run(clickText("#TaskService_ListTasks .try", "Send"))
	page.sees("#TaskService_ListTasks .answered", "Read <b>Quran</b>")
	source := axe(t)
	alone(page, "TaskService_ListTasks")
	check(t, page, source, "/docs, with an answer")
	phone := newTab(t, browser, platform.URL, 360)
	phone.dark()
	for _, lang := range []string{"en", "ur"} {
		phone.open("/docs?lang=" + lang + "#TaskService_CreateTask")
		phone.waitFor(`document.getElementById("TaskService_CreateTask").open`)
		alone(phone, "TaskService_CreateTask")
		check(t, phone, source, "/docs on a phone in "+lang)
	}
}

// alone leaves one operation on the page, so that it is soon checked; all of them are checked in TestPagesKeepNobodyOut.
func alone(page *tab, id string) {
	page.t.Helper()
	evaluate[bool](page, `document.querySelectorAll(".operation:not(#`+id+`)").forEach(one => one.remove()), true`)
}

// clickText clicks the button with a text in an element.
func clickText(selector, text string) step {
	id := strings.Trim(strings.Fields(selector)[0], "#")
	return chromedp.Click("//*[@id='"+id+"']//button[normalize-space(.)='"+text+"']", chromedp.NodeVisible)
}
