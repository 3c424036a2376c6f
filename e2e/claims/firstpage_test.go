package claims

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What docs/README.md has to be pasted names programs, settings, targets and files that there are.
func TestTheFirstPageCanBePasted(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(pageOf(t, "docs/README.md"), -1)
	if want := 6; len(blocks) != want {
		t.Fatalf("the page has %d blocks, not %d", len(blocks), want)
	}
	known := pageOf(t, "docs/settings.md") + pageOf(t, "docs/cli.md")
	makefile := pageOf(t, "Makefile")
	for _, block := range blocks {
		for line := range strings.Lines(block[1]) {
			for _, missing := range unknownIn(line, known, makefile) {
				t.Errorf("%q names %s, which there is not", strings.TrimSpace(line), missing)
			}
		}
	}
}

var (
	program = regexp.MustCompile(`\.bin/([a-z-]+)`)
	flags   = regexp.MustCompile(` (--[a-z-]+)`)
	targets = regexp.MustCompile(`^make ([a-z ]+)`)
	files   = regexp.MustCompile(`(?:deploy|e2e|tools)/[A-Za-z0-9./_-]+`)
)

// unknownIn returns what a line of a shell names and neither the pages on settings, nor the Makefile, nor the repository has.
func unknownIn(line, known, makefile string) []string {
	var missing []string
	if found := program.FindStringSubmatch(line); found != nil {
		if found[1] != "salaatflow" && !strings.Contains(known, "`"+found[1]+"`") {
			missing = append(missing, found[1])
		}
		for _, flag := range flags.FindAllStringSubmatch(line, -1) {
			if !strings.Contains(known, flag[1]) {
				missing = append(missing, flag[1])
			}
		}
	}
	if found := targets.FindStringSubmatch(line); found != nil {
		for _, target := range strings.Fields(found[1]) {
			if !strings.Contains(makefile, "\n"+target+":") {
				missing = append(missing, "make "+target)
			}
		}
	}
	for _, file := range files.FindAllString(line, -1) {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			missing = append(missing, file)
		}
	}
	return missing
}
