package language_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Each step of understanding a sentence knows only the ones before it, so that what a step does can be told from the steps before
// it alone. Those of one line know nothing of each other.
func TestStepsKnowOnlyThoseBeforeThem(t *testing.T) {
	const detect = "github.com/salaatflow/platform/language/detect"
	steps := [][]string{
		{"/text", "/model", "/sieve"},
		{"/lands", "/talk"},
		{"/lexicon", "/when/words"},
		{"/when/items"},
		{"/when"},
		{"/when/due"},
		{"/meaning", "/forms"},
		{"/shorthand", "/preamble"},
		{"/reading"},
		{"/chores"},
		{"/clauses"},
		{"/clauses/moments", "/clauses/attributes"},
		{"/explained", "/dialogueact", "/spans", "/slots/named", "/slots/edges", "/slots/making", "/listed"},
		{"/slots/questions", "/slots/levels", "/slots/categories", "/parting"},
		{"/understand", "/slots", "/plan", "/gate"},
		{""},
		{"/evaluation"},
		{"/training"},
	}
	stepOf := func(pkg string) int {
		name, of := strings.CutPrefix(pkg, detect)
		if !of {
			return -1
		}
		return slices.IndexFunc(steps, func(step []string) bool { return slices.Contains(step, name) })
	}
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./detect/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(listed)) {
		imports := strings.Fields(line)
		pkg, imports := imports[0], imports[1:]
		if stepOf(pkg) < 0 {
			t.Errorf("%s is no step: it belongs in the list above", pkg)
		}
		found++
		for _, imported := range imports {
			if strings.HasPrefix(imported, detect) && stepOf(imported) >= stepOf(pkg) {
				t.Errorf("%s imports %s, which is no step before it", pkg, imported)
			}
		}
	}
	if all := len(slices.Concat(steps...)); found != all {
		t.Errorf("%d packages were found, want the %d of the list", found, all)
	}
}
