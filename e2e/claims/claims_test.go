package claims

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// named is a link to a test: [`TestName`](path/of_test.go).
var named = regexp.MustCompile("\\[`(Test[A-Za-z0-9]+)`\\]\\(([^)]+_test\\.go)\\)")

// claims returns the rows of the table in SECURITY.md, each with the tests that it names.
func claims(t *testing.T) map[string][][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Which test holds which claim\n")
	if !found {
		t.Fatal("SECURITY.md does not say which test holds which claim")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	rows := map[string][][]string{}
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2 || strings.HasPrefix(cells[0], "---") || strings.TrimSpace(cells[0]) == "claim" {
			continue
		}
		rows[strings.TrimSpace(cells[0])] = named.FindAllStringSubmatch(cells[1], -1)
	}
	return rows
}

// Whoever reads a claim of SECURITY.md can read the test that holds it.
func TestEveryClaimHasItsTests(t *testing.T) {
	rows := claims(t)
	if len(rows) < 20 {
		t.Errorf("SECURITY.md has %d claims with tests", len(rows))
	}
	for claim, tests := range rows {
		if len(tests) == 0 {
			t.Errorf("no test holds the claim %q", claim)
		}
		for _, test := range tests {
			name, file := test[1], test[2]
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
			if err != nil || !strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)") {
				t.Errorf("the claim %q names %s, which is not in %s (%v)", claim, name, file, err)
			}
		}
	}
}

// `make test` runs what is named: a test that needs a build tag is not run by it.
func TestNamedTestsRunWithoutTags(t *testing.T) {
	for claim, tests := range claims(t) {
		for _, test := range tests {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(test[2])))
			if err == nil && strings.HasPrefix(string(text), "//go:build") {
				t.Errorf("the claim %q names %s, which needs a build tag", claim, test[1])
			}
		}
	}
}
