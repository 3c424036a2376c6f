package naming

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Places are where a word may stand to a name: two words before it, one, the first of it, the second; the last but one, the last, one and
// two behind it; anywhere within; and anywhere in a sentence that names none.
const (
	Begins = 2 // the place of a name's first word
	Ends   = 5 // of its last
	Within = 8
	Absent = 9
	Places = 10
)

// Weights are what a feature of a word says of each place.
type Weights [Places]int8

// Lengths are what is said of names of each length, of each kind; and in place of no words, of there being none.
type Lengths [Kinds][LongestName + 1]int8

// Row is a feature and what it says.
type Row struct {
	Feature model.Feature
	Weights Weights
}

// Unit is how much a weight of one is: in the logarithm of how likely a name is.
const Unit = 0.2

// Model says how likely runs of words are to be a name. It never changes and may be shared.
type Model struct {
	lengths Lengths
	// The weights of features with the same first bits stand together, from starts on of these bits. rests are the other bits of each.
	starts  [1<<firstBits + 1]uint16
	rests   []uint16
	weights []Weights
}

const (
	featureBits = 24
	firstBits   = 13
	restBits    = featureBits - firstBits
	mostRows    = 1<<16 - 1
)

// New returns the model of these weights. The rows must be in the order of their features.
func New(lengths Lengths, rows []Row) *Model {
	m := &Model{lengths: lengths, rests: make([]uint16, len(rows)), weights: make([]Weights, len(rows))}
	for i, r := range rows {
		m.rests[i], m.weights[i] = uint16(r.Feature&(1<<restBits-1)), r.Weights
		m.starts[r.Feature>>restBits+1]++
	}
	for first := range m.starts[1:] {
		m.starts[first+1] += m.starts[first]
	}
	return m
}

// of finds the weights of a feature; nil for none.
func (m *Model) of(f model.Feature) *Weights {
	first, rest := f>>restBits, uint16(f&(1<<restBits-1))
	for row := m.starts[first]; row < m.starts[first+1]; row++ {
		if m.rests[row] == rest {
			return &m.weights[row]
		}
	}
	return nil
}

// surer is how much likelier another name must be than the one that rules found: e to the power of this many units. Sentences of writers
// chose it whom the rules had not been tuned on.
const surer = 15

// surelyOne and surelyNone are how much likelier it must be that a task is named, or that none is, where rules say otherwise.
const (
	surelyOne  = 10
	surelyNone = 25
)

// Named returns the name of the task that a sentence asks about: the one that rules found, or where they found none, the likeliest if it
// surely names one; "" where it surely names none.
func (m *Model) Named(s *Sentence, name string) string {
	if !s.Judged() {
		return name
	}
	j := m.judge(s)
	best, weight := j.best()
	switch {
	case name == "" && weight >= j.none+surelyOne && j.other(best) == 0 && s.tellsThing(best):
		return s.Text(s.pastOwner(best))
	case name != "" && j.none >= weight+surelyNone:
		return ""
	}
	return name
}

// Better returns the name that a sentence gives a task: the one that rules found, but where another is much likelier.
func (m *Model) Better(s *Sentence, name string) string {
	if name == "" || s.Said || !s.Judged() {
		return name
	}
	found, quoted := false, false
	s.finds(name, func(at reading.Span) { found, quoted = true, quoted || s.quoted(at) })
	if !found || quoted {
		return name
	}
	j := m.judge(s)
	given, weighs := reading.Span{}, int32(unlikely)
	s.finds(name, func(at reading.Span) {
		if weight := j.weigh(at); weight > weighs || given.Empty() {
			given, weighs = at, weight
		}
	})
	if given.To-given.From > LongestName {
		return name // longer than what is judged
	}
	best, weight := j.best()
	best = s.pastOwner(best)
	if weight < weighs+surer || j.other(best) > j.other(given) || s.saysMore(best, given) {
		return name
	}
	if better := s.Text(best); strings.Count(better, "(") == strings.Count(better, ")") {
		return better
	}
	return name
}

// judged is what is said of a sentence's words.
type judged struct {
	begins, ends [longest]int32     // for a name to begin and to end with each
	sums         [longest + 1]int32 // for it to hold all words before each
	none         int32              // for there to be none
	lengths      *[LongestName + 1]int8
	others       [longest + 1]int // how many words before each tell something else
	tokens       int
}

func (m *Model) judge(s *Sentence) *judged {
	var f featurer
	f.read(s)
	j := &judged{lengths: &m.lengths[s.Kind], tokens: len(s.Read.Tokens), none: int32(m.lengths[s.Kind][0])}
	for t := range s.Read.Tokens {
		var says [Places]int32
		for _, feature := range f.of(t) {
			if weights := m.of(feature); weights != nil {
				for place, weight := range weights {
					says[place] += int32(weight)
				}
			}
		}
		for place := range Ends - 1 { // of the word that is so far before or behind the first
			j.add(&j.begins, t+Begins-place, says[place])
			j.add(&j.ends, t+1-place, says[place+Ends-1])
		}
		if j.others[t+1] = j.others[t]; f.tellsElse(t) {
			j.others[t+1]++
		}
		j.sums[t+1] = j.sums[t] + says[Within]
		j.none += says[Absent]
	}
	return j
}

func (j *judged) add(to *[longest]int32, t int, says int32) {
	if t >= 0 && t < j.tokens {
		to[t] += says
	}
}

// other is how many words of a name tell something else.
func (j *judged) other(name reading.Span) int { return j.others[name.To] - j.others[name.From] }

// unlikely is less than is said of any name.
const unlikely = -1 << 30

// weigh returns what is said for a name.
func (j *judged) weigh(name reading.Span) int32 {
	length := name.To - name.From
	if length < 1 || length > LongestName {
		return unlikely
	}
	return j.begins[name.From] + j.ends[name.To-1] + j.sums[name.To] - j.sums[name.From] + int32(j.lengths[length])
}

// best returns the likeliest name.
func (j *judged) best() (best reading.Span, most int32) {
	most = unlikely
	for from := range j.tokens {
		for to := from + 1; to <= min(j.tokens, from+LongestName); to++ {
			if weight := j.weigh(reading.Span{From: from, To: to}); weight > most {
				best, most = reading.Span{From: from, To: to}, weight
			}
		}
	}
	return best, most
}
