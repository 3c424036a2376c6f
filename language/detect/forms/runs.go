package forms

import (
	"fmt"
	"slices"

	"github.com/salaatflow/platform/language/detect/sieve"
	"github.com/salaatflow/platform/language/detect/text"
	"go.yaml.in/yaml/v3"
)

// Runs are words or phrases.
type Runs struct {
	begins sieve.Sieve
	// beginning are those that begin with a token of this form, the longest first.
	beginning map[string][][]string
}

// UnmarshalYAML reads a list of words and phrases.
func (r *Runs) UnmarshalYAML(node *yaml.Node) error {
	var phrases []string
	if err := node.Decode(&phrases); err != nil {
		return err
	}
	*r = Runs{beginning: map[string][][]string{}}
	for _, phrase := range phrases {
		var forms []string
		for _, token := range text.Parse(phrase).Tokens {
			forms = append(forms, token.Norm)
		}
		if len(forms) == 0 {
			return fmt.Errorf("line %d: %q holds no word", node.Line, phrase)
		}
		r.beginning[forms[0]] = append(r.beginning[forms[0]], forms)
		r.begins.Add(forms[0])
	}
	for _, forms := range r.beginning {
		slices.SortFunc(forms, func(a, b []string) int { return len(b) - len(a) })
	}
	return nil
}

// At returns how many tokens the longest of the runs has that begins at a token; 0 for none.
func (r *Runs) At(tokens []text.Token, token int) int {
	if token < 0 || token >= len(tokens) || !sieve.Passes(&r.begins, tokens[token].Norm) {
		return 0
	}
	return r.first(tokens[token:])
}

// first returns how many tokens the longest of the runs has with which the tokens begin; 0 for none.
func (r *Runs) first(tokens []text.Token) int {
next:
	for _, forms := range r.beginning[tokens[0].Norm] {
		if len(forms) > len(tokens) {
			continue
		}
		for i, form := range forms {
			if tokens[i].Norm != form || i > 0 && tokens[i].Before.Ends() {
				continue next
			}
		}
		return len(forms)
	}
	return 0
}

// Within says whether one of the runs is anywhere among tokens.
func (r *Runs) Within(tokens []text.Token) bool {
	for i := range tokens {
		if r.At(tokens, i) > 0 {
			return true
		}
	}
	return false
}

// Behind says whether one of the runs ends before a token.
func (r *Runs) Behind(tokens []text.Token, token int) bool { return r.EndAt(tokens, token) > 0 }

// EndAt returns how many tokens the longest of the runs has that ends before a token; 0 for none.
func (r *Runs) EndAt(tokens []text.Token, token int) int {
	for from := max(0, token-longestRun); from < token; from++ {
		if r.At(tokens, from) == token-from {
			return token - from
		}
	}
	return 0
}

// longestRun is how many words a phrase of the data may have to be found from behind.
const longestRun = 5
