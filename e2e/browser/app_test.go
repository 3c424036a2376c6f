//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestPeopleGoOnWhereTheyWere(t *testing.T) {
	platform, browser := start(t), launch(t)

	t.Run("a task is taken back with a touch, in Urdu", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("31")
		page.open("/?lang=ur")
		page.say("کل صبح ۶ بجے Surah Kahf پڑھنے کا کام بنا دو")
		page.sees("#due .task-title", "Surah Kahf")
		if goes := evaluate[string](page, `getComputedStyle(document.querySelector("#due .task-title bdi")).direction`); goes != "rtl" {
			t.Errorf("a sentence that begins with an English name goes %s", goes)
		}
		page.press("واپس لیں")
		page.seesNo("#due .task-title", "Surah Kahf")
	})

	t.Run("a date is chosen", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("32")
		page.open("/?lang=en")
		page.say("add a task to call Ammi")
		page.sees(".said p", "Added task 1")
		page.say("change task 1")
		page.choose("#reply-date", "2026-03-05")
		page.press("Send")
		page.sees("#due .task-more", "Thursday, 5 March")
	})

	t.Run("a task is ticked beside a conversation, and taken back", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 1280)
		page.asUser("33")
		page.open("/?lang=en")
		page.say("add a task to call Ammi")
		page.sees("#due .task-title", "call Ammi")
		page.click("#due .tick")
		page.sees(".notice", "Done")
		page.sees(".mine p", "add a task to call Ammi")
		page.press("Undo")
		page.sees("#due .task-title", "call Ammi")
		page.sees(".mine p", "add a task to call Ammi")
	})

	t.Run("a masjid has a timetable, and becomes one's own", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.asUser("34")
		page.open("/masjids/9?lang=en")
		page.press("Timetable")
		page.sees(".week th", "Sunday, 8 March")
		page.press("The week after")
		page.sees(".week th", "Sunday, 15 March")
		page.press("Masjid")
		page.press("Make it my masjid")
		page.sees(".notice", "saved")
		page.open("/settings")
		if own := evaluate[string](page, `document.querySelector("[name=preferred_masjid_id]").selectedOptions[0].text`); own !=
			"Abdullah Shah Ghazi Masjid · Clifton" {
			t.Errorf("the settings name %q", own)
		}
		page.press("Save")
		page.sees(".notice", "saved")
	})

	t.Run("what follows an answer is in sight on a small telephone", func(t *testing.T) {
		page := newTab(t, browser, platform.URL, 360)
		page.run(chromedp.EmulateViewport(360, 640))
		page.asUser("35")
		page.open("/?lang=en")
		page.say("add a task to call Ammi")
		page.sees(".said p", "Added task 1")
		page.waitFor(`document.querySelector(".compose").getBoundingClientRect().bottom <=
			document.querySelector(".nav").getBoundingClientRect().top`)
	})
}
