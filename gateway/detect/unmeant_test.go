package detect_test

import (
	"os"
	"strings"
	"testing"
)

// testdata/gate holds a sentence a line: unmeant.txt what must change no task, meant.txt what looks like it and must.
func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/gate/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func TestWhatIsToldHopedOrTakenBackChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, sentence := range lines(t, "unmeant.txt") {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func TestWhatLooksLikeItIsDone(t *testing.T) {
	d := detector(t)
	for _, sentence := range lines(t, "meant.txt") {
		if got, rule := d.Explain(input(sentence)); !got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}
