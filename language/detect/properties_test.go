package detect_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// variants are ways of typing the same sentence. What they change in a slot that is kept as typed does not count.
var variants = map[string]func(string) string{
	"capital letters":       strings.ToUpper,
	"small letters":         strings.ToLower,
	"more space":            func(s string) string { return " \t" + strings.ReplaceAll(s, " ", "  \u00a0") + "\n" },
	"a full stop":           func(s string) string { return s + "." },
	"an exclamation mark":   func(s string) string { return s + "!" },
	"Urdu digits":           digits('۰'),
	"Arabic-Indic digits":   digits('٠'),
	"full-width digits":     digits('０'),
	"digits of ASCII":       func(s string) string { return strings.Map(ascii, s) },
	"Arabic letters":        strings.NewReplacer("ی", "ي", "ک", "ك", "ہ", "ه").Replace,
	"Urdu letters":          strings.NewReplacer("ي", "ی", "ك", "ک", "ه", "ہ", "ة", "ۃ").Replace,
	"composed letters":      norm.NFC.String,
	"decomposed letters":    norm.NFD.String,
	"vowel marks":           vowelled,
	"elongation":            func(s string) string { return between(s, arabic, "ـ") },
	"zero-width non-joiner": func(s string) string { return between(s, arabic, "\u200c") },
	"marks of direction":    func(s string) string { return "\u200f" + strings.ReplaceAll(s, " ", " \u200e") + "\u202c" },
	"a byte order mark":     func(s string) string { return "\ufeff" + s },
	"an emoji":              func(s string) string { return s + " 🤲" },
}

// each sentence is typed in one of so many of the ways, which are others for the next one: all of them for all sentences
// take half a minute, and find nothing more.
const each = 5

func digits(zero rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if d := ascii(r); d >= '0' && d <= '9' {
				return zero + d - '0'
			}
			return r
		}, s)
	}
}

func ascii(r rune) rune {
	for _, zero := range []rune{'٠', '۰', '０'} {
		if r >= zero && r <= zero+9 {
			return '0' + r - zero
		}
	}
	return r
}

func arabic(r rune) bool { return r >= 'ء' && r <= 'ے' && r != 'ـ' }

// vowelled puts a zabar on the first letter of every word of Urdu.
func vowelled(s string) string {
	var out strings.Builder
	first := true
	for _, r := range s {
		out.WriteRune(r)
		if arabic(r) && first {
			out.WriteRune('\u064e')
		}
		first = !arabic(r)
	}
	return out.String()
}

// between puts something between the letters of a kind that touch.
func between(s string, of func(rune) bool, put string) string {
	var out strings.Builder
	last := false
	for _, r := range s {
		if last && of(r) {
			out.WriteString(put)
		}
		out.WriteRune(r)
		last = of(r)
	}
	return out.String()
}

func TestTheWayOfTypingChangesNothing(t *testing.T) {
	d := detector(t)
	kinds := slices.Sorted(maps.Keys(variants))
	for i, sentence := range corpus(t) {
		want, rule := understood(t, d, sentence.Text)
		for j, kind := range kinds {
			if (i+j)%each != 0 {
				continue
			}
			vary := variants[kind]
			varied := vary(sentence.Text)
			if got, by := understood(t, d, varied); got != want {
				t.Errorf("with %s %q is\n %s by %q, not\n %s by %q", kind, varied, got, by, want, rule)
			}
		}
	}
}

// answered are intents whose questions a sentence may answer, each of which reads it in its own way.
var answered = []detect.Intent{
	detect.CreateTask, detect.ListTasks, detect.UpdateTask, detect.DeleteTask, detect.SearchMasjids, detect.GetPrayerTimes,
	detect.GetRandomHadith,
}

// People break off and begin anew: whatever parts of sentences stand behind each other, they are read, and as an answer too.
func TestPartsOfSentencesAreRead(t *testing.T) {
	d, sentences := detector(t), corpus(t)
	random := rand.New(rand.NewPCG(1, 1))
	part := func() string {
		words := strings.Fields(sentences[random.IntN(len(sentences))].Text)
		from := random.IntN(len(words))
		return strings.Join(words[from:from+1+random.IntN(len(words)-from)], " ")
	}
	for range 5000 {
		if broken := reads(d, detect.Input{Text: part() + " " + part(), Now: evaluation.Now()}); broken != "" {
			t.Error(broken)
		}
	}
}

// reads reads a sentence, also as an answer, and says what broke off.
func reads(d *detect.Detector, in detect.Input) (broken string) {
	defer func() {
		if why := recover(); why != nil {
			broken = fmt.Sprintf("%q: %v", in.Text, why)
		}
	}()
	d.Explain(in)
	for _, intent := range answered {
		d.Fragment(in, intent)
	}
	return ""
}

// understood is a result in a form in which only what differs in meaning differs.
func understood(t *testing.T, d *detect.Detector, sentence string) (result, rule string) {
	t.Helper()
	r, rule := d.Explain(detect.Input{Text: sentence, Now: evaluation.Now()})
	r.Confidence = 0
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	folded := variants["Urdu letters"](variants["digits of ASCII"](norm.NFD.String(strings.ToLower(string(encoded)))))
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\u064b' && r <= '\u0655', r == '\u0670', r == 'ـ', r == '\u200c', r == ' ', r == '.', r == '!':
			return -1
		}
		return r
	}, folded), rule
}

func detector(tb testing.TB) *detect.Detector {
	tb.Helper()
	d, err := detect.New()
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// corpus is every labelled sentence that is tuned on.
func corpus(tb testing.TB) []evaluation.Sentence {
	tb.Helper()
	all, err := evaluation.Read(os.DirFS("testdata/corpus"))
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(all, evaluation.HeldOut)
}
