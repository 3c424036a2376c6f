package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// onlyThing takes of words of English that name a task what names nothing of it: can X go to Friday, X passed, chase me about X.
func (c *content) onlyThing(r reading.Span) reading.Span {
	if c.Language != meaning.English {
		return r
	}
	for i := r.From + 1; i < r.To-1; i++ {
		if c.Is(i, l.About) && c.Is(i-1, l.Me) {
			r = c.trim(reading.Span{From: i + 1, To: r.To}, refEdge, l.Set{})
			break
		}
	}
	for r.To-r.From > 1 && c.Forms.Stirring[c.Norm(r.To-1)] && c.gone(r.To) && !c.joinedByDash(r.To-1, r) {
		r = c.trim(reading.Span{From: r.From, To: r.To - 1}, refEdge, l.Set{})
	}
	for r.To-r.From > 1 && c.Forms.Trailing[c.Norm(r.To-1)] && c.EndsHere(r.To) && !c.joinedByDash(r.To-1, r) {
		r = c.trim(reading.Span{From: r.From, To: r.To - 1}, refEdge, l.Set{})
	}
	tellsLast := c.edges().TellsPast(r.To-1) && c.EndsHere(r.To) && (!c.gone(r.To) || c.Parted(r.To))
	if r.To-r.From > 1 && tellsLast && !c.edges().TellsPast(r.From) {
		r.To--
	}
	return r
}

// saysOnly says whether words of English tell only that someone said or did something, and of no thing: I said, we've decided.
func (c *content) saysOnly(r reading.Span) bool {
	if c.Language != meaning.English {
		return false
	}
	if r.To == r.From+1 && c.Forms.Unmeant.Says[c.Norm(r.From)] || c.Forms.Reflexive[c.Norm(r.From)] ||
		c.Forms.Joints.Doing[c.Norm(r.From)] || c.edges().MoreBehindPronoun(r) {
		return true
	}
	if !c.Forms.Told.Mine[c.Norm(r.From)] {
		return false
	}
	for i := r.From + 1; i < r.To; i++ {
		if !c.Forms.Told.Between[c.Norm(i)] && !c.edges().TellsPast(i) && !c.Forms.Told.NotPast[c.Norm(i)] {
			return false
		}
	}
	return true
}

// withParticle adds what closes the name of a thing that is a verb and its particle: the Amarillo drop off.
func (c *content) withParticle(r reading.Span) reading.Span {
	closes := c.Forms.Closing[c.Norm(r.To)] && !c.Parted(r.To) && !c.Is(r.To, l.Filler)
	if c.Language == meaning.English && closes && c.Is(r.To-1, l.Verb) && c.Is(r.From-1, l.The, l.My) {
		r.To++
	}
	return r
}

// denied says whether in English it is said of what begins with a word that it is not meant, and another is named: not the eye test.
func (c *content) denied(i int) bool {
	for i--; c.Is(i, l.The, l.My) && !c.Parted(i+1); i-- {
	}
	return c.Is(i, l.Not) && !c.Is(i, l.Dont) && !c.Parted(i+1)
}

// setApart says whether what begins with a word is only set apart from the task that is meant: not the milk one, the bread.
func (c *content) setApart(i int) bool {
	for i--; c.Is(i, l.The, l.My); i-- {
	}
	return c.Forms.SettingApart[c.Norm(i)] && (c.Parted(i) || c.Is(i-1, l.No, l.Filler, l.But))
}
