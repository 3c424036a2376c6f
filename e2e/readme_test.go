package e2e

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// A newcomer types the README's tour into a shell and sees what the README shows.
func TestREADMEsTour(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the tour needs curl: ", err)
		}
		t.Skip("the tour needs curl: ", err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	tour := tourSteps(string(readme))
	if len(tour) < 8 {
		t.Fatalf("the tour has only %d commands", len(tour))
	}
	binary := harness.Build(t, "../salaatflow", true)
	up := harness.Run(t, binary, "up", "--http", "127.0.0.1:0", "--data", t.TempDir())
	url := regexp.MustCompile(`http://[0-9.:]+`).FindString(up.Line(t, "is ready at"))
	here := strings.NewReplacer("http://127.0.0.1:8080", url, ".bin/salaatflow", binary)
	for _, step := range tour {
		command := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", here.Replace(step.command))
		command.Env = append(os.Environ(), "SALAATFLOW_GATEWAY="+url)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("$ %s\n%s%v", step.command, output, err)
		}
		if !step.shows(string(output)) {
			t.Errorf("$ %s\nprints\n%s\nand the README shows\n%s", step.command, output, step.output)
		}
	}
}

// tourStep is a command of the README and the output that the README shows.
type tourStep struct{ command, output string }

// tourSteps returns the commands of the tour, without those that only fetch or run other programs.
func tourSteps(readme string) []tourStep {
	_, tour, _ := strings.Cut(readme, "\n## A three-minute tour")
	tour, _, _ = strings.Cut(tour, "\n## ")
	var steps []tourStep
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(tour, -1) {
		for _, text := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			steps = append(steps, newTourStep(text))
		}
	}
	return slices.DeleteFunc(steps, func(s tourStep) bool {
		return regexp.MustCompile(`^(go install|grpcurl|npx) `).MatchString(s.command)
	})
}

// newTourStep separates a command, which continues after a backslash at the end of a line, from its output.
func newTourStep(text string) tourStep {
	lines := strings.SplitAfter(text, "\n")
	last := slices.IndexFunc(lines, func(line string) bool { return !strings.HasSuffix(line, "\\\n") })
	return tourStep{command: strings.Join(lines[:last+1], ""), output: strings.Join(lines[last+1:], "")}
}

// shows reports whether the README's output matches the given one, ignoring white space; … matches anything.
func (s tourStep) shows(output string) bool {
	bare := func(text string) string { return strings.Join(strings.Fields(text), "") }
	pattern := strings.ReplaceAll(regexp.QuoteMeta(bare(s.output)), "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(bare(output))
}
