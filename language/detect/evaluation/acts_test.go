package evaluation_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Every label of an act stands in its message, its stretches in the order of the acts and none in another, and nothing that is asked for is
// also forbidden. Of what is learned from each stretch is labelled.
func TestLabelsOfActsStandInTheirMessages(t *testing.T) {
	for _, corpus := range []struct {
		folder  string
		several int
		learned bool
	}{{"acts", 350, false}, {"several", 1200, true}} {
		messages, err := evaluation.ReadMessages(os.DirFS("../testdata"), corpus.folder)
		if err != nil {
			t.Fatal(err)
		}
		several := 0
		for _, m := range messages {
			if len(m.Acts) > 1 {
				several++
			}
			checkActs(t, m, corpus.learned)
		}
		if several < corpus.several {
			t.Errorf("%d of %d messages in %s have several acts, want %d", several, len(messages), corpus.folder, corpus.several)
		}
	}
}

func checkActs(t *testing.T, m evaluation.Message, learned bool) {
	t.Helper()
	rest := m.Text
	for _, act := range m.Acts {
		_, behind, found := strings.Cut(rest, act.At)
		if !found || learned && act.At == "" {
			t.Errorf("%q has no act at %q", m.Text, act.At)
		}
		rest = behind
		if len(act.Intents) == 0 || slices.ContainsFunc(act.Intents, func(i detect.Intent) bool { return slices.Contains(m.MustNot, i) }) {
			t.Errorf("%q: %v is asked for, and of %v nothing may be", m.Text, act.Intents, m.MustNot)
		}
		for _, name := range []string{"title", "task_ref", "masjid_name"} {
			if !standsIn(m.Text, act.Slots[name]) {
				t.Errorf("%q: %s %v is not in it", m.Text, name, act.Slots[name])
			}
		}
	}
}

// standsIn reports whether a label, or each of those of which any is right, is part of a text; nil is.
func standsIn(text string, label any) bool {
	switch label := label.(type) {
	case nil:
		return true
	case string:
		return strings.Contains(text, label)
	case []any:
		return !slices.ContainsFunc(label, func(one any) bool { return !standsIn(text, one) })
	}
	return false
}
