package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/clauses/moments"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) createSlots(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) *content {
	times := moments.OfDeed(s.Clauses)
	m := due.Resolve(moments.Options(s.Clauses, in), times...)
	s.setTime(m, slots, cues)
	set(&slots.LinkedPrayer, s.Linked(m))
	c := s.content()
	quoted := c.quoted()
	c.takeTimes(s.TimesOf())
	c.takeTokens(s.making().Reminding())
	c.takeAsides()
	set(&slots.Priority, c.takePriority(true))
	set(&slots.Category, c.takeCategory(false))
	c.takeLink()
	noun := c.takeCommand()
	withCategory := ""
	if noun >= 0 {
		withCategory = c.takeTaskCategory(noun)
	}
	title := c.better(c.title(noun), naming.Title)
	if !quoted.Empty() && !s.making().InPhrase(quoted, c.gone) {
		title = s.textOf(quoted)
	}
	if s.onlyList(title) {
		title = ""
	}
	if title == "" && withCategory != "" {
		at := noun - 1
		for s.Is(at, l.Wala, l.Ka) && at > 0 {
			at--
		}
		title, withCategory = s.textOf(reading.Span{From: at, To: at + 1}), ""
	}
	if title == "" {
		title = s.prayerTitle()
	}
	set(&slots.Title, s.making().Nominative(title))
	if slots.Category == nil {
		set(&slots.Category, withCategory)
	}
	return c
}

// onlyList says whether a name is but a word for the list, and names nothing: tomorrow's list, if you don't mind.
func (s sentence) onlyList(name string) bool {
	i := s.Find(l.List)
	return i >= 0 && name == s.textOf(reading.Span{From: i, To: i + 1})
}

// prayerTitle is the prayer that a task is for when nothing else names it.
func (s sentence) prayerTitle() string {
	for i := range s.Words {
		if s.PrayerOf(i) != "" && !s.TimeHolds(i) {
			return s.textOf(reading.Span{From: i, To: i + 1})
		}
	}
	return ""
}

// takeCommand takes what asks for a task to be made, and returns the word task that it speaks of; -1 for none.
func (c *content) takeCommand() (noun int) {
	for i, a := range c.Acts {
		if c.making().Orders(i, a) && !c.making().ToBeDone(a) {
			c.takeAct(a)
		}
	}
	if c.Main >= 0 && c.Acts[c.Main].Urdu {
		for i := c.Acts[c.Main].At.From - 1; c.Is(i, l.It, l.Also) || c.Is(i, l.This) && c.gone(i+1); i-- {
			c.takeWord(i) // isay likh lo, ye bhi likh lo
		}
	}
	c.takeLater()
	c.takeGreeting()
	if c.AsksToBeMade() {
		made := c.Find(l.Verb) + 1
		if c.Forms.Grammar.Up[c.Norm(made)] {
			made++
		}
		c.takeWords(reading.Span{From: 0, To: made})
		return 2
	}
	c.takeWords(c.making().Announced())
	if naming := c.naming(); !naming.Empty() {
		c.takeWords(naming)
		c.titleFrom = naming.To
	}
	noun = c.taskNoun()
	if noun >= 0 {
		c.takeTask(noun)
	}
	for i := range c.Words { // … on my list, list mein, task me daal do
		if c.onList(i) || c.edges().IntoList(i) {
			c.takeTask(i)
		}
	}
	c.takeThere()
	c.takeWords(c.edges().Opening())
	c.takeLabels()
	return noun
}

// naming are the words by which a new task is given its name, which follows them.
func (c *content) naming() reading.Span {
	if c.Language == meaning.English {
		return c.making().Titled()
	}
	return c.edges().Naming()
}

// onList says whether a word is the list on which what is ordered is put, and no part of its name.
func (c *content) onList(i int) bool {
	if !c.Is(i, l.List) || c.Bare(i-1) || c.Is(i+1, l.Inf) {
		return false
	}
	ofMain := c.Main >= 0 && near(c.Acts[c.Main].At, i, 4)
	return ofMain || c.Is(i-1, l.My) || c.Is(i-1, l.Me) && c.Is(i-2, l.On) || c.onTheList(i)
}

// onTheList says whether a word is the list on which a thing is put: on the list.
func (c *content) onTheList(i int) bool {
	ends := c.EndsHere(i+1) || c.TimeHolds(i+1) || c.gone(i+1) || c.Is(i+1, l.It, l.Me) || c.Forms.Joints.Doing[c.Norm(i+1)]
	return c.Language == meaning.English && c.Is(i-1, l.The) && c.Is(i-2, l.On, l.To, l.In) && ends
}

