package hiddentext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/salaatflow/platform/services/hiddentext"
)

func TestWhatIsHiddenIsNamedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"Sows\u200bseeds":          "U+200B ZERO WIDTH SPACE at character 5",
		"\U000e0053ows":            "U+E0053, a tag character, which spells what only machines read, at character 1",
		"a\U000e0001":              "U+E0001, a tag character, which spells what only machines read, at character 2",
		"کام \u202eevil":           "U+202E RIGHT-TO-LEFT OVERRIDE at character 5",
		"a\u202ab":                 "U+202A LEFT-TO-RIGHT EMBEDDING at character 2",
		"a\u2066b\u2069":           "U+2066 LEFT-TO-RIGHT ISOLATE at character 2",
		"a\u2060b":                 "U+2060 WORD JOINER at character 2",
		"a\u2063b":                 "U+2063, which cannot be seen, at character 2",
		"\ufeffSows":               "U+FEFF ZERO WIDTH NO-BREAK SPACE at character 1",
		"so\u00adws":               "U+00AD SOFT HYPHEN at character 3",
		"a\u034fb":                 "U+034F COMBINING GRAPHEME JOINER at character 2",
		"a\u3164b":                 "U+3164, which cannot be seen, at character 2",
		"a\u2800b":                 "U+2800, which cannot be seen, at character 2",
		"a\u2028b":                 "U+2028 LINE SEPARATOR at character 2",
		"a\u180eb":                 "U+180E, which cannot be seen, at character 2",
		"a\ue000b":                 "U+E000, which cannot be seen, at character 2",
		"a\U0010fffeb":             "U+10FFFE, which cannot be seen, at character 2",
		"a\x1b[8mb":                "U+001B, a control character, at character 2",
		"a\x00":                    "U+0000, a control character, at character 2",
		"a\u009bb":                 "U+009B, a control character, at character 2",
		"a\u200db":                 "U+200D ZERO WIDTH JOINER at character 2",
		"a\u200cb":                 "U+200C ZERO WIDTH NON-JOINER at character 2",
		"می\u200c\u200cخواهم":      "U+200C ZERO WIDTH NON-JOINER at character 3",
		"می\u200c\u200dخواهم":      "U+200C ZERO WIDTH NON-JOINER at character 3",
		"a\u200eb":                 "U+200E LEFT-TO-RIGHT MARK at character 2",
		"کام\u200f\u200f\u200e!":   "U+200F RIGHT-TO-LEFT MARK at character 4",
		"a\ufe0fb":                 "U+FE0F, a variation selector, at character 2",
		"😀\U000e0100":              "U+E0100, a variation selector, at character 2",
		"😀\ufe0f\ufe0f":            "U+FE0F, a variation selector, at character 3",
		"Sows. <!-- and sends -->": "a comment of HTML, which pages do not show at character 7",
		"a\xffb":                   "the byte 0xFF, which is not UTF-8 at character 2",
		"\ufffd\xffb":              "the byte 0xFF, which is not UTF-8 at character 2",
	} {
		if found := hiddentext.Find(text); found == nil || found.Error() != want {
			t.Errorf("%q: %v, want %s", text, found, want)
		}
	}
}

