package agreement_test

import (
	_ "embed"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/unsaid.json
var unsaidJSON []byte

// unsaid are the rules that JSON Schema cannot say, and which of them made a difference.
type unsaid struct {
	entries []unsaidRule
	used    []bool
}

type unsaidRule struct {
	// Rule is the name of a rule, or what stands before the point in the names of several.
	Rule string
	// Trimmed: only for text whose white space is removed first.
	Trimmed bool
	// Kinds are those of the fields for which it is so; none for all.
	Kinds []string
	Why   string
}

func readUnsaid(t testing.TB) *unsaid {
	t.Helper()
	var read unsaid
	if err := json.Unmarshal(unsaidJSON, &read.entries); err != nil {
		t.Fatal(err)
	}
	read.used = make([]bool, len(read.entries))
	for _, entry := range read.entries {
		if entry.Why == "" {
			t.Errorf("%s: no reason is given", entry.Rule)
		}
	}
	return &read
}

func (u *unsaid) knows(refused refusal) bool {
	group, _, _ := strings.Cut(refused.rule, ".")
	known := false
	for i, entry := range u.entries {
		ofKind := len(entry.Kinds) == 0 || refused.field != nil && slices.Contains(entry.Kinds, refused.field.Kind().String())
		trimmed := !entry.Trimmed || isTrimmed(refused.field)
		if (entry.Rule == refused.rule || entry.Rule == group) && ofKind && trimmed {
			u.used[i], known = true, true
		}
	}
	return known
}

// unused are the rules of the list that made no difference.
func (u *unsaid) unused() []string {
	var rules []string
	for i, entry := range u.entries {
		if !u.used[i] {
			rules = append(rules, entry.Rule)
		}
	}
	return rules
}

// docs/schemas.md lists what the data does.
func TestThePageListsWhatIsUnsaid(t *testing.T) {
	text, err := os.ReadFile("../../../docs/schemas.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "## What JSON Schema cannot say\n")
	said := readUnsaid(t)
	if rows := strings.Count(page, "\n| `"); rows != len(said.entries) {
		t.Errorf("the page lists %d rules, want %d", rows, len(said.entries))
	}
	for _, entry := range said.entries {
		if !strings.Contains(page, "| `"+entry.Rule+"` | ") || !strings.Contains(page, " | "+entry.Why+" |") {
			t.Errorf("the page does not list %s, because %s", entry.Rule, entry.Why)
		}
	}
}
