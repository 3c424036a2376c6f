package detect

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

//go:embed clauses.yaml
var clausesYAML []byte

// clauses knows the words that begin a clause by which an order is not for now.
type clauses struct {
	English    openers    `yaml:"english"`
	Urdu       openers    `yaml:"urdu"`
	Afterwards afterwards `yaml:"afterwards"`
	Several    several    `yaml:"several"`
}

// openers are how such clauses begin in a language, and what makes them something else.
type openers struct {
	Openers  runs `yaml:"openers"`
	Led      runs `yaml:"led"`
	Subjects runs `yaml:"subjects"`
	But      runs `yaml:"but"`
	Except   runs `yaml:"except"`
	Past     runs `yaml:"past"`
	Still    runs `yaml:"still"`
}

type afterwards struct {
	Phrases runs `yaml:"phrases"`
	But     runs `yaml:"but"`
}

// several are the words by which more than one task is spoken of.
type several struct {
	Ranges runs `yaml:"ranges"`
	Unsure runs `yaml:"unsure"`
	All    runs `yaml:"all"`
	AllBut runs `yaml:"allbut"`
	Both   runs `yaml:"both"`
	One    runs `yaml:"one"`
	Counts runs `yaml:"counts"`
}

// runs are words or phrases by the form of their first token, the longest first.
type runs map[string][][]string

// UnmarshalYAML reads a list of words and phrases.
func (r *runs) UnmarshalYAML(node *yaml.Node) error {
	var phrases []string
	if err := node.Decode(&phrases); err != nil {
		return err
	}
	*r = runs{}
	for _, phrase := range phrases {
		var forms []string
		for _, token := range text.Parse(phrase).Tokens {
			forms = append(forms, token.Norm)
		}
		if len(forms) == 0 {
			return fmt.Errorf("line %d: %q holds no word", node.Line, phrase)
		}
		(*r)[forms[0]] = append((*r)[forms[0]], forms)
	}
	for first := range *r {
		slices.SortFunc((*r)[first], func(a, b []string) int { return len(b) - len(a) })
	}
	return nil
}

// at returns how many tokens the longest of the runs has that begins at a token; 0 for none.
func (r runs) at(s *sentence, token int) int {
	if token < 0 || token >= len(s.Tokens) {
		return 0
	}
next:
	for _, forms := range r[s.Tokens[token].Norm] {
		if token+len(forms) > len(s.Tokens) {
			continue
		}
		for i, form := range forms {
			if s.Tokens[token+i].Norm != form || i > 0 && s.Tokens[token+i].Before.Ends() {
				continue next
			}
		}
		return len(forms)
	}
	return 0
}

func loadClauses(data []byte) (*clauses, error) {
	var c clauses
	decoder := yaml.NewDecoder(strings.NewReader(string(data)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("clauses.yaml: %w", err)
	}
	return &c, nil
}

// later says whether what is ordered is for when something will have happened: when I finish, mark it; ho jaye to hata
// dena; khatam hone ke baad.
func (s *sentence) later(named map[string]bool) bool {
	for i := range s.Tokens {
		if s.timeAt(i) != nil || i > 0 && named[s.Tokens[i].Norm] && len(named) > 1 {
			continue
		}
		if s.clauses.English.opens(s, i) || s.clauses.Urdu.opens(s, i) || s.afterwards(i, named) {
			return true
		}
	}
	return false
}

// postpones says whether a task that is named by its number is to be finished or removed at a time to come: tomorrow, after
// Isha. A time behind "for", "due" and the like tells of the task.
func (d *Detector) postpones(s *sentence, intent Intent, slots Slots, in Input) bool {
	if intent != CompleteTask && intent != DeleteTask || slots.TaskID == nil || s.main < 0 || s.acts[s.main].mood == told {
		return false
	}
	times := slices.DeleteFunc(s.timesOf(), func(e when.Expression) bool {
		before := s.wordAt(e.From) - 1
		return !s.sameClause(before+1, s.acts[s.main].at.from) || s.is(before, l.For, l.Date, l.Of, l.From, l.Ka, l.Task) ||
			s.is(s.wordAt(e.To), l.Ka, l.Wala)
	})
	m := when.Resolve(d.options(in, false), times...)
	now := in.Now.In(d.options(in, false).Zone)
	switch {
	case len(times) == 0:
		return false
	case m.Relation != when.NoRelation:
		return true
	case len(m.Due) > len("2006-01-02"):
		return m.Due > now.Format("2006-01-02T15:04:05")
	}
	return m.Due > now.Format("2006-01-02")
}

// opens says whether a clause begins at a token by which an order is not for now.
func (o *openers) opens(s *sentence, token int) bool {
	length := o.Openers.at(s, token)
	if length == 0 {
		if length = o.Led.at(s, token); length == 0 || !o.led(s, token+length) {
			return false
		}
	}
	next := token + length
	if next >= len(s.Tokens) || s.Tokens[next].Before.Ends() || o.But.at(s, next) > 0 || o.Except.at(s, token) > 0 ||
		o.Except.at(s, token-1) > 0 {
		return false
	}
	if w := s.wordAt(token); w < len(s.words) && s.words[w].First == token && s.is(w, l.Polite, l.Filler) {
		return false // if possible is one word
	}
	return !o.tellsPast(s, next)
}

// led says whether a clause follows "after", and not a noun: after I finish, after finishing.
func (o *openers) led(s *sentence, token int) bool {
	if o.Subjects.at(s, token) > 0 {
		return true
	}
	return token < len(s.Tokens) && len(s.Tokens[token].Norm) > len("doing") && hasSuffix(s.Tokens[token].Norm, "ing")
}

// tellsPast says whether the clause from a token on tells what has been.
func (o *openers) tellsPast(s *sentence, from int) bool {
	for i := from; i < len(s.Tokens) && (i == from || !s.Tokens[i].Before.Ends()); i++ {
		w := s.wordAt(i)
		past := w < len(s.words) && s.words[w].First == i && s.is(w, l.Past) && !s.is(w, l.Base) && s.words[w].Languages&l.English != 0 &&
			!s.is(w-1, l.It, l.Task, l.Mark) && !s.id.holds(i-1) // … mark it done
		if (past || o.Past.at(s, i) > 0) && o.Still.at(s, i-1) == 0 {
			return true
		}
	}
	return false
}

// afterwards says whether an infinitive of Urdu with "after" begins at a token, and an order follows it.
func (s *sentence) afterwards(token int, named map[string]bool) bool {
	w := s.wordAt(token)
	if w >= len(s.words) || s.words[w].First != token || !s.is(w, l.Inf) || s.main < 0 || s.acts[s.main].at.from <= w || s.parted(w+1) {
		return false
	}
	at := s.words[w].Last + 1
	length := s.clauses.Afterwards.Phrases.at(s, at)
	if length == 0 || at+length >= len(s.Tokens) {
		return false
	}
	return s.clauses.Afterwards.But.at(s, at+length) == 0 && !named[s.Tokens[at+length].Norm]
}
