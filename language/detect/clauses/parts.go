package clauses

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// ClauseAt returns the words of the clause of English in which a word stands.
func (s *Clauses) ClauseAt(i int) reading.Span {
	at := reading.Span{From: i, To: i + 1}
	for at.From > 0 && !s.begins(at.From) {
		at.From--
	}
	for at.To < len(s.Words) && !s.begins(at.To) {
		at.To++
	}
	return at
}

// SentenceAt returns the words of the sentence in which a word stands, where a text is several.
func (s *Clauses) SentenceAt(i int) reading.Span {
	at := reading.Span{From: i, To: i + 1}
	for at.From > 0 && !s.Before(at.From).Has(text.Stop|text.Question) {
		at.From--
	}
	for at.To < len(s.Words) && !s.Before(at.To).Has(text.Stop|text.Question) {
		at.To++
	}
	return at
}

// begins says whether a clause of English begins with a word: behind a mark, with a word that joins clauses, or, behind an order, with
// who does something: delete the swimming task we don't go any more.
func (s *Clauses) begins(i int) bool {
	if s.Parted(i) || s.Before(i).Has(text.Dash|text.Sign) && s.Before(i).Has(text.Space) || s.conjoins(i) {
		return true
	}
	if s.asksYouTo(i) {
		return true
	}
	order := s.Find(l.Reminder)
	if s.Main >= 0 {
		order = s.Acts[s.Main].At.To
	}
	if order < 0 || i <= order {
		return false
	}
	return s.tellsOfSomeone(i) && !s.tellsOfSomeone(i-1) || s.tellsOfThing(i)
}

// asksYouTo says whether a polite order begins with a word, behind what is told before it with no mark between them: I'm not well can you
// move the class.
func (s *Clauses) asksYouTo(i int) bool {
	return i > 0 && s.Is(i, l.Can) && s.Words[i].Languages&l.English != 0 && s.Is(i+1, l.You) && !s.Is(i-1, l.If, l.Ke, l.Know) &&
		slices.ContainsFunc(s.Acts, func(a Act) bool { return a.Mood == Ordered && (a.At.From == i+2 || a.At.From == i+3) })
}

// conjoins says whether a word joins a clause to the one before: so, because, as they don't, and I.
func (s *Clauses) conjoins(i int) bool {
	norm, joints := s.Norm(i), &s.Forms.Joints
	switch {
	case joints.Always[norm]:
		return true
	case joints.Unless[norm]:
		return !s.Is(i-1, l.Not, l.Is) && !s.Is(i-1, l.You)
	case joints.Told[norm]:
		return s.tellsOfSomeone(i+1) || s.finite(i+1)
	}
	return false
}

// tellsOfSomeone says whether a clause may begin with a word since it says who does something: I don't, they're, we aren't.
func (s *Clauses) tellsOfSomeone(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	norm, joints := s.Norm(i), &s.Forms.Joints
	return joints.Doing[norm] || s.Contracted(s.Words[i].First) || joints.Doers[norm] && (s.finiteAt(i+1) || s.Is(i+1, l.Can))
}

// tellsOfThing says whether behind what is ordered a clause begins with a word, with no mark before it, since it tells what is not so of a
// thing or of someone: push it to Thursday the part's not come, put it on Monday dad won't be home.
func (s *Clauses) tellsOfThing(i int) bool {
	if !s.Has(l.Not) || s.TimeHolds(i) || !s.endsOrdered(i-1) {
		return false
	}
	const most = 4 // words that name it
	for j := i; j < min(i+most, len(s.Words)) && !s.Parted(j+1); j++ {
		if !s.Bare(j) && !s.Is(j, l.The, l.My, l.Someone, l.Foreign, l.Date) || s.TimeHolds(j) || s.Is(j, l.Not) {
			return false
		}
		if s.Forms.Joints.Denying[s.Norm(j+1)] || s.Is(j+1, l.Not) && s.Shortened(j) && j+2 < len(s.Words) {
			return true
		}
	}
	return false
}

// endsOrdered says whether what is ordered may end with a word: a time, "it", the number of the task.
func (s *Clauses) endsOrdered(i int) bool {
	for s.Is(i, l.Polite) && !s.Is(i, l.Can) && s.Main >= 0 && !s.Acts[s.Main].Does(l.Finish, l.Mark) {
		i-- // reopen 10 pls the part isn't in
	}
	if i < 0 {
		return false
	}
	return s.TimeHolds(i) || s.Is(i, l.It, l.List, l.High, l.Low, l.Medium, l.Completed) || s.ID.Holds(s.Words[i].Last)
}

// finite says whether something is told of in the rest of a clause: the sale didn't go through.
func (s *Clauses) finite(from int) bool {
	for i := from; i < len(s.Words) && (i == from || !s.Parted(i)); i++ {
		if s.finiteAt(i) {
			return true
		}
	}
	return false
}

// finiteAt says whether a word is a verb that tells of something, or denies it: is, don't, have.
func (s *Clauses) finiteAt(i int) bool {
	return i < len(s.Words) && (s.Forms.QuestionVerbs[s.Norm(i)] || s.Is(i, l.Not))
}

// Embedded says whether in English a word that asks stands where it asks nothing, behind "know" or the like in a clause beside what is
// wanted: I don't know why it's still there, delete it.
func (s *Clauses) Embedded(i int) bool {
	if s.WhatIWrote(i) {
		return true
	}
	if !s.Forms.Embeds[s.Norm(i-1)] || s.Language != meaning.English {
		return false
	}
	if s.Main < 0 {
		return s.Is(i+1, l.Me, l.It, l.Someone) // how to, how do you
	}
	return !s.ClauseAt(i).Holds(s.Acts[s.Main].At.From)
}
