package making

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// inUrdu returns the acts of a sentence of Urdu with all their words, and which of them makes the task: kahin bhool na jaun likh lena, list
// banani hai remind karwa dena.
func (s Sentence) inUrdu(main int) (acts []clauses.Act, order int) {
	acts = s.Acts
	if at := s.shortened(); at >= 0 {
		words := reading.Span{From: at, To: s.pastLight(at + 2)}
		return s.with(clauses.Act{Is: l.Set{}.With(l.Remind, l.Verb), At: words, Mood: clauses.Ordered, Urdu: true})
	}
	for i, a := range acts {
		if s.Is(a.At.From, l.Forget) && a.Does(l.Remind) && s.Forms.Lest[s.Norm(a.At.To)] && !s.Parted(a.At.To) {
			acts = slices.Clone(acts)
			acts[i].At.To++
		}
	}
	if main > 0 && s.opensList(acts[0]) && acts[main].Does(l.Kar) && s.Is(acts[main].At.From, l.Inf) && s.EndsHere(acts[main].At.To) {
		return acts, 0
	}
	if main < 0 || acts[main].Mood != clauses.Wished || !s.Is(acts[main].At.From-1, l.List) {
		return acts, main
	}
	for i := main + 1; i < len(acts); i++ {
		if a := acts[i]; a.Does(l.Remind, l.Note) && (a.Mood == clauses.Ordered || a.Mood == clauses.Mentioned) {
			return acts, i
		}
	}
	return acts, main
}

// opensList says whether an act is a verb of English at the beginning by which a thing is put on the list: add khirkiyan saaf karna.
func (s Sentence) opensList(a clauses.Act) bool {
	return a.At.From == 0 && a.Does(l.Create) && s.Is(0, l.Base) && !a.Negated
}

// shortened is where in Roman Urdu a reminder is asked for by the shortest spelling of yaad: yd dila dena; -1 for nowhere.
func (s Sentence) shortened() int {
	for i := range s.Words {
		if s.Forms.ShortYaad[s.Norm(i)] && s.Is(i+1, l.Dila) && !s.Parted(i+1) && !s.Is(i, l.Yaad) {
			return i
		}
	}
	return -1
}

// pastLight passes over what carries a verb of Urdu.
func (s Sentence) pastLight(i int) int {
	for i < len(s.Words) && !s.Parted(i) && s.Is(i, l.Light) {
		i++
	}
	return i
}