// takeThere takes "on there" and "down" at the end of what is put: put chemistry on there, put an eyepatch down.
func (c *content) takeThere() {
	if c.Language != meaning.English || c.Main < 0 || !c.Acts[c.Main].Does(l.Put, l.Create, l.Make) {
		return
	}
	if at := c.Acts[c.Main].At.To; c.Is(at, l.On, l.In) && c.Is(at+1, l.There) {
		c.takeWords(reading.Span{From: at, To: at + 2}) // put on there that …
	}
	for i := c.Acts[c.Main].At.To + 1; i < len(c.Words); i++ {
		ends := c.EndsHere(i+1) || c.gone(i+1) || c.Is(i+1, l.For, l.As)
		switch {
		case !ends || c.gone(i-1):
		case c.Is(i, l.There) && c.Is(i-1, l.On, l.In):
			c.takeWords(reading.Span{From: i - 1, To: i + 1})
		case c.Forms.Noting[c.Norm(i)]:
			c.takeWord(i)
		}
	}
}

// takeLabels takes the words before a colon that only say what follows it: Title: X. Date: Y.
func (c *content) takeLabels() {
	for i := 0; i+1 < len(c.Words); i++ {
		labels := c.Parted(i) && c.Before(i+1).Has(text.Colon)
		if norm := c.Norm(i); labels && (c.Forms.TitleLabels[norm] || c.Forms.OtherLabels[norm]) {
			c.takeWord(i)
		}
	}
}

// takeAsides takes what only says why or how a task is noted: before I forget.
func (c *content) takeAsides() {
	for i := 0; i < len(c.Tokens); i++ {
		if n := c.Forms.Asides.At(c.Tokens, i); n > 0 {
			c.takeTokens(reading.Span{From: i, To: i + n})
			i += n - 1
		}
	}
}

// takeLater takes the orders that say more of what an earlier one makes: add X and link it to Asr.
func (c *content) takeLater() {
	for i, a := range c.Acts {
		if i > c.Main && a.Mood == clauses.Ordered && c.Is(a.At.To, l.It) && c.Creates(c.Acts[:i]) {
			c.takeAct(a)
			c.takeWord(a.At.To)
		}
	}
}

func near(at reading.Span, i, within int) bool { return i >= at.From-within && i < at.To+within }

// takeGreeting takes courtesies at the edges of clauses.
func (c *content) takeGreeting() {
	for i := range c.Words {
		if c.Language == meaning.English && i > 0 && c.Is(i, l.Can) && c.Forms.Grammar.You[c.Norm(i+1)] && c.EndsHere(i+2) {
			c.takeWords(reading.Span{From: i, To: i + 2}) // jot it down, will you
		}
		if c.isAside(i) {
			c.takeWord(i)
		}
	}
}

// isAside says whether a word is a courtesy, or a filler at the edge of a clause.
func (c *content) isAside(i int) bool {
	switch {
	case c.addresses(i), c.making().SpokenOf(i):
		return false // with Bilal bhai, budh ko
	case c.Is(i, l.Polite, l.Greeting):
		return !c.making().ForSomeone(i)
	case c.Is(i, l.Thanks, l.Smalltalk) && c.Language == meaning.English:
		return c.EndsHere(i + 1)
	case !c.Is(i, l.Filler):
		return false
	case c.Is(i, l.Deed):
		return c.callsAttention(i) && c.Parted(i+1) && c.Is(i-1, l.Filler)
	}
	return c.Parted(i) || c.Parted(i+1)
}

// taskNoun finds the word task that the command makes, rather than one in a title.
func (c *content) taskNoun() int {
	best, distance := -1, 1<<30
	for i := range c.Words {
		if !c.Is(i, l.Task) || c.gone(i) || c.making().Named(i) {
			continue
		}
		away := 0
		if c.Main >= 0 {
			at := c.Acts[c.Main].At
			away = max(at.From-i, i-at.To+1, 0)
		}
		if away < distance {
			best, distance = i, away
		}
	}
	return best
}

// beforeTask are what belongs to the word task that follows.
var beforeTask = []l.Concept{
	l.Any, l.New, l.My, l.The, l.This, l.Other, l.Also, l.As, l.Recur, l.To, l.In, l.On, l.Task, l.List,
}

// toInDigits is how people write "to" in a hurry.
const toInDigits = "2"

// takeTask takes the word task and what belongs to it: a new, my, ek, as a, to my.
func (c *content) takeTask(i int) {
	from, to := i, i+1
	for from > 0 && !c.Parted(from) && c.Is(from-1, beforeTask...) && !c.Is(from-1, l.CatName) {
		from--
	}
	if from < i && c.Norm(from-1) == toInDigits && c.Language == meaning.English {
		from-- // 2 my list
	}
	for to < len(c.Words) && !c.Parted(to) && c.Is(to, l.In, l.On, l.Task, l.List, l.Ko) && !c.Is(to, l.Deed) {
		to++
	}
	c.takeWords(reading.Span{From: from, To: to})
}
