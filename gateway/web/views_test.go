package web

import "testing"

// Pages are read when they are first shown, so what is wrong with one has to be found here.
func TestEachPageCanBeReadInEachLanguage(t *testing.T) {
	pages, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages.pages) != 3 {
		t.Errorf("there are pages in %d languages, want 3", len(pages.pages))
	}
	for tag, views := range pages.pages {
		if len(views) < 10 {
			t.Errorf("there are %d pages in %s", len(views), tag)
		}
		for name, read := range views {
			page, err := read()
			if err != nil {
				t.Errorf("%s in %s: %v", name, tag, err)
			} else if page.Lookup("layout") == nil {
				t.Errorf("%s in %s has nothing of what pages share", name, tag)
			}
		}
	}
}
