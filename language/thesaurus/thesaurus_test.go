package thesaurus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/thesaurus"
)

func load(t testing.TB) *thesaurus.Thesaurus {
	t.Helper()
	words, err := thesaurus.Load()
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// inCommon returns the terms that both texts have.
func inCommon(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(term string) bool { return !slices.Contains(b, term) })
}

func TestTheSameInOtherWordsHasTermsInCommon(t *testing.T) {
	words := load(t)
	for _, texts := range [][]string{
		{"Lists the mosques near a place", "qareeb ki masjidein", "قریب کی مساجد"},
		{"Tells the weather", "kal barish hogi", "کل بارش ہوگی"},
		{"Deletes a task", "kaam hata do", "کام ہٹا دیں", "get rid of the to-do"},
		{"When to break my fast", "roza kab kholna hai", "iftari ka waqt", "افطار کا وقت"},
		{"dhoondo", "dhundna", "dhoondh lo", "talaash karein", "ڈھونڈیں", "searching"},
	} {
		for _, other := range texts[1:] {
			if len(inCommon(words.Terms(texts[0]), words.Wanted(other))) == 0 {
				t.Errorf("%q is %q, and %q is %q", texts[0], words.Terms(texts[0]), other, words.Wanted(other))
			}
		}
	}
}

func TestWhatNobodyKnowsIsItself(t *testing.T) {
	words := load(t)
	for said, want := range map[string][]string{
		"": nil, "the of to": nil, "\xff": nil, "Zebras": {"zebra"}, "زرافہ": {"زرافہ"},
	} {
		if got := words.Wanted(said); !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// A reader keeps what it knows of words, and says the same whether it met them before or not.
func TestAReaderSaysTheSame(t *testing.T) {
	words := load(t)
	reader := words.Reader()
	for range 2 {
		for _, said := range []string{
			"Lists the mosques near a place", "قریب کی مساجد", "roza kab kholna hai", "get rid of the to-do", "", "\xff",
			strings.Repeat("long", 100) + " words", "break my fast", "break my heart",
		} {
			if got, want := reader.Terms(said), words.Terms(said); !slices.Equal(got, want) {
				t.Errorf("%q is %q to a reader, and %q", said, got, want)
			}
		}
	}
}

// FuzzTerms: any text has terms, the same each time, and not many more than words.
func FuzzTerms(f *testing.F) {
	words := load(f)
	for _, seed := range []string{"", "roza kab kholna hai", "قریب کی مساجد", "a\x00b", "\xff\xfe", "to do to do", "e-mail"} {
		f.Add(seed)
	}
	const most = 16 // meanings of a spelling, in either table
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return // more than anybody looks at
		}
		terms := words.Terms(text)
		if len(terms) > most*(len(text)+1) {
			t.Errorf("%q has %d terms", text, len(terms))
		}
		if again := words.Terms(text); !slices.Equal(terms, again) {
			t.Errorf("%q is %q and then %q", text, terms, again)
		}
		if wanted := words.Wanted(text); len(inCommon(wanted, terms)) != len(wanted) {
			t.Errorf("%q is looked for by %q, of which not all are in %q", text, wanted, terms)
		}
	})
}

// BenchmarkTerms reads a description by itself, and as one of many.
func BenchmarkTerms(b *testing.B) {
	words := load(b)
	const description = "Gets the prayer times of a date at a masjid, in an area or city, or at any point on earth; " +
		"by default at the user's own place."
	for name, terms := range map[string]func(string) []string{"alone": words.Terms, "one of many": words.Reader().Terms} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				terms(description)
			}
		})
	}
}
