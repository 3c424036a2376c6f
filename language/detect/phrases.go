package detect

import (
	"maps"
	"slices"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// Phrases are sentences with which a tool is asked for.
type Phrases map[meaning.Language][]string

// phrase is an example of how a tool is asked for.
type phrase struct {
	tool   string
	words  []phraseWord
	weight float64
	whole  string // its words but for courtesies, to be compared as they are
}

type phraseWord struct {
	key    string
	weight float64
}

// How alike a sentence and a phrase must be, 0 to 1: twice the weight of the words they share by the weight of all. The
// small words that hold a sentence together weigh little. Two tools between which less than `distinct` lies are none.
const (
	likeEnough  = 0.7
	distinct    = 0.05
	smallWeight = 0.25
)

// WithPhrases returns a Detector that also understands tools by example phrases, under their names. No phrase takes a
// sentence that a tool of the platform is meant by, nor one that denies, asks how a thing is done, or is small talk. What own.yaml
// lists is no tool's.
func (d *Detector) WithPhrases(tools map[string]Phrases) *Detector {
	with := *d
	with.phrases = nil
	for _, tool := range slices.Sorted(maps.Keys(tools)) {
		for _, language := range slices.Sorted(maps.Keys(tools[tool])) {
			for _, example := range tools[tool][language] {
				if p := d.phraseOf(tool, example); p.weight >= 1 && !d.own[p.whole] {
					with.phrases = append(with.phrases, p)
				}
			}
		}
	}
	return &with
}

func (d *Detector) phraseOf(tool, example string) phrase {
	tagged, keys := d.reader.Tag(limited(example))
	words, weight := phraseWords(tagged, keys)
	return phrase{tool: tool, words: words, weight: weight, whole: wholeOf(tagged, keys)}
}

func limited(example string) []text.Token {
	tokens := text.Parse(example).Tokens
	return tokens[:min(len(tokens), longestPhrase)]
}

// longestPhrase is how many words a sentence or a phrase may have to be compared.
const longestPhrase = 40

func phraseWords(tagged []l.Tagged, keys l.Keys) (words []phraseWord, weight float64) {
	for _, w := range tagged {
		for i := w.First; i <= w.Last; i++ {
			word := phraseWord{key: string(keys.Of(i)), weight: 1}
			if w.Concepts.Has(l.Ka, l.Ko, l.Se, l.In, l.On, l.To, l.For, l.And, l.Is, l.The, l.Any, l.Me, l.My, l.You, l.Filler, l.Polite,
				l.Can, l.Kar, l.Light, l.Tell, l.Show, l.Give, l.What, l.This) {
				word.weight = smallWeight
			}
			if n := len(words); n > 0 && words[n-1].key == word.key && w.First == w.Last {
				continue // two words written as one
			}
			words = append(words, word)
			weight += word.weight
		}
	}
	return words, weight
}

// wholeOf joins the words of a sentence, but for courtesies; empty for fewer than two, which mean too many things.
func wholeOf(tagged []l.Tagged, keys l.Keys) string {
	var whole []string
	for _, w := range tagged {
		if w.Concepts.Has(l.Polite, l.Filler) {
			continue
		}
		for i := w.First; i <= w.Last; i++ {
			whole = append(whole, string(keys.Of(i)))
		}
	}
	if len(whole) < 2 {
		return ""
	}
	return strings.Join(whole, " ")
}

// exactly finds the tool of which a sentence is a phrase, word by word; "" for none, or where it is one of several tools'.
func (d *Detector) exactly(s sentence) (tool string) {
	if len(d.phrases) == 0 || len(s.Tokens) > longestPhrase || s.denies() || s.Denied(l.Want) || s.OnlyTalk() {
		return ""
	}
	whole := wholeOf(s.Words, s.Keys)
	for i := range d.phrases {
		p := &d.phrases[i]
		if whole == "" || p.whole != whole || p.tool == tool {
			continue
		}
		if tool != "" {
			return ""
		}
		tool = p.tool
	}
	return tool
}

// tool finds the tool whose phrase is most like a sentence that nothing of the platform claims; "" for none.
func (d *Detector) tool(s sentence) (string, float64) {
	if len(d.phrases) == 0 || len(s.Tokens) > longestPhrase || s.OnlyTalk() || s.asksForNoTool() {
		return "", 0
	}
	words, weight := phraseWords(s.Words, s.Keys)
	best, most, second := "", 0.0, 0.0
	for i := range d.phrases {
		p := &d.phrases[i]
		likeness := 2 * shared(words, p.words) / (weight + p.weight)
		switch {
		case likeness > most:
			if p.tool != best {
				second = most
			}
			best, most = p.tool, likeness
		case p.tool != best:
			second = max(second, likeness)
		}
	}
	if most < likeEnough || most-second < distinct {
		return "", 0
	}
	return best, min(most, 1)
}

// shared is the weight of the words that a sentence and a phrase have both, each counted once.
func shared(sentence, phrase []phraseWord) (weight float64) {
	var used [longestPhrase * 2]bool
	for _, word := range phrase {
		for i, other := range sentence {
			if !used[i] && alike(word.key, other.key) {
				used[i] = true
				weight += min(word.weight, other.weight)
				break
			}
		}
	}
	return weight
}

func alike(a, b string) bool {
	if a == b {
		return true
	}
	letters := min(len([]rune(a)), len([]rune(b)))
	return letters >= 5 && a[0] == b[0] && spelling.Distance(a, b, 1) <= 1
}
