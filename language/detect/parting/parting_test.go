package parting_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/parting"
	"github.com/salaatflow/platform/language/detect/reading"
)

func read(t *testing.T, message string) *parting.Message {
	t.Helper()
	reader, err := reading.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	m, err := parting.Committed()
	if err != nil {
		t.Fatal(err)
	}
	return m.Read(clauses.Of(reader.Read(message)))
}

// The word that begins another request may begin one, hardly any other may, and what joins the two belongs to neither.
func TestWordsThatBeginARequest(t *testing.T) {
	for message, word := range map[string]int{
		"add buy milk and also delete the uniform one": 5,
		"doodh lana likh lo aur uniform wala hata do":  5,
		"دودھ لانا لکھ لو اور یونیفارم والا ہٹا دو":    5,
	} {
		m := read(t, message)
		whole := reading.Span{To: len(m.Tokens)}
		may := m.May(whole)
		if !slices.Contains(may, word) || len(may) > 3 {
			t.Errorf("of %q the words %v may begin a request, want %d and few others", message, may, word)
		}
		if joint := m.Joint(whole, word); joint < 3 || joint >= word {
			t.Errorf("of %q the joint begins with word %d, want one before %d", message, joint, word)
		}
	}
}

// A request that takes its deed from another is told from one that says it.
func TestKindsOfRequest(t *testing.T) {
	for message, want := range map[string]struct {
		word int
		kind parting.Class
	}{
		"delete the gym task and the milk one":            {5, parting.AsBefore},
		"delete the gym task and remove the milk one":     {5, parting.Own},
		"gym wala aur dentist wala dono hata do":          {0, parting.AsBehind},
		"kal doodh lana aur parson bill bharna likh lein": {4, parting.Own},
	} {
		m := read(t, message)
		if got := m.Kind(reading.Span{From: want.word, To: len(m.Tokens)}); got != want.kind {
			t.Errorf("what begins with word %d of %q is %s, want %s", want.word, message, parting.Classes()[got], parting.Classes()[want.kind])
		}
	}
}

// A message of one word, or of very many, is not parted.
func TestMessagesThatAreNotParted(t *testing.T) {
	long := "add milk"
	for range 20 {
		long += " and delete the gym one"
	}
	for _, message := range []string{"", "milk", long} {
		m := read(t, message)
		if may := m.May(reading.Span{To: len(m.Tokens)}); may != nil {
			t.Errorf("%.30q: the words %v may begin a request", message, may)
		}
	}
}
