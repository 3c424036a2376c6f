package detect

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/sieve"
	"github.com/salaatflow/platform/language/detect/slots"
	"github.com/salaatflow/platform/language/detect/talk"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"go.yaml.in/yaml/v3"
)

//go:embed asked.yaml
var askedYAML []byte

// kinds are what people ask besides the five prayers, and what they say besides asking, the first to be tried first.
type kinds struct {
	all []kind
	// beginning are those that a sentence may be of in which a token has this key: most have none.
	beginning map[string][]int
	begins    sieve.Sieve
}

// kind is one of them; asked.yaml explains its fields.
type kind struct {
	Kind     string            `yaml:"kind"`
	Intent   meaning.Intent    `yaml:"intent"`
	Of       []meaning.Intent  `yaml:"of"`
	Any      reading.Sayings   `yaml:"any"`
	With     []reading.Sayings `yaml:"with"`
	Without  reading.Sayings   `yaml:"without"`
	Short    int               `yaml:"short"`
	AtMost   int               `yaml:"atmost"`
	Tasks    bool              `yaml:"tasks"`
	Numbered bool              `yaml:"numbered"`
	Hijri    bool              `yaml:"hijri"`
	Denied   bool              `yaml:"denied"`
	Dated    bool              `yaml:"dated"`
	Beside   reading.Sayings   `yaml:"beside"`
}

func loadKinds(data []byte) (kinds, error) {
	var file struct {
		When     []string `yaml:"when"`
		NoTimes  []string `yaml:"notimes"`
		KindList []kind   `yaml:"kinds"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return kinds{}, fmt.Errorf("asked.yaml: %w", err)
	}
	for i, k := range file.KindList {
		if k.Kind == "" || (len(k.Any) == 0) != k.Hijri {
			return kinds{}, fmt.Errorf("asked.yaml: kind %d, %q, needs a name, and words in any or hijri", i+1, k.Kind)
		}
	}
	k := kinds{all: file.KindList, beginning: map[string][]int{}}
	for i := range k.all {
		for first := range k.all[i].Any {
			k.beginning[first] = append(k.beginning[first], i)
			k.begins.Add(first)
		}
	}
	return k, nil
}

// of are the indexes of the kinds that a sentence may be of by one of its tokens, or by a day of the Islamic calendar, the first first.
func (k *kinds) of(s sentence) (some []int) {
	for i := range s.Tokens {
		if key := s.Key(i); sieve.Passes(&k.begins, key) {
			some = append(some, k.beginning[string(key)]...)
		}
	}
	for i := range k.all {
		if k.all[i].Hijri && !k.all[i].names(s).Empty() {
			some = append(some, i)
		}
	}
	slices.Sort(some)
	return slices.Compact(some)
}

// asked returns the kind of question that a sentence is, given what it was taken for, or nil. A sentence that changes a task is
// none, unless it names no task and asks.
func (d *Detector) asked(s sentence, intent meaning.Intent, told talk.Told) *kind {
	if intent.Writes() && s.Writes() {
		return nil
	}
	none := asksNoTool(told)
	for _, i := range d.kinds.of(s) {
		k := &d.kinds.all[i]
		if intent.Writes() && !s.Asks() && k.Beside == nil || s.denies() && !k.Denied {
			continue
		}
		if k.Intent != meaning.Unknown && none {
			continue
		}
		if (k.Tasks || !s.Has(l.Task, l.Remind)) && k.holds(s, intent) {
			s.Question = k.names(s)
			return k
		}
	}
	return nil
}

// names returns the tokens by which a sentence may be of the kind.
func (k *kind) names(s sentence) reading.Span {
	switch {
	case k.Dated && s.Hijri.Day == 0:
		return reading.Span{}
	case k.Hijri && s.Hijri.At.Empty() && k.Beside == nil:
		return s.HijriMonth.At
	case k.Hijri:
		return s.Hijri.At
	}
	return k.Any.Find(s.Reading)
}

func (k *kind) holds(s sentence, intent meaning.Intent) bool {
	words := len(s.Tokens)
	if k.AtMost > 0 && words > k.AtMost || len(k.Of) > 0 && !slices.Contains(k.Of, intent) || k.names(s).Empty() {
		return false
	}
	if !k.Without.Find(s.Reading).Empty() {
		return false
	}
	if k.Numbered && !s.hasNumber() || k.Beside != nil && !k.alone(s) {
		return false
	}
	return words <= k.Short || !slices.ContainsFunc(k.With, func(p reading.Sayings) bool { return p.Find(s.Reading).Empty() })
}

// alone says whether beside what names the kind and a place nothing is said that Beside does not have.
func (k *kind) alone(s sentence) bool {
	_, from, to := s.Lands.Find(s.Tokens)
	named := []reading.Span{k.names(s), s.Place.CityAt, s.Place.AreaAt, {From: from, To: to}}
	for i := 0; i < len(s.Tokens); i++ {
		if slices.ContainsFunc(named, func(at reading.Span) bool { return at.Holds(i) }) {
			continue
		}
		said := k.Beside.At(s.Reading, i)
		if said == 0 && s.Tokens[i].Script != text.Number {
			return false
		}
		i += max(0, said-1)
	}
	return true
}

// hasNumber says whether a sentence has a number, in digits or words, or a place in an order. One alone is an article as well.
func (s sentence) hasNumber() bool {
	return slices.ContainsFunc(s.Tokens, func(t text.Token) bool { return t.Script == text.Number }) ||
		slices.ContainsFunc(s.Times, when.Expression.Counts)
}

// ask takes a sentence for the question of a kind.
func (d *Detector) ask(s sentence, k *kind, r *meaning.Result, in meaning.Input) {
	r.Cues.Asked = k.Kind
	if k.Intent != "" && k.Intent != r.Intent {
		r.Intent, r.Confidence, r.Slots, r.Plan = k.Intent, sureOfAsked, meaning.Slots{}, meaning.Plan{}
	}
	if r.Intent == meaning.Unknown {
		return
	}
	r.Slots = slots.Of(s.Clauses, r.Intent, in, &r.Cues)
	if r.Intent != meaning.ListTasks {
		r.Slots.Asked = &r.Cues.Asked
	}
}

// sureOfAsked is how sure it is what a question of a known kind means.
const sureOfAsked = 0.9
