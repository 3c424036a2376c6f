package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// denies says whether what is wanted is denied: delete mat karna, or, behind it, don't.
func (s sentence) denies() bool {
	if s.Main < 0 {
		return false
	}
	n := len(s.Words)
	takenBack := n > 2 && s.Is(n-1, l.Dont) && !s.NoNeedSaid(n-1) && !s.Forms.Softeners[s.Norm(n-1)]
	return s.Acts[s.Main].Negated || takenBack
}

// asksHow says whether the sentence asks how a thing is done, or whether it can be: "how do I …", "… kaise karte hain".
func (s sentence) asksHow() bool {
	if i := s.Find(l.How, l.Why); i >= 0 && s.Embedded(i) {
		return false
	}
	if s.Has(l.How) && !s.Has(l.HowMany, l.HowMuch, l.Smalltalk) && (s.Has(l.Task) || s.Writes() ||
		!s.Has(l.Prayer, l.Next, l.Now, l.Hadith) && s.Masjid.Empty()) {
		return true
	}
	if s.Has(l.Why) || s.Has(l.How) && s.Has(l.Hab) && !s.Has(l.Smalltalk, l.Time) {
		return true // why; kaise karte hain
	}
	return s.Is(0, l.Can) && s.Is(1, l.Me) && s.Is(1, l.One) && s.Forms.Grammar.I.Begin(s.Norm(1)) && s.asksLeave()
}

// asksLeave says whether the verb behind "can I" is one of what may be done, and not of what is to be seen.
func (s sentence) asksLeave() bool {
	return s.Is(2, l.Verb) && !s.Is(2, l.Show, l.See, l.Give) && !s.Is(0, l.Show)
}

// asksForNoTool says whether the sentence denies, asks how a thing is done, supposes, or is small talk.
func (s sentence) asksForNoTool() bool {
	return s.denies() || s.asksHow() || s.Has(l.If) && !s.Is(0, l.If) || s.Has(l.Smalltalk) || s.Denied(l.Want)
}
