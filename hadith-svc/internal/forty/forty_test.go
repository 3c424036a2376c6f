package forty

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"flag"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/topics"
)

// letters holds the letters of each hadith, with its attribution, in a reference edition: the file ara-nawawi.jsonl of
// the fawazahmed0/hadith-api data set, without vowel marks, punctuation, spaces, and numbers in brackets.
//
//go:embed testdata/reference-letters.txt
var letters string

var reference = flag.String("reference", "", "the file ara-nawawi.jsonl, to compare testdata with")

// readings are the places where this edition and the reference have different letters.
var readings = []struct {
	number               int
	reference, here, why string
}{
	{12, "ابنماجه", "وغيرههكذا", "al-Nawawi wrote “and others, in this wording”; the name with an empty number is a digitiser's"},
	{13, "رواهالبخاريومسلمرواهالبخاريومسلم", "رواهالبخاريومسلم", "the attribution stands there twice"},
	{27, "رواهمسلمرواهمسلم", "رواهمسلم", "the attribution stands there twice"},
	{33, "رواهالبيهقيوغيره", "رواهالبيهقيفيالسننوغيره", "“in the Sunan” stands there in brackets with the page number"},
	{36, "أبطأ", "بطأ", "the wording of Muslim, which al-Nawawi says it is, and of the printed Forty"},
	{39, "والبيهقيالسنن", "والبيهقيفيالسنن", "“in” is missing there"},
}

func onlyLetters(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 'ء' && r <= 'ي' && r != 'ـ' && unicode.IsLetter(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestArabicHasTheLettersOfTheReference(t *testing.T) {
	d, err := read()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(letters), "\n")
	if len(lines) != 42 || len(d.Hadiths) != 42 {
		t.Fatalf("%d hadiths and %d of the reference, want 42", len(d.Hadiths), len(lines))
	}
	for i, line := range lines {
		number, want, _ := strings.Cut(line, "\t")
		for _, r := range readings {
			if strconv.Itoa(r.number) != number {
				continue
			}
			if strings.Count(want, r.reference) != 1 {
				t.Errorf("hadith %s: the reference has no longer, or not once, %s", number, r.reference)
			}
			want = strings.Replace(want, r.reference, r.here, 1)
		}
		e := d.Hadiths[i]
		if got := onlyLetters(e.TextArabic + e.Attribution); e.Number != number || got != want {
			t.Errorf("hadith %s differs from the reference's %s:\n got %s\nwant %s", e.Number, number, got, want)
		}
	}
}

var (
	markup       = regexp.MustCompile(`<br>`)
	editorsNotes = regexp.MustCompile(`\[[^\]]*(?:رقم|\d)[^\]]*\]`)
)

// TestReferenceIsTheOneNamed runs with -reference PATH. It checks that testdata is that file, reduced.
func TestReferenceIsTheOneNamed(t *testing.T) {
	if *reference == "" {
		t.Skip("no -reference given")
	}
	file, err := os.Open(*reference)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var got strings.Builder
	for decoder := json.NewDecoder(file); decoder.More(); {
		var record struct {
			HadithNumber int
			Text         string
		}
		if err := decoder.Decode(&record); err != nil {
			t.Fatal(err)
		}
		text := editorsNotes.ReplaceAllString(markup.ReplaceAllString(record.Text, ""), "")
		got.WriteString(strconv.Itoa(record.HadithNumber) + "\t" + onlyLetters(text) + "\n")
	}
	if got.String() != letters {
		t.Error("testdata/reference-letters.txt is not this file, reduced")
	}
}

func TestEveryHadithIsWhole(t *testing.T) {
	collection, hadiths, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if collection.Licence == "" || collection.Numbering == "" {
		t.Error("the collection names no licence or no numbering")
	}
	for _, h := range hadiths {
		for name, text := range map[string]string{
			"Arabic": h.TextArabic, "English": h.TextEnglish, "Urdu": h.TextUrdu, "narrator": h.Narrator,
			"narrator in Arabic": h.NarratorArabic, "narrator in Urdu": h.NarratorUrdu, "grade": h.Grade, "grader": h.GradedBy,
		} {
			if text == "" || text != strings.TrimSpace(text) || !norm.NFC.IsNormalString(text) {
				t.Errorf("hadith %s: %s is missing, or not NFC: %q", h.Number, name, text)
			}
		}
		if len(h.Citations) == 0 || len(h.Topics) == 0 || len(hadith.Levels(h.Grade)) == 0 {
			t.Errorf("hadith %s has no source, no topic or no level of grade", h.Number)
		}
		for _, topic := range h.Topics {
			if known, _ := topics.Known().Named(topic); known != topic {
				t.Errorf("hadith %s: %s is no topic of topics.json", h.Number, topic)
			}
		}
		for _, c := range h.Citations {
			if (c.Number == "") != (c.Numbering == "") {
				t.Errorf("hadith %s: the number in %s is of no named numbering", h.Number, c.Collection)
			}
		}
	}
}

// An Arabic letter carries a vowel, a sukun or a shadda, unless it is written but not read as such: a long vowel, the
// article's lam before a sun letter, an alif.
func TestArabicHasItsVowels(t *testing.T) {
	_, hadiths, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hadiths {
		text := []rune(h.TextArabic)
		for i, r := range text {
			if r < 'ء' || r > 'ي' || strings.ContainsRune("اآىويـ", r) {
				continue
			}
			marked := i+1 < len(text) && unicode.Is(unicode.Mn, text[i+1])
			sunLam := r == 'ل' && i+1 < len(text) && strings.ContainsRune("تثدذرزسشصضطظلن", text[i+1])
			if !marked && !sunLam {
				t.Errorf("hadith %s: %c of %s has no vowel", h.Number, r, string(text[max(0, i-12):min(len(text), i+12)]))
			}
		}
	}
}

func TestArabicIsFreeOfMarkup(t *testing.T) {
	_, hadiths, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hadiths {
		if h.Number == "14" { // words of the Sahihs that not every print of the Forty has are in brackets
			continue
		}
		for _, r := range h.TextArabic {
			if !unicode.Is(unicode.Arabic, r) && !slices.Contains([]rune(" .،؛:!؟–﴾﴿"), r) && !unicode.Is(unicode.Mn, r) {
				t.Errorf("hadith %s: %q in the Arabic", h.Number, r)
			}
		}
	}
}

// What programs carry is what the file says that people edit.
func TestWhatIsPackedIsTheFile(t *testing.T) {
	packed, err := os.Open("forty.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile("forty.json"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("forty.json.gz is not forty.json (%v): make generate", err)
	}
}
