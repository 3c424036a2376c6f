package evaluation_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// actsOf is a message of which each command is labelled, in the order in which they are said.
type actsOf struct {
	Text string
	Lang detect.Language
	Acts []struct {
		Intent detect.Intent
		Slots  map[string]any
	}
	MustNot []detect.Intent `json:"must_not"`
}

// Every label of an act stands in its message: a name word by word, and nothing that is asked for is also forbidden.
func TestLabelsOfActsStandInTheirMessages(t *testing.T) {
	file, err := os.Open("../testdata/acts/several-apart.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	line, several := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line++
		var m actsOf
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("line %d: %v", line, err)
		}
		if len(m.Acts) == 0 || !slices.Contains([]detect.Language{detect.English, detect.RomanUrdu, detect.Urdu}, m.Lang) {
			t.Errorf("line %d: %d acts in %q", line, len(m.Acts), m.Lang)
		}
		if len(m.Acts) > 1 {
			several++
		}
		for _, act := range m.Acts {
			if slices.Contains(m.MustNot, act.Intent) {
				t.Errorf("line %d: %s is asked for and forbidden", line, act.Intent)
			}
			for _, name := range []string{"title", "task_ref", "masjid_name"} {
				if !standsIn(m.Text, act.Slots[name]) {
					t.Errorf("line %d: %s %v is not in %q", line, name, act.Slots[name], m.Text)
				}
			}
		}
	}
	if several < 90 {
		t.Errorf("%d of %d messages have several acts", several, line)
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
