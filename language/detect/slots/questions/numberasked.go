package questions

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// numberAsked is the number of the one task that a question is about: is 6 still pending, what's the deadline on 10, 2 ka kya scene hai. It
// is 0 where none is numbered, or the number counts tasks: are 3 still open.
func (s sentence) numberAsked() int {
	for i := range s.Words {
		n, to, ok := s.Num(s.Words[i].First)
		if !ok || s.TimeHolds(i) {
			continue
		}
		if after := s.WordAt(to); s.partAsked(i, after) || s.stateAsked(i, after) || s.newsAsked(i, after) {
			return n
		}
	}
	return 0
}

// partAsked says whether a part of the task with a number is asked for: the deadline on 10. after is the word behind the number.
func (s sentence) partAsked(i, after int) bool {
	for s.Is(i-1, l.NumberWord, l.Task) {
		i--
	}
	part := s.Forms.Said.Parts[s.Norm(i-2)] || s.Forms.OneTask.Parts[s.Norm(i-2)]
	return part && s.Is(i-1, l.On, l.Of) && s.Language == meaning.English && s.ends(after)
}

// stateAsked says whether in English a question begins with a number and asks whether its task is done: 15 get ticked or no.
func (s sentence) stateAsked(i, after int) bool {
	if s.Language != meaning.English || !s.leads(i) {
		return false
	}
	words, token := &s.Forms.OneTask, len(s.Tokens)
	if after < len(s.Words) && !s.Parted(after) {
		token = s.Words[after].First
	}
	from := token
	for token < len(s.Tokens) && (words.Between[s.Tokens[token].Norm] || words.Getting[s.Tokens[token].Norm]) {
		token++
	}
	if token == len(s.Tokens) || !words.States[s.Tokens[token].Norm] {
		return false
	}
	behind := s.WordAt(token + 1)
	counts := token == from && s.begins(i) && words.Counted[s.Tokens[token].Norm] // 5 pending
	return !counts && (s.Parted(behind) || !s.Bare(behind) && !s.Is(behind, l.Task, l.One))
}

// leads says whether a question begins with a word, or with the verb before it that is said of one: is 6, has 14.
func (s sentence) leads(i int) bool {
	for s.Is(i-1, l.NumberWord, l.Task) && !s.Parted(i) {
		i--
	}
	if before := s.Norm(i - 1); s.Forms.QuestionVerbs[before] && !s.Parted(i) {
		return s.Forms.OneTask.Singular[before] && s.begins(i-1)
	}
	return s.begins(i)
}

// begins says whether a question begins with a word, but for a greeting.
func (s sentence) begins(i int) bool { return i == 0 || s.beginsQuestion(i) }

// newsAsked says whether in Urdu it is asked how it stands with the task with a number: 2 ka kya scene hai, 7 ka status kya hai.
func (s sentence) newsAsked(i, after int) bool {
	if s.Language == meaning.English || i > 0 && !s.Is(i-1, l.Filler, l.Polite, l.NumberWord, l.Task) || !s.Is(after, l.Ka) {
		return false
	}
	return s.Is(after+1, l.What) || s.Forms.OneTask.Parts[s.Norm(after+1)]
}

// ends says whether nothing follows from a word on in its clause but a courtesy.
func (s sentence) ends(i int) bool {
	for i < len(s.Words) && !s.Parted(i) && s.Is(i, l.Filler, l.Polite) {
		i++
	}
	return i >= len(s.Words) || s.Parted(i)
}
