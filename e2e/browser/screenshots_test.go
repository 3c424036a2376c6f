//go:build browser

package browser

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

var folder = flag.String("screenshots", "", "make screenshots into this `folder`")

// TestScreenshots makes pictures that a reviewer can open; it judges nothing.
func TestScreenshots(t *testing.T) {
	if *folder == "" {
		t.Skip("make screenshots runs this")
	}
	platform, browser := start(t), launch(t)
	prepared := false
	for _, lang := range []string{"en", "ur"} {
		for _, width := range []int64{360, 1280} {
			for _, colours := range []string{"light", "dark"} {
				page := newTab(t, browser, platform.URL, width)
				page.asUser("1.admin")
				if colours == "dark" {
					page.dark()
				}
				if !prepared {
					prepare(page)
					prepared = true
				}
				for name, path := range map[string]string{
					"home": "/", "tasks": "/tasks", "masjids": "/masjids", "masjid": "/masjids/9", "hadith": "/hadith?topic=patience",
					"settings": "/settings", "console": "/console", "tool": "/console/tools/create_task",
					"skill": "/console/skills/plan-my-day", "audit": "/console/audit",
				} {
					separator := "?"
					if name == "hadith" {
						separator = "&"
					}
					page.open(path + separator + "lang=" + lang)
					if name == "home" {
						page.say(map[string]string{"en": "what time is Asr?", "ur": "کلفٹن میں عصر کب ہے؟"}[lang])
						page.run(chromedp.WaitVisible(chromedp.CSS(".card .times")))
					}
					save(t, page, name+"-"+lang+"-"+strconv.FormatInt(width, 10)+"-"+colours)
				}
			}
		}
	}
}

// prepare gives the user a few tasks.
func prepare(page *tab) {
	page.t.Helper()
	page.open("/")
	for i, message := range []string{
		"add a task to read Surah Kahf on Friday, high priority", "Fajr ke baad Quran parhne ka task bana do",
		"کل صبح ۶ بجے صدقہ دینے کا کام بنا دو",
	} {
		page.say(message)
		page.waitFor(`document.querySelectorAll(".said").length > ` + strconv.Itoa(i+1) + ` && !document.querySelector(".waiting")`)
	}
	page.sees("#due .task-title", "صدقہ دینا")
}

func save(t *testing.T, page *tab, name string) {
	t.Helper()
	evaluate[bool](page, "document.fonts.ready.then(() => true)")
	picture, err := chromedp.Run(page.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*folder, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
