package claims

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// pages are those with tables whose last column is "test", each with the fewest rows that it has.
var pages = map[string]int{"SECURITY.md": 20, "docs/specification.md": 50}

// named is a link to a test: [`TestName`](path/of_test.go).
var named = regexp.MustCompile("\\[`(Test[A-Za-z0-9]+)`\\]\\(([^)]+_test\\.go)\\)")

// pageOf returns the text of a page.
func pageOf(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rowsOf returns the rows of the tables of a text whose last column is "test".
func rowsOf(text string) []string {
	var rows []string
	inTable := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, "|"):
			inTable = false
		case strings.HasSuffix(line, "| test |"):
			inTable = true
		case inTable && !strings.HasPrefix(line, "|---"):
			rows = append(rows, line)
		}
	}
	return rows
}

// Whoever reads a claim can read the test that holds it.
func TestEveryClaimHasItsTests(t *testing.T) {
	for page, fewest := range pages {
		text := pageOf(t, page)
		rows := rowsOf(text)
		if len(rows) < fewest {
			t.Errorf("%s has %d claims with tests", page, len(rows))
		}
		for _, row := range rows {
			cells := strings.Split(strings.Trim(row, "|"), "|")
			if !named.MatchString(cells[len(cells)-1]) {
				t.Errorf("%s: no test holds the claim %s", page, row)
			}
		}
		for _, test := range named.FindAllStringSubmatch(text, -1) {
			if found, err := fileOf(page, test[2]); err != nil || !strings.Contains(found, "\nfunc "+test[1]+"(t *testing.T)") {
				t.Errorf("%s names %s, which is not in %s (%v)", page, test[1], test[2], err)
			}
		}
	}
}

// `make test` runs what is named: a test that needs a build tag is not run by it.
func TestNamedTestsRunWithoutTags(t *testing.T) {
	for page := range pages {
		for _, test := range named.FindAllStringSubmatch(pageOf(t, page), -1) {
			if found, err := fileOf(page, test[2]); err == nil && strings.HasPrefix(found, "//go:build") {
				t.Errorf("%s names %s, which needs a build tag", page, test[1])
			}
		}
	}
}

// fileOf returns the text of a file that a page links to.
func fileOf(page, link string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.Dir(filepath.FromSlash(page)), filepath.FromSlash(link)))
	return string(text), err
}
