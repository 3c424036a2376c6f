package naming_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/reading"
)

func reader(tb testing.TB) *reading.Reader {
	tb.Helper()
	r, err := reading.NewReader()
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// sentence is one of which nothing is taken but the times.
func sentence(r *reading.Reader, typed string) *naming.Sentence {
	s := &naming.Sentence{Read: clauses.Of(r.Read(typed)), Kind: naming.Ref}
	s.Taken = make([]bool, len(s.Read.Tokens))
	for _, e := range s.Read.Times {
		for t := e.From; t < e.To; t++ {
			s.Taken[t] = e.Time()
		}
	}
	return s
}

// likes is a model to which a name more likely begins with the first word of a sentence than with any other, and ends with its last, by
// so much.
func likes(s *naming.Sentence, much int8) *naming.Model {
	features := s.Features()
	rare := func(t int) model.Feature { return features[t][0] }
	rows := []naming.Row{
		{Feature: rare(0), Weights: naming.Weights{naming.Begins: much}},
		{Feature: rare(len(features) - 1), Weights: naming.Weights{naming.Ends: much}},
	}
	slices.SortFunc(rows, func(a, b naming.Row) int { return int(a.Feature) - int(b.Feature) })
	return naming.New(naming.Lengths{}, rows)
}

// Of a question the model says whether it names a task at all: rules that found a name are taken at their word, unless there surely is
// none.
func TestAQuestionMayNameATaskOrNone(t *testing.T) {
	r := reader(t)
	for _, of := range []struct {
		none        int8 // how much likelier it is that none is named
		much        int8 // how much likelier all of the words are than others
		found, want string
	}{
		{0, 20, "", "grandmother's spectacles"},
		{0, 2, "", ""},
		{100, 20, "", ""},
		{0, 20, "spectacles", "spectacles"},
		{100, 0, "spectacles", ""},
	} {
		s := sentence(r, "grandmother's spectacles")
		s.Kind = naming.Asked
		features := s.Features()
		first, last := features[0][0], features[len(features)-1][0]
		rows := []naming.Row{
			{Feature: first, Weights: naming.Weights{naming.Begins: of.much}},
			{Feature: last, Weights: naming.Weights{naming.Ends: of.much, naming.Absent: of.none}},
		}
		slices.SortFunc(rows, func(a, b naming.Row) int { return int(a.Feature) - int(b.Feature) })
		if got := naming.New(naming.Lengths{}, rows).Named(s, of.found); got != of.want {
			t.Errorf("none by %d, a name by %d, %q found: %q, want %q", of.none, of.much, of.found, got, of.want)
		}
	}
}

func TestOnlyAMuchLikelierNameIsBetter(t *testing.T) {
	r := reader(t)
	for _, of := range []struct {
		typed, name string
		much        int8
		want        string
	}{
		{"fetch grandmother's spectacles", "spectacles", 100, "fetch grandmother's spectacles"},
		{"fetch grandmother's spectacles", "spectacles", 10, "spectacles"}, // the end is the same: 10 are too little
		{"fetch grandmother's spectacles", "grandmother", 100, "grandmother"},
		{"fetch grandmother's spectacles", "", 100, ""},
		{"fetch grandmother's spectacles", "umbrella", 100, "umbrella"},
		{"fetch 'grandmother's spectacles'", "grandmother's spectacles", 100, "grandmother's spectacles"},
		{"fetch spectacles tomorrow morning", "spectacles", 100, "spectacles"}, // that holds a time
		{"fetch (spectacles", "fetch", 100, "fetch"},
		{"nani ki ainak lana", "ainak", 100, "nani ki ainak lana"},
		{"نانی کی عینک لانا", "عینک", 100, "نانی کی عینک لانا"},
		{strings.Repeat("fetch spectacles ", 50), "spectacles", 100, "spectacles"},
	} {
		s := sentence(r, of.typed)
		if len(s.Read.Tokens) > 80 { // no features are told of it
			if got := likes(sentence(r, "fetch spectacles"), of.much).Better(s, of.name); got != of.want {
				t.Errorf("of %d words %q is better than %q", len(s.Read.Tokens), got, of.name)
			}
			continue
		}
		if got := likes(s, of.much).Better(s, of.name); got != of.want {
			t.Errorf("in %q %q is better than %q, want %q", of.typed, got, of.name, of.want)
		}
	}
}

func TestTheFormOfLettersChangesNoFeature(t *testing.T) {
	r := reader(t)
	small := sentence(r, "the roof is mended, tick roof repair").Features()
	capital := sentence(r, "  THE ROOF is mended,  tick Roof Repair!").Features()
	if !slices.EqualFunc(small, capital, slices.Equal) {
		t.Error("capital letters, spaces and the mark at the end change what is told of the words")
	}
}

func written(tb testing.TB) []byte {
	tb.Helper()
	var file bytes.Buffer
	err := naming.Write(&file, naming.Lengths{{3, 1}, {0, -7}}, []naming.Row{
		{Feature: 5, Weights: naming.Weights{1, -1}}, {Feature: 70000, Weights: naming.Weights{naming.Within: -100}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return file.Bytes()
}

func TestAFileHoldsTheWeights(t *testing.T) {
	m, err := naming.Read(written(t))
	if err != nil {
		t.Fatal(err)
	}
	s := sentence(reader(t), "fetch spectacles")
	if got := m.Better(s, "spectacles"); got != "spectacles" {
		t.Errorf("weights of other words make %q the name", got)
	}
	if _, err := naming.Committed(); err != nil {
		t.Error(err)
	}
}

// FuzzRead promises an error, and no panic and no endless memory, for a file that is damaged.
func FuzzRead(f *testing.F) {
	whole := written(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(nil))
	s := sentence(reader(f), "the roof is mended, tick roof repair")
	f.Fuzz(func(t *testing.T, file []byte) {
		if m, err := naming.Read(file); err == nil && m.Better(s, "roof") == "" {
			t.Error("a name becomes none")
		}
	})
}

func BenchmarkBetter(b *testing.B) {
	m, err := naming.Committed()
	if err != nil {
		b.Fatal(err)
	}
	s := sentence(reader(b), "please move the appointment with the dentist to thursday at three")
	b.ReportAllocs()
	for b.Loop() {
		m.Better(s, "dentist")
	}
}
