// Package preamble finds where someone who first tells of something else may come to the point.
package preamble

import (
	_ "embed"

	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/text"
)

//go:embed preamble.yaml
var preambleYAML []byte

// Words are those of preamble.yaml, which explains them. They never change and may be shared.
type Words struct {
	Behind   forms.Runs `yaml:"behind"`
	Opens    forms.Runs `yaml:"opens"`
	Other    forms.Runs `yaml:"other"`
	Keeps    forms.Runs `yaml:"keeps"`
	Reports  forms.Runs `yaml:"reports"`
	Supposes forms.Runs `yaml:"supposes"`
}

// Load reads the words.
func Load() (*Words, error) {
	w := &Words{}
	if err := forms.Decode("preamble.yaml", preambleYAML, w); err != nil {
		return nil, err
	}
	return w, nil
}

// How is by what the point shows that it begins.
type How int

const (
	// Mark is a comma or the end of a sentence, and no word.
	Mark How = iota
	// Opening is a word with which requests begin.
	Opening
	// Behind is a word behind which the point is.
	Behind
)

// Point is where the point may begin.
type Point struct {
	Token int
	How   How
}

// shortest is how few tokens can be a point; what is told before has as many at least.
const shortest = 3

// most is how many points of a message are looked at, those that come last.
const most = 8

// Points are where in tokens the point may begin, the first one first; at most eight.
func (w *Words) Points(tokens []text.Token) (all []Point) {
	supposed := false
	for i := range tokens {
		if tokens[i].Before.Has(text.Stop | text.Question) {
			supposed = false
		}
		supposed = supposed || w.Supposes.At(tokens, i) > 0
		if i < shortest || len(tokens)-i < shortest || supposed || w.kept(tokens, i) {
			continue
		}
		if p := w.pointAt(tokens, i); p.Token > 0 && len(tokens)-p.Token >= shortest && (len(all) == 0 || all[len(all)-1].Token < p.Token) {
			all = append(all, p)
		}
	}
	return all[max(0, len(all)-most):]
}

// near is how many tokens before a point may say whose words follow: he texted me this morning can you.
const near = 4

// kept reports whether what begins at a token is within what is told: a word right before it says so, or one near it that reports.
func (w *Words) kept(tokens []text.Token, i int) bool {
	if w.Keeps.Behind(tokens, i) {
		return true
	}
	for j := i - 1; j >= max(0, i-near) && !tokens[j+1].Before.Has(text.Stop|text.Question|text.Comma); j-- {
		if w.Reports.At(tokens, j) > 0 {
			return true
		}
	}
	return false
}

// pointAt is the point that begins at a token or behind the words there; one at token 0 where there is none.
func (w *Words) pointAt(tokens []text.Token, i int) Point {
	at := i
	for n := w.Behind.At(tokens, at); n > 0; n = w.Behind.At(tokens, at) {
		at += n
	}
	switch {
	case at > i && w.Other.At(tokens, at) == 0:
		return Point{Token: at, How: Behind}
	case w.Opens.At(tokens, i) > 0:
		return Point{Token: i, How: Opening}
	case at == i && tokens[i].Before.Ends():
		return Point{Token: i, How: Mark}
	}
	return Point{}
}
