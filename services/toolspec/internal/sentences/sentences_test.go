package sentences_test

import (
	"testing"

	"github.com/salaatflow/platform/services/toolspec/internal/sentences"
)

func TestSentences(t *testing.T) {
	for _, test := range []struct {
		text, first string
		count       int
	}{
		{"", "", 0},
		{"No end", "No end", 0},
		{"One.", "One.", 1},
		{"Towns, e.g. Lahore (v1.2). Call it for those.\n\nExample: {}", "Towns, e.g. Lahore (v1.2).", 2},
		{"Is it \"so?\" Yes!", "Is it \"so?\"", 2},
	} {
		if first, count := sentences.First(test.text), sentences.Count(test.text); first != test.first || count != test.count {
			t.Errorf("%q: %q and %d, not %q and %d", test.text, first, count, test.first, test.count)
		}
	}
}
