package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// aboutOne are the words of English that name a task behind "the one about" or "the one called", whatever is told before and behind: take
// off the one about the curtains, I have decided to keep the old ones. They are empty where there are none.
func (c *content) aboutOne() reading.Span {
	for i := 1; i < len(c.Words)-1 && c.Language == meaning.English; i++ {
		if c.Parted(i) || c.Parted(i+1) || !c.isOne(i-1) {
			continue
		}
		called := c.Is(i, l.Called)
		if !called && !c.tellsAbout(i) {
			continue
		}
		at := reading.Span{From: i + 1, To: i + 2}
		if c.Is(i+1, l.The, l.My) && !c.Parted(i+2) {
			at.To++
		}
		for at.To < len(c.Words) && !c.Parted(at.To) && (called && !c.Forms.TellingVerbs[c.Norm(at.To)] || !called && !c.endsAbout(at.To)) {
			at.To++
		}
		return c.trim(at, refEdge, l.Set{})
	}
	return reading.Span{}
}

// tellsAbout says whether behind a word stands what a task is about: about the curtains, the reminder for the plumber.
func (c *content) tellsAbout(i int) bool {
	reminds := c.Is(i, l.For) && c.Is(i-1, l.Reminder) && c.Is(i+1, l.The, l.My)
	return (reminds || c.Is(i, l.About, l.Profile)) && !c.Is(i+1, l.It, l.This)
}

// isOne says whether a word stands for one task: the one, the reminder, that thing.
func (c *content) isOne(i int) bool {
	return (c.Is(i, l.Task, l.Reminder) || c.Forms.Grammar.One[c.Norm(i)] || c.Forms.Things[c.Norm(i)]) && !c.OfSeveral(i)
}

// isTimeOf says whether in English it is the time of what follows that is spoken of: the time of the dentist.
func (c *content) isTimeOf(i int) bool {
	return c.Is(i, l.Time) && c.Language == meaning.English && c.Is(i+1, l.On, l.For, l.Ka)
}

// endsAbout says whether what a task is about ends before a word: at a time, at what is said of it, where someone else does something.
func (c *content) endsAbout(i int) bool {
	joints := &c.Forms.Joints
	return c.gone(i) || c.TimeHolds(i) || c.Is(i, l.Is, l.Can, l.But, l.Then, l.Polite, l.Me, l.Not) && !c.Is(i, l.The) ||
		c.Is(i, l.To, l.Until, l.And) && i+1 < len(c.Words) && (c.gone(i+1) || c.TimeHolds(i+1)) ||
		joints.Doers[c.Norm(i)] || joints.Doing[c.Norm(i)] || joints.Always[c.Norm(i)] ||
		c.Forms.Said.Longer.At(c.Tokens, c.Words[i].First) > 0 || c.Forms.TellingVerbs[c.Norm(i)]
}
