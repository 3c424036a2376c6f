package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

var update = flag.Bool("update", false, "write the golden files, and the transcripts of docs/language.md, anew")

// The transcripts in docs/language.md are what `salaatflow chat` prints for the lines in testdata/transcripts. `make
// transcripts` writes them.
func TestTranscripts(t *testing.T) {
	const document = "../docs/language.md"
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	written := string(text)
	platform, _ := startForChat(t)
	for _, language := range []string{"en", "ur-Latn", "ur"} {
		lines, err := os.ReadFile("testdata/transcripts/" + language + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "chat", "--gateway", platform.URL, "--user",
			fmt.Sprint(nextUser.Add(1)))
		command.Stdin = bytes.NewReader(lines)
		transcript, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		written = between(t, written, language, "```text\n"+string(transcript)+"```\n")
	}
	if *update {
		if err := os.WriteFile(document, []byte(written), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if written != string(text) {
		t.Errorf("%s does not show what the chat says now: `make transcripts` writes it, and read it. It would be\n%s", document, written)
	}
}

// between puts a text between the markers of a transcript.
func between(t *testing.T, document, language, text string) string {
	t.Helper()
	before, rest, opened := strings.Cut(document, "<!-- transcript "+language+" -->\n")
	_, after, closed := strings.Cut(rest, "<!-- end of transcript "+language+" -->\n")
	if !opened || !closed {
		t.Fatalf("docs/language.md has no markers for the transcript in %s", language)
	}
	return before + "<!-- transcript " + language + " -->\n" + text + "<!-- end of transcript " + language + " -->\n" + after
}
