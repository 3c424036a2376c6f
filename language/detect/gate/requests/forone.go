package requests

import l "github.com/salaatflow/platform/language/detect/lexicon"

// asksForOne says whether a task is asked for: any chance of a reminder, can a note go in, can something remind me, maybe add a daily one.
func (s sentence) asksForOne() bool {
	from := s.begin()
	if from >= len(s.Words) {
		return false
	}
	if s.Is(from, l.Polite) && s.Is(from, l.Can) {
		return s.Main >= 0 && s.Acts[s.Main].At.From == from+1 && !s.Acts[s.Main].Negated // mind adding
	}
	if n := s.Forms.Requests.ForOne.At(s.Tokens, s.Words[from].First); n > 0 {
		return s.one(s.WordAt(s.Words[from].First+n)) || s.addsOne(s.WordAt(s.Words[from].First+n))
	}
	return s.Forms.Possibility[s.Norm(from)] && s.Is(from+1, l.Any, l.Someone) && (s.remindsMe(from+2) || s.goesIn(from+1))
}

// one says whether a word begins to tell of a task that is to be made, and what for: a reminder at 5 to ring the vet, a task that says X.
func (s sentence) one(i int) bool {
	if !s.Is(i, l.Any) {
		return false
	}
	i++
	if !s.Is(i, l.Task, l.Remind, l.Note) {
		return false
	}
	for i++; i < len(s.Words) && s.TimeHolds(i); i++ {
	}
	if s.Is(i, l.To, l.For, l.About) {
		return !s.Is(i+1, l.It, l.This) || s.TimeHolds(i+1) // for that already
	}
	return i < len(s.Words) && s.Forms.Requests.Saying.At(s.Tokens, s.Words[i].First) > 0
}

// addsOne says whether with a word it is said to add one: maybe add a small daily one, perhaps add buy stamps to my list.
func (s sentence) addsOne(i int) bool {
	if !s.Is(i, l.Create, l.Put) || !s.Is(i, l.Base) {
		return false
	}
	for j := i + 1; j < len(s.Words); j++ {
		if s.Is(j, l.Task, l.One, l.List) && !s.Is(j, l.Me) && !s.Parted(j) {
			return true
		}
	}
	return false
}

// remindsMe says whether with a word it is asked that I be reminded.
func (s sentence) remindsMe(i int) bool { return s.Is(i, l.Remind) && s.Is(i+1, l.Me) }

// goesIn says whether with a word it is asked that a task be noted: can a reminder go in for my scan, could something go on my list.
func (s sentence) goesIn(i int) bool {
	if s.Is(i+1, l.Task, l.Note) {
		i++
	}
	i++
	return i < len(s.Words) && s.Forms.Requests.GoesIn.At(s.Tokens, s.Words[i].First) > 0
}
