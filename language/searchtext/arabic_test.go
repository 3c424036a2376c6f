package searchtext

import "testing"

// What is not in the letters that words are compared in is never found.
func TestJoinedWordsAreFolded(t *testing.T) {
	for name, list := range map[string][]string{"articles": joined.Articles, "conjunctions": joined.Conjunctions, "allah": joined.Allah} {
		if len(list) == 0 {
			t.Errorf("%s has no words", name)
		}
		for _, word := range list {
			if got := fold(word); got != word {
				t.Errorf("%s: %q is compared as %q", name, word, got)
			}
		}
	}
}
