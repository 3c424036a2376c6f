package searchtext

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWordsInOneSpelling(t *testing.T) {
	for _, same := range [][]string{
		{"بِالنِّيَّاتِ", "النيات", "نيات", "ٱلنِّيَّات", "والنيات", "فبالنيات"},
		{"أَعْمَال", "اعمال", "الأعمال"},
		{"صَلَاةِ", "صلاه", "الصلاة"},
		{"على", "علي", "علی"},
		{"مكة", "مکہ"},
		{"اللَّهِ", "لِلَّهِ", "بالله", "والله", "ﷲ"},
		{"آخر", "اخر"},
		{"قـــال", "قال"},
		{"١٢", "۱۲", "12"},
	} {
		want := entryOf(same[0], Arabic).word
		for _, word := range same[1:] {
			if got := entryOf(word, Arabic).word; got != want {
				t.Errorf("%s is %s, and %s is %s", word, got, same[0], want)
			}
		}
	}
}

func TestShortWordsKeepTheirLetters(t *testing.T) {
	for _, word := range []string{"والد", "الم", "وجد", "فقد", "ال"} {
		if got := entryOf(word, Arabic).word; got != word {
			t.Errorf("%s has become %s", word, got)
		}
	}
	if got := entryOf("والدین", Urdu).word; got != "والدين" {
		t.Errorf("an Urdu word has lost letters: %s", got)
	}
}

func TestIndexHasEnglishWordsAndStems(t *testing.T) {
	long := strings.Repeat("word ", 60)
	if got := Index(long+"Actions are by “Intentions”!", English); !strings.HasPrefix(got,
		long+"actions are by intentions ϟ action ϟ intent ϟword") {
		t.Errorf("indexed %q", got)
	}
	if got := Index("", English); got != "" {
		t.Errorf("nothing is indexed as %q", got)
	}
}

// The quick way to fold a word is the same as the thorough one.
func FuzzFold(f *testing.F) {
	for _, seed := range []string{"الأَعْمَالُ", "ﷺ", "Qur’an's", "خیر", "ḥadīth", "قـــال", "ۂ", "١٢", "ϟ", "ʿUmar", "ٸ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if got, want := fold(word), foldDecomposed(withoutPossessive(word)); got != want {
			t.Errorf("%q is folded to %q, want %q", word, got, want)
		}
	})
}

func TestLanguageOf(t *testing.T) {
	for text, want := range map[string]Language{
		"إنما الأعمال بالنيات": Arabic, "اعمال کا دار و مدار نیتوں ہی پر ہے": Urdu, "Deeds": English, "": English, "12": English,
	} {
		if got := LanguageOf(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestHitsAreMarkedInTheOriginal(t *testing.T) {
	for _, c := range []struct {
		text     string
		language Language
		query    string
		want     string
	}{
		{"إِنَّمَا الْأَعْمَالُ بِالنِّيَّاتِ، وَإِنَّمَا", Arabic, "النيات", "إِنَّمَا الْأَعْمَالُ <mark>بِالنِّيَّاتِ</mark>، وَإِنَّمَا"},
		{"اعمال کا مدار", Urdu, "اعمال مدار", "<mark>اعمال</mark> کا <mark>مدار</mark>"},
		{"Good deeds, intentional.", English, "intentions", "Good deeds, <mark>intentional</mark>."},
		{"a <b> & intent", English, "inten", "a &lt;b&gt; &amp; <mark>intent</mark>"},
		{"he said, he did", English, `"he did"`, "he said, <mark>he</mark> <mark>did</mark>"},
		{strings.Repeat("w ", 50) + "hit" + strings.Repeat(" w", 50), English, "hit",
			"… " + strings.Repeat("w ", 8) + "<mark>hit</mark>" + strings.Repeat(" w", 23) + " …"},
	} {
		query, err := Parse(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Excerpt(c.text, c.language, query); !ok || got != c.want {
			t.Errorf("%q in %q:\n got %q\nwant %q", c.query, c.text, got, c.want)
		}
	}
	query, _ := Parse("absent") // a word
	if got, ok := Excerpt("some text", English, query); ok {
		t.Errorf("what is not there is marked: %q", got)
	}
}

func TestQueriesWithoutWordsAreRefused(t *testing.T) {
	for text, want := range map[string]error{
		"a": ErrNoWords, `"" ,`: ErrNoWords, "ِّ": ErrNoWords, strings.Repeat("word ", 17): ErrManyWords, "ab": nil, "a bc": nil,
	} {
		if _, err := Parse(text); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"النيات", `"a b" c`, "خیر خواہی", "it's", "ﷺ ﷲ", "\xff", `"`, "x\u0300y"} {
		f.Add(seed, "text with النيات and خیر")
		f.Add(seed, "وَلِرَسُولِهِ كَانَتْ بِنِيَّةٍ Qur'an's ϟ")
	}
	f.Fuzz(func(t *testing.T, text, in string) {
		query, err := Parse(text)
		if err != nil {
			return
		}
		for _, term := range query.Terms {
			for _, form := range term.Forms {
				for _, word := range form {
					if word == "" || strings.IndexFunc(word, func(r rune) bool { return !isLetter(r) }) >= 0 {
						t.Errorf("%q has the word %q, which means something to an engine", text, word)
					}
				}
			}
		}
		for _, language := range []Language{Arabic, English, Urdu} {
			if excerpt, ok := Excerpt(in, language, query); ok && utf8.ValidString(in) && !utf8.ValidString(excerpt) {
				t.Errorf("the excerpt %q of %q is not UTF-8", excerpt, in)
			}
			if indexed := Index(in, language); strings.Contains(indexed, "  ") || !utf8.ValidString(indexed) {
				t.Errorf("%q is indexed as %q", in, indexed)
			}
		}
	})
}
