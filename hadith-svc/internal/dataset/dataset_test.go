package dataset

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/searchtext"
)

func TestNumbersAreInOrder(t *testing.T) {
	ordered := []number{"1", "2", "2.1", "2.2", "2.25", "3", "3a", "3 b", "4", "10", "9999999"}
	for i := range ordered[1:] {
		if ordered[i].position() >= ordered[i+1].position() {
			t.Errorf("%s does not stand before %s", ordered[i], ordered[i+1])
		}
	}
}

// Chapters are in order, whatever the numbers of their hadiths.
func TestChaptersAreInOrder(t *testing.T) {
	place := func(chapter, in number) int64 {
		h, err := Record{ChapterID: chapter, IDInBook: in, Arabic: "نص"}.Hadith(searchtext.Arabic)
		if err != nil {
			t.Fatal(err)
		}
		return h.Position
	}
	ordered := []int64{place("1", "1"), place("1", "9999999"), place("2", "1"), place("9999998", "9999999"), place("9999999", "1")}
	for i := range ordered[1:] {
		if ordered[i] >= ordered[i+1] {
			t.Errorf("%d. does not stand before %d.: %d", i+1, i+2, ordered)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"ara-edition.json", "chapter.json", "lines.jsonl"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("{\"hadithnumber\": 1, \"text\": \"\xff\"}")
	f.Add("\xef\xbb\xbf{\"hadiths\": [{\"hadithnumber\": \"1\", \"text\": \"\u202b<p>a</p>\\u0000\"}]}")
	f.Fuzz(func(t *testing.T, text string) {
		_ = Read(strings.NewReader(text), func(_ string, r Record, wrong error) error { // any error will do
			if wrong != nil {
				return nil //nolint:nilerr // the record is skipped
			}
			h, err := r.Hadith(searchtext.Arabic)
			if err != nil {
				return nil //nolint:nilerr // the record is skipped
			}
			for _, text := range []string{h.TextArabic, h.TextEnglish, h.Narrator} {
				if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\n\u202b") || !norm.NFC.IsNormalString(text) {
					t.Errorf("%q is not clean", text)
				}
			}
			if h.Number == "" || h.Position < 0 {
				t.Errorf("number %q at %d", h.Number, h.Position)
			}
			return nil
		})
	})
}
