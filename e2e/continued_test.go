package e2e

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// continuedTo is where what the dialogues show is written, for `make detect-train`: which messages order or answer something where they
// stand, and which do not.
var continuedTo = flag.String("continued-to", "", "the file to add to what each turn of the dialogues shows")

// continued is a message as it stands in a dialogue.
type continued struct {
	Text   string `json:"text"`
	Asks   string `json:"asks,omitempty"`
	After  string `json:"after,omitempty"`
	Orders bool   `json:"orders"`
	Writer string `json:"writer"`
}

// notedTurns are those that were written, each by the first who says it.
var notedTurns = map[continued]bool{}

// before returns what the person has before a message, where that is written down.
func (p *talk) before(t *testing.T) string {
	t.Helper()
	if *continuedTo == "" || p.user == 0 {
		return ""
	}
	return p.has(t)
}

// note writes down whether a message changed something, or was taken for an order that a question is about. What is neither clearly so nor
// clearly not is left out.
func (p *talk) note(t *testing.T, message, was string, got said) {
	t.Helper()
	if *continuedTo == "" || p.user == 0 {
		return
	}
	writes := detect.Intent(got.Intent).Writes()
	line := continued{Text: message, Asks: p.asked, After: p.did, Writer: strings.TrimSuffix(filepath.Base(p.file), ".json")}
	line.Orders = p.has(t) != was || writes && got.Asks != nil
	p.asked = dereferenced(got.Asks)
	if got.Tool != nil {
		p.did = *got.Tool
	}
	if !line.Orders && (writes || got.Asks != nil || got.Error != nil) {
		return
	}
	once := line
	if once.Writer = ""; notedTurns[once] {
		return
	}
	notedTurns[once] = true
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(*continuedTo, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(append(text, '\n')); err != nil {
		t.Fatal(err)
	}
}
