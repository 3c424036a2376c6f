package detect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nine hundred things of everyday life, one by one, name the task that is meant, and none is taken for a word of the language that it looks
// or sounds like: an order that names a task must not be one for whichever was the last.
func TestThingsNameTheirTask(t *testing.T) {
	understands := detector(t)
	for language, orders := range map[string][]string{
		"english": {"delete the %s one", "move the %s one to friday", "the %s one is done"},
		"roman":   {"%s wala hata do", "%s wala kal ka kar do", "%s wala ho gaya"},
		"urdu":    {"%s والا ہٹا دو", "%s والا کل کا کر دو", "%s والا ہو گیا"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "nouns", language+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, noun := range strings.Fields(string(data)) {
			for i, order := range orders {
				say := strings.Replace(order, "%s", noun, 1)
				got, rule := understands.Explain(input(say))
				if i > 1 && !got.Intent.Writes() {
					continue // what is told may not be sure enough
				}
				if !got.Intent.Writes() || got.Slots.TaskRef == nil || !strings.EqualFold(*got.Slots.TaskRef, noun) {
					t.Errorf("%q is %s %+v by %s, want the task %q", say, got.Intent, got.Slots, rule, noun)
				}
			}
		}
	}
}
