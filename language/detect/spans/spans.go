// Package spans finds which words of a sentence name a task or a masjid. It has learned from labelled sentences which label each word gets:
// a linear chain, whose weights are in a file.
package spans

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// Name is what words name.
type Name int8

// What is named: a new task or a new name, a task that there is, a masjid.
const (
	Title Name = iota
	Ref
	Masjid
	Names // how many there are
)

// Label is what a word is to the names of its sentence.
type Label = int8

// The labels: before all names; for each name its first word and those within; behind a name.
const (
	Before Label = iota
	Behind       = 2*Label(Names) + 1
	Labels       = Behind + 1
)

// First is the label of a name's first word.
func (n Name) First() Label { return 2*Label(n) + 1 }

// Within is the label of a name's words behind the first.
func (n Name) Within() Label { return 2*Label(n) + 2 }

// Follows says whether a label may follow another, where the sentence may name these. Start stands before the first word. A name may go on
// behind words that are none of it: doodh kal lana.
func Follows(from, to Label, may Set) bool {
	switch to {
	case Before:
		return from == Before || from == Start
	case Behind:
		return from != Before && from != Start
	}
	if may>>((to-1)/2)&1 == 0 {
		return false
	}
	return to%2 == 1 || from == to || from == to-1 || from == Behind
}

// Start is what stands before the first label.
const Start = Labels

// Set is a set of names, a bit for each.
type Set uint8

// Of is the set with one.
func (n Name) Of() Set { return 1 << n }

// kinds are the intents that name something, and what.
var kinds = map[meaning.Intent]struct {
	at  uint8
	may Set
}{
	meaning.CreateTask:       {0, Title.Of()},
	meaning.UpdateTask:       {1, Title.Of() | Ref.Of()},
	meaning.CompleteTask:     {2, Ref.Of()},
	meaning.DeleteTask:       {3, Ref.Of()},
	meaning.ListTasks:        {4, Ref.Of()},
	meaning.GetPrayerTimes:   {5, Masjid.Of()},
	meaning.GetCurrentPrayer: {5, Masjid.Of()},
	meaning.SearchMasjids:    {6, Masjid.Of()},
	meaning.GetMasjidDetails: {7, Masjid.Of()},
}

// Kinds is how many kinds of sentences name something. NoKind is that of one whose words are only told apart by what stands around them.
const (
	Kinds  = 8
	NoKind = 1<<8 - 1
)

// Sentence is a sentence with what it may name.
type Sentence struct {
	*clauses.Clauses
	Kind uint8
	May  Set
}

// Of is a sentence as names are looked for in it for an intent; ok is false where none are.
func Of(c *clauses.Clauses, intent meaning.Intent) (s Sentence, ok bool) {
	kind, ok := kinds[intent]
	s = Sentence{Clauses: c, Kind: kind.at, May: kind.may}
	if !c.ID.Empty() {
		s.May &^= Ref.Of()
	}
	return s, ok && s.May != 0 && len(c.Tokens) > 0 && len(c.Tokens) <= Longest
}

// Longest is how many tokens a sentence has at most in which names are looked for.
const Longest = 80

// Found is where names stand in a sentence.
type Found [Names][]reading.Span

// found are the names that labels tell: of two the longer.
func found(labels []Label) (all Found) {
	for n := range Names {
		var one []reading.Span
		most := 0
		for t := 0; t < len(labels); t++ {
			if labels[t] != n.First() && labels[t] != n.Within() {
				continue
			}
			from := t
			for t++; t < len(labels) && labels[t] == n.Within(); t++ {
			}
			if labels[from] == n.First() {
				one = nil
			}
			one = append(one, reading.Span{From: from, To: t})
			if size := t - one[0].From; size > most {
				all[n], most = one, size
			}
			t--
		}
	}
	return all
}

// Text is a name as it is kept.
func (s *Sentence) Text(name []reading.Span) string {
	pieces := make([]string, len(name))
	for i, at := range name {
		pieces[i] = text.Tidy(s.Piece(at.From, at.To-1))
	}
	return s.withoutIs(strings.Join(pieces, " "), name)
}

// withoutIs is the name of a thing without a contracted "is": the taxi's booked. Where something follows that is not parted from it, or
// it is not said where it is, it is contracted.
func (s *Sentence) withoutIs(name string, at []reading.Span) string {
	if s.Language != meaning.English || len(at) == 0 || s.Kind == 0 {
		return name
	}
	last := at[len(at)-1]
	if last.To-last.From > 1 && s.Forms.Whereabouts[s.Tokens[last.To-2].Norm] {
		return name
	}
	for _, ending := range [...]string{"'s", "’s"} {
		if rest := name[:max(0, len(name)-len(ending))]; rest != "" && strings.EqualFold(name[len(rest):], ending) {
			return rest
		}
	}
	return name
}

// PartedTokens says whether a mark stands between a token and the tokens from..to.
func (s *Sentence) PartedTokens(t, from, to int) bool {
	first, last := t, from
	if t >= to {
		first, last = to-1, t
	}
	for i := first + 1; i <= last; i++ {
		if s.Tokens[i].Before.Ends() {
			return true
		}
	}
	return false
}
