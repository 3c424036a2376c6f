package making

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
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

// closesWith says whether in Urdu an act that notes ends a clause, beside one that only says that a thing is not to be forgotten: bhool na
// jaun likh lena.
func (s Sentence) closesWith(a clauses.Act) bool {
	if !a.Urdu || !a.Does(l.Note, l.Put) || a.Mood != clauses.Ordered && !s.follows(a) || s.Main < 0 {
		return false
	}
	forgets := s.Is(s.Acts[s.Main].At.From, l.Forget)
	return forgets && (s.Parted(a.At.To) || s.follows(a)) && a.At.From >= s.Acts[s.Main].At.To
}

// follows says whether another act begins right behind one: likh rakho.
func (s Sentence) follows(a clauses.Act) bool {
	return slices.ContainsFunc(s.Acts, func(b clauses.Act) bool { return b.At.From == a.At.To && b.Does(l.Put) })
}

// takesBack says whether a word at the beginning of a clause of Urdu takes back what was said before it, and what is meant follows.
func (s Sentence) takesBack(i int, r reading.Span) bool {
	no := s.Is(i, l.Not, l.No) && !s.Is(i, l.Dont, l.NumberWord)
	if i == r.From {
		twice := s.Words[i].Last > s.Words[i].First || s.Is(i+1, l.Sorry, l.Filler, l.No, l.Not) // nahi nahi
		return s.Parted(i) && i > 0 && (no && twice || s.Is(i, l.Sorry))
	}
	return (no || s.Is(i, l.Sorry, l.Filler) && !s.Is(i, l.Deed)) && s.takesBack(i-1, reading.Span{From: r.From, To: r.To})
}

// Corrected says whether in Urdu words right before one take back what was said before: kapray, nahi sorry purane kapray.
func (s Sentence) Corrected(i int) bool {
	if s.Language == meaning.English {
		return false
	}
	for j := i - 1; j > 0 && s.Is(j, l.Not, l.No, l.Sorry, l.Filler); j-- {
		if s.takesBack(j, reading.Span{From: j, To: i + 1}) {
			return true
		}
	}
	return false
}

// SpokenOf says whether in Urdu a word that calls someone stands for who is spoken of: sir se notes lena, miyan ji se hisab.
func (s Sentence) SpokenOf(i int) bool {
	if s.Language == meaning.English || !s.Forms.Vocatives[s.Norm(i)] || s.Parted(i+1) {
		return false
	}
	next := i + 1
	if s.Is(next, l.Yes) && !s.Parted(next+1) {
		next++ // ji
	}
	return s.Is(next, l.Se, l.With, l.Near) && s.Words[next].Languages&l.English == 0
}

// Begins says whether a small word of Urdu begins a name: sir se notes lena; likho: do bori cement.
func (s Sentence) Begins(i int) bool {
	if s.SpokenOf(i) {
		return true
	}
	counts := s.Is(i, l.De) && s.Bare(i+1) && s.Language != meaning.English
	return counts && i > 0 && s.Before(i).Has(text.Colon)
}

// Correlates says whether in Urdu a word stands for what a clause before it tells of: jis ne udhar liya tha usay.
func (s Sentence) Correlates(i int) bool {
	if !s.Is(i, l.It, l.This) || s.Language == meaning.English {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		if s.Forms.Relatives[s.Norm(j)] {
			return true
		}
		if s.Parted(j) {
			break
		}
	}
	return false
}
