package edges

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// TellsPast says whether a word of English tells what was done.
func (s Sentence) TellsPast(i int) bool {
	norm, told := s.Norm(i), &s.Forms.Told
	return told.Past[norm] || s.Bare(i) && told.PastEndings.End(norm) && !told.NotPast[norm]
}

// ToldForThen says whether it is told when a thing is, and nothing more: salgirah 18 march ko hai, the appointment is on Saturday and ...
func (s Sentence) ToldForThen(r reading.Span) bool {
	if s.Language == meaning.English {
		end := r.To + 1
		for s.Is(r.To, l.Is) && !s.Parted(end) && s.TimeHolds(end) && !s.Is(end, l.After) { // my knee is bad today
			end++
		}
		return end > r.To+1 && (s.EndsHere(end) || s.Is(end, l.And, l.But))
	}
	end := r.To
	for end < len(s.Words) && s.TimeHolds(end) {
		end++
	}
	return end > r.To && s.Is(end, l.Is) && s.EndsHere(end+1)
}

// Errand says whether an act of Urdu is what was or is to be done, and another clause points at it: oven dikhana tha, wo budh ko kar do.
func (s Sentence) Errand(a clauses.Act) bool {
	return a.Urdu && s.Main >= 0 && a.At.To <= s.Acts[s.Main].At.From && s.ToldErrand(a.At.From)
}

// Answers says whether a word only says yes or no, and is of no name: wo no wala, the no ball, ustani ji se.
func (s Sentence) Answers(i int) bool {
	return s.Is(i, l.Yes, l.No) && !s.Is(i+1, l.Task, l.Wala, l.Dila, l.Inf) && !s.Is(i-1, l.The) && !s.honours(i)
}

// honours says whether in Urdu a word that may say yes only honours the one before it: ustani ji se.
func (s Sentence) honours(i int) bool {
	return s.Language != meaning.English && s.Bare(i-1) && !s.Parted(i) && s.Is(i+1, l.Se, l.Ko, l.Ka, l.Near) && !s.Parted(i+1)
}

// Digits says whether a word is a number in digits, with which the name of a thing ends: assignment 3 submit kar di.
func (s Sentence) Digits(i int) bool {
	return i >= 0 && s.Tokens[s.Words[i].First].Script == text.Number
}

// ToldThing returns where in a clause of English that tells what was done the thing begins it was done to: picked up the dry cleaning, got
// my flu jab, changed my mind about the battery. It is where the clause begins for any other.
func (s Sentence) ToldThing(r reading.Span) int {
	if s.Language != meaning.English {
		return r.From
	}
	verb := r.From
	for verb < r.To-1 && (s.Forms.Told.Between[s.Norm(verb)] || s.Is(verb, l.Someone, l.Filler, l.Yet)) {
		verb++
	}
	if !s.TellsPast(verb) || verb == r.To-1 {
		return r.From
	}
	for i := verb + 1; i < min(verb+farthestThing, r.To-1); i++ {
		if s.Is(i, l.The, l.My) {
			return i + 1
		}
	}
	return r.From
}

// farthestThing is how many words behind the verb of what is told its thing begins at most: picked it up from the.
const farthestThing = 4
