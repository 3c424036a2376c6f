package when_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Whatever word of time stands behind whatever sign, a sentence is read to its end, and each of its expressions has a token.
func TestEverySentenceIsReadToItsEnd(t *testing.T) {
	g, err := when.New()
	if err != nil {
		t.Fatal(err)
	}
	table, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for form := range table {
		for _, before := range []string{"x, ", "x: ", "x - ", "5, ", "5 ", "x. ", "5-", "do, "} {
			for _, behind := range []string{"", " x", ", x", " 5", ", 5"} {
				sentence := text.Parse(before + form + behind)
				last := 0
				for _, e := range g.Parse(sentence) {
					if e.From < last || e.To <= e.From || e.To > len(sentence.Tokens) {
						t.Fatalf("%q: an expression is of tokens %d to %d, behind %d", sentence.Original, e.From, e.To, last)
					}
					last = e.To
				}
			}
		}
	}
}
