package preamble_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/preamble"
	"github.com/salaatflow/platform/language/detect/text"
)

func load(tb testing.TB) *preamble.Words {
	tb.Helper()
	w, err := preamble.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// Where the point may begin, each with what shows it.
func TestPoints(t *testing.T) {
	w := load(t)
	for _, test := range []struct {
		text string
		want []string
		how  preamble.How
	}{
		{"my aunt rang about the wedding anyway put down book the train", []string{"put down book the train"}, preamble.Behind},
		{"my aunt rang about the wedding so basically put down book the train", []string{"put down book the train"}, preamble.Behind},
		{"it has been a long day could you show my tasks", []string{"could you show my tasks"}, preamble.Opening},
		{"it has been a long day. show my tasks", []string{"show my tasks"}, preamble.Mark},
		{"there were so many people at the bazaar yesterday", nil, 0},
		{"my boss told me to please delete the report", nil, 0},
		{"if it rains tomorrow then, basically cancel the picnic for me", nil, 0},
		{"so add milk to my list today", nil, 0},
		{"sab log aa gaye the khair kal doodh lana hai", []string{"kal doodh lana hai"}, preamble.Behind},
		{"سب لوگ آ گئے تھے خیر کل دودھ لانا ہے", []string{"کل دودھ لانا ہے"}, preamble.Behind},
		{"agar sab log aa gaye to khair doodh wala kaam hata do", nil, 0},
	} {
		s := text.Parse(test.text)
		var got []string
		for _, p := range w.Points(s.Tokens) {
			got = append(got, test.text[s.Tokens[p.Token].Start:])
			if p.How != test.how {
				t.Errorf("%q: the point is shown by %v, want %v", test.text, p.How, test.how)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q comes to the point at %q, want %q", test.text, got, test.want)
		}
	}
}

// However long a message is, only its last points are looked at.
func TestPointsAreFew(t *testing.T) {
	s := text.Parse(strings.Repeat("we went there and back, ", 500))
	if n := len(load(t).Points(s.Tokens)); n != 8 {
		t.Errorf("%d points of a long message, want 8", n)
	}
}
