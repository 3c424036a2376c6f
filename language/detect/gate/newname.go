package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// accountedInNames says whether a word that says no stands in a new name, or in what asks for a reminder.
func (s sentence) accountedInNames(i int, intent meaning.Intent, named map[string]bool) bool {
	return s.ofReminder(i, intent) || s.namesMore(i, intent, named)
}

// inNewName says whether in English a word stands in the new name that a task is to have: rename 14 to Q1 forecast v2.
func (s sentence) inNewName(i int, intent meaning.Intent, named map[string]bool) bool {
	if intent != meaning.UpdateTask || s.Language != meaning.English || s.Main < 0 || !named[s.Norm(i)] {
		return false
	}
	a := s.Acts[s.Main]
	renames := a.Does(l.Rename) || a.Does(l.Change, l.Make) && s.Has(l.Name) || s.Forms.Calling[s.Norm(a.At.From)] || s.saysAnew(i)
	return renames && i > a.At.To && !s.After(len(s.Words)-1).Has(text.Question)
}

// saysAnew says whether words that stand before the new name of a task end somewhere before a word: 5 should say X.
func (s sentence) saysAnew(i int) bool {
	for token := range s.Words[i].First {
		if s.Forms.Reading.At(s.Tokens, token) > 0 {
			return true
		}
	}
	return false
}

// namesMore says whether in a new name what a word denies is named behind it, and no deed is taken back: rename 2 to buy two tyres not
// four, but not "not now".
func (s sentence) namesMore(not int, intent meaning.Intent, named map[string]bool) bool {
	next := not + 1
	if !s.inNewName(not, intent, named) || s.Parted(not) || s.Parted(next) || s.Is(not, l.Dont) {
		return false
	}
	return s.Bare(next) || s.Is(next, l.Foreign, l.Detail, l.CatName, l.Prayer) || s.Tokens[s.Words[next].First].Script == text.Number
}
