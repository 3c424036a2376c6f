package profile

import (
	"strings"
	"testing"
)

func TestEveryRuleHasASourceAndACheck(t *testing.T) {
	for _, book := range []struct {
		text   []byte
		checks map[string]check
	}{{rulesText, checks}, {strictText, strictChecks}} {
		if _, err := read(book.text, book.checks); err != nil {
			t.Error(err)
		}
	}
}

func TestMistakesInRulesAreFound(t *testing.T) {
	_, err := read([]byte("hosts: {a: b}\nrules:\n  - {name: pattern, hosts: [c], becomes: nothing}\n"+
		"  - {name: other, becomes: nothing, source: [a book]}\n"), checks)
	if err == nil {
		t.Fatal("none is found")
	}
	for _, want := range []string{
		`"c" is no host`, "its source must be addresses", "nothing checks it", `"format" is missing`, "which hosts it is about",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}
