package spans_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/spans"
)

func reader(tb testing.TB) *reading.Reader {
	tb.Helper()
	r, err := reading.NewReader()
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestNamesAreFoundInEachScript(t *testing.T) {
	r := reader(t)
	for _, c := range []struct {
		typed  string
		intent meaning.Intent
		name   spans.Name
		want   string
	}{
		{"remind me to call the plumber tomorrow at 5", meaning.CreateTask, spans.Title, "call the plumber"},
		{"kal subah 8 baje bijli ka bill bharna yaad dilana", meaning.CreateTask, spans.Title, "bijli ka bill bharna"},
		{"یاد دلانا کہ کل دودھ لانا ہے", meaning.CreateTask, spans.Title, "دودھ لانا"},
		{"delete the dentist one", meaning.DeleteTask, spans.Ref, "dentist"},
		{"dentist wala hata do", meaning.DeleteTask, spans.Ref, "dentist"},
		{"ڈینٹسٹ والا ہٹا دو", meaning.DeleteTask, spans.Ref, "ڈینٹسٹ"},
		{"rename the gym one to swimming", meaning.UpdateTask, spans.Ref, "gym"},
		{"the flight's booked", meaning.CompleteTask, spans.Ref, "flight"},
		{"jamaat times of Memon Masjid", meaning.GetMasjidDetails, spans.Masjid, "Memon Masjid"},
		// what names nothing
		{"sorry, 9am", meaning.UpdateTask, spans.Ref, ""},
		{"delete task 4", meaning.DeleteTask, spans.Ref, ""},
		{"", meaning.CreateTask, spans.Title, ""},
		{"what time is maghrib", meaning.GetDailyHadith, spans.Title, ""}, // a kind that names nothing
		{strings.Repeat("call mum ", 50), meaning.CreateTask, spans.Title, ""},
	} {
		found := spans.In(clauses.Of(r.Read(c.typed)), c.intent)
		if got := found.Name(c.name); got != c.want {
			t.Errorf("%q names %q, want %q", c.typed, got, c.want)
		}
	}
}

func TestANameGoesOnBehindWordsThatAreNoneOfIt(t *testing.T) {
	s, ok := spans.Of(clauses.Of(reader(t).Read("doodh kal lana")), meaning.CreateTask)
	if !ok {
		t.Fatal("a new task may have no name")
	}
	two := []reading.Span{{From: 0, To: 1}, {From: 2, To: 3}}
	if got := s.Text(two); got != "doodh lana" {
		t.Errorf("it is %q", got)
	}
}

func TestTheFormOfLettersChangesNoFeature(t *testing.T) {
	r := reader(t)
	features := func(typed string) [][]uint32 {
		s, ok := spans.Of(clauses.Of(r.Read(typed)), meaning.CompleteTask)
		if !ok {
			t.Fatalf("no names are looked for in %q", typed)
		}
		all := make([][]uint32, len(s.Tokens))
		for i, of := range s.Features() {
			for _, f := range of {
				all[i] = append(all[i], uint32(f))
			}
		}
		return all
	}
	small, capital := features("the roof is mended, tick roof repair"), features("  THE ROOF is mended,  tick Roof Repair!")
	if !slices.EqualFunc(small, capital, slices.Equal) {
		t.Error("capital letters, spaces and the mark at the end change what is told of the words")
	}
}

func written(tb testing.TB) []byte {
	tb.Helper()
	var file bytes.Buffer
	rows := []spans.Row{{Feature: 5, Weights: spans.Weights{1, -1}}, {Feature: 70000, Weights: spans.Weights{spans.Behind: -100}}}
	if err := spans.Write(&file, &spans.Steps{}, rows); err != nil {
		tb.Fatal(err)
	}
	return file.Bytes()
}

// FuzzRead promises an error, and no panic and no endless memory, for a file that is damaged.
func FuzzRead(f *testing.F) {
	whole := written(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(nil))
	s, _ := spans.Of(clauses.Of(reader(f).Read("the roof is mended, tick roof repair")), meaning.CompleteTask)
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := spans.Read(file)
		if err != nil {
			return
		}
		if labels := m.Label(&s); len(labels) != len(s.Tokens) {
			t.Errorf("%d words have %d labels", len(s.Tokens), len(labels))
		}
	})
}

func TestAFileThatIsWholeIsRead(t *testing.T) {
	if _, err := spans.Read(written(t)); err != nil {
		t.Error(err)
	}
	if _, err := spans.Read(written(t)[:10]); err == nil {
		t.Error("a file that was cut off is read")
	}
}

func BenchmarkFind(b *testing.B) {
	c := clauses.Of(reader(b).Read("please move the appointment with the dentist to thursday at three"))
	b.ReportAllocs()
	for b.Loop() {
		spans.In(c, meaning.UpdateTask)
	}
}