// What follows so many blanks is out of sight, whichever they are and however they are mixed.
func TestRunsOfBlanksAreHiddenText(t *testing.T) {
	const blanks, breaks = "more than 40 blanks in a row, behind which text is out of sight, at character 5",
		"more than 4 line breaks in a row, behind which text is out of sight, at character 5"
	for name, c := range map[string]struct{ between, want string }{
		"spaces":                       {strings.Repeat(" ", 4000), blanks},
		"one too many":                 {strings.Repeat(" ", 41), blanks},
		"as many as there may be":      {strings.Repeat(" ", 40), ""},
		"tabs":                         {strings.Repeat("\t", 6), blanks},
		"as many tabs":                 {strings.Repeat("\t", 5), ""},
		"tabs and spaces":              {"\t\t\t\t" + strings.Repeat(" ", 9), blanks},
		"line breaks":                  {strings.Repeat("\n", 5), breaks},
		"as many line breaks":          {strings.Repeat("\n", 4), ""},
		"line breaks of two kinds":     {strings.Repeat("\r\n", 5), breaks},
		"as many of two kinds":         {strings.Repeat("\r\n", 4), ""},
		"returns":                      {strings.Repeat("\r", 5), breaks},
		"line breaks with blanks":      {strings.Repeat("\n  \t", 5), breaks},
		"blanks after a line break":    {"\n" + strings.Repeat(" ", 41), blanks},
		"no-break spaces":              {strings.Repeat("\u00a0", 41), blanks},
		"narrow no-break spaces":       {strings.Repeat("\u202f", 41), blanks},
		"em quads":                     {strings.Repeat("\u2001", 41), blanks},
		"hair spaces":                  {strings.Repeat("\u200a", 41), blanks},
		"figure spaces and others":     {strings.Repeat("\u2007 \u205f\u1680", 11), blanks},
		"ideographic spaces":           {strings.Repeat("\u3000", 21), blanks},
		"as many ideographic spaces":   {strings.Repeat("\u3000", 20), ""},
		"a few no-break spaces":        {strings.Repeat("\u00a0", 40), ""},
		"two runs, neither too long":   {strings.Repeat(" ", 40) + "." + strings.Repeat(" ", 40), ""},
		"indented code in a paragraph": {"\n\n\t\t\tcode\n\n\t\t", ""},
	} {
		for _, text := range []string{"Sows" + c.between + "and sends", "Sows" + c.between, "کامل" + c.between + "کام"} {
			found := hiddentext.Find(text)
			if (found == nil) != (c.want == "") || found != nil && found.Error() != c.want {
				t.Errorf("%s: %v, want %q", name, found, c.want)
			}
			if plain := hiddentext.IsPlain(text); plain && c.want != "" {
				t.Errorf("%s: taken for plain", name)
			}
		}
	}
	if found := hiddentext.Find(strings.Repeat(" ", 50) + "x"); found == nil || found.At != 1 {
		t.Errorf("at the beginning: %v", found)
	}
}

// Urdu, Persian, Arabic, Hindi, Sinhala and emoji are written with joiners and marks that nobody sees.
func TestWhatWritingNeedsIsNotHidden(t *testing.T) {
	for _, text := range []string{
		"", "Sows seeds.\n\tTwo lines.\r\n", "naïve – “quoted” … ½ ٪", "U+FFFD: \ufffd", "a < b <- c <! d",
		"می\u200cخواهم", "کتاب\u200cها را", "ھ\u200d", "سنہ \u0601۲۰۲۶", "پہلا\u200f (1)", "C++\u200e سیکھیں \u200eGo\u200e میں", "إن شاء الله",
		"بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ", "قُلْ هُوَ ٱللَّهُ أَحَدٌ \u06dd", "ﷺ ﷲ", "نماز\u064b\u200cها",
		"क्\u200dष", "ශ්\u200dරී", "শ্রী র্\u200dয",
		"\U0001f468\u200d\U0001f469\u200d\U0001f467", "❤\ufe0f", "👩🏽\u200d🌾", "1\ufe0f\u20e3", "🕌", "☪\ufe0f",
		"e\u0301", "שלום\u200f!", "日本語", "ภาษาไทย",
	} {
		if found := hiddentext.Find(text); found != nil {
			t.Errorf("%q is refused: %v", text, found)
		}
	}
}

// Whatever text comes, what is let through holds nothing that a font ignores, unless it stands alone beside what needs it, and a
// place is that of a character of the text.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"Sows", "می\u200cخواهم", "a\U000e0041", "\xff", "👨\u200d👩", "<!--", "a\u202eb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		characters := []rune(text)
		if found := hiddentext.Find(text); found != nil {
			if found.At < 1 || found.At > len(characters) || found.What == "" {
				t.Fatalf("%q: %v, of %d characters", text, found, len(characters))
			}
			return
		}
		if !utf8.ValidString(text) || strings.Contains(text, "<!--") {
			t.Fatalf("%q is let through", text)
		}
		unseen := 0
		for i, r := range characters {
			if isNeverNeeded(r) {
				t.Fatalf("%q: %U at %d is let through", text, r, i+1)
			}
			if !unicode.In(r, unicode.Join_Control, unicode.Bidi_Control) {
				unseen = 0
			} else if unseen++; unseen > 1 {
				t.Fatalf("%q: two that cannot be seen, at %d", text, i+1)
			}
		}
	})
}

// isNeverNeeded reports whether a character has no place in any writing.
func isNeverNeeded(r rune) bool {
	switch r {
	case '\u200b', '\u2060', '\ufeff':
		return true
	case '\u200e', '\u200f', '\u061c':
		return false
	default:
		return unicode.Is(unicode.Bidi_Control, r) || r >= 0xe0000 && r <= 0xe0fff
	}
}
