package detect

import (
	_ "embed"
	"fmt"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/understand"
	"go.yaml.in/yaml/v3"
)

//go:embed own.yaml
var ownYAML []byte

// owned reads the sentences that are the platform's whatever a tool says of itself, each as its words are compared.
func (d *Detector) owned(data []byte) (map[string]bool, error) {
	var sentences []string
	if err := yaml.Unmarshal(data, &sentences); err != nil {
		return nil, fmt.Errorf("own.yaml: %w", err)
	}
	own := make(map[string]bool, len(sentences))
	for _, sentence := range sentences {
		if whole := d.phraseOf("", sentence).whole; whole != "" { // one word is no phrase of a tool's either
			own[whole] = true
		}
	}
	return own, nil
}

// byPhrase is the tool of which a sentence is a phrase, or a phrase and behind a colon what the tool is to be given, where all else that
// the sentence may be taken for is a guess.
func (d *Detector) byPhrase(s sentence, in meaning.Input) (meaning.Result, string, bool) {
	if len(d.phrases) == 0 {
		return meaning.Result{}, "", false
	}
	if r, rule, ok := d.meantExactly(s, in); ok {
		return r, rule, true
	}
	head, argument, found := strings.Cut(strings.ReplaceAll(in.Text, "：", ":"), ":")
	if argument = strings.TrimSpace(argument); !found || argument == "" {
		return meaning.Result{}, "", false
	}
	in.Text = head
	r, rule, ok := d.meantExactly(d.read(head), in)
	r.Cues.Argument = argument
	return r, rule, ok
}

func (d *Detector) meantExactly(s sentence, in meaning.Input) (meaning.Result, string, bool) {
	tool := d.exactly(s)
	if tool == "" {
		return meaning.Result{}, "", false
	}
	intent, confidence := d.decider.Decide(s.Clauses, d.decider.FeaturesOf(s.Clauses, in.About))
	if !s.isGuess(intent, confidence) {
		return meaning.Result{}, "", false
	}
	cues := s.cues(in)
	cues.Exact = true
	return meaning.Result{Intent: meaning.Intent(tool), Confidence: 1, Language: s.Language, Cues: cues}, "a phrase of " + tool, true
}

// sureOfOwn is how sure it must be what a sentence asks for, all of whose words are known, for that to be no guess.
const sureOfOwn = 0.9

// isGuess says whether what a sentence was taken for is a guess. It is none where all words are known and it is sure what they ask for, and
// where a task that there is to be changed, which the sentence calls a task, numbers or points at. A new task is a guess always: whatever
// is said may be the name of one.
func (s sentence) isGuess(intent meaning.Intent, confidence float64) bool {
	switch act := s.act(); {
	case act == meaning.Yes || act == meaning.No || act == meaning.Drop || act == meaning.Undo:
		return false
	case intent == meaning.Unknown:
		return true
	case intent.Writes() && (s.Has(l.Task) || !s.ID.Empty()):
		return false
	case intent == meaning.CreateTask:
		return true
	case intent.Writes() && s.Has(l.Wala, l.One, l.It, l.This):
		return false
	default:
		return understand.Strays(s.Clauses) > 0 || confidence < sureOfOwn
	}
}

// nearly is the tool that a sentence may be meant for which the platform guesses to order a change: it is much like one of its phrases, or
// begins or ends with one; "" for none.
func (d *Detector) nearly(s sentence, r meaning.Result) string {
	if len(d.phrases) == 0 || !r.Intent.Writes() || !s.isGuess(r.Intent, r.Confidence) {
		return ""
	}
	if tool, _ := d.tool(s); tool != "" {
		return tool
	}
	whole := " " + wholeOf(s.Words, s.Keys) + " "
	for i := range d.phrases {
		p := &d.phrases[i]
		if p.whole != "" && (strings.HasPrefix(whole, " "+p.whole+" ") || strings.HasSuffix(whole, " "+p.whole+" ")) {
			return p.tool
		}
	}
	return ""
}
