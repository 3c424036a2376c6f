package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

func (s slotSentence) createSlots(in Input, slots *Slots, cues *Cues) {
	times := s.timesOf()
	m := when.Resolve(in.Options(false), times...)
	s.setTime(m, slots, cues)
	set(&slots.LinkedPrayer, s.linked(m))
	c := s.content()
	quoted := c.quoted()
	c.takeTimes(times)
	set(&slots.Priority, c.takePriority(true))
	set(&slots.Category, c.takeCategory())
	c.takeLink()
	noun := c.takeCommand()
	withCategory := ""
	if noun >= 0 {
		withCategory = c.takeTaskCategory(noun)
	}
	title := c.title(noun)
	if !quoted.empty() {
		title = s.textOf(quoted)
	}
	if title == "" && withCategory != "" {
		at := noun - 1
		for s.is(at, l.Wala, l.Ka) && at > 0 {
			at--
		}
		title, withCategory = s.textOf(span{at, at + 1}), ""
	}
	if title == "" {
		title = s.prayerTitle()
	}
	set(&slots.Title, title)
	if slots.Category == nil {
		set(&slots.Category, withCategory)
	}
}

// prayerTitle is the prayer that a task is for when nothing else names it.
func (s slotSentence) prayerTitle() string {
	for i := range s.words {
		if s.prayerOf(i) != "" && !s.timeHolds(i) {
			return s.textOf(span{i, i + 1})
		}
	}
	return ""
}

// takeCommand takes what asks for a task to be made, and returns the word task that it speaks of; -1 for none.
func (c *content) takeCommand() (noun int) {
	for i, a := range c.acts {
		if c.makesTask(i, a) && !c.isToBeDone(a) {
			c.takeAct(a)
		}
	}
	c.takeLater()
	c.takeGreeting()
	if c.asksToBeMade() {
		made := c.find(l.Verb) + 1
		if c.form(made) == "up" {
			made++
		}
		c.takeWords(span{0, made})
		return 2
	}
	noun = c.taskNoun()
	if noun >= 0 {
		c.takeTask(noun)
	}
	for i := range c.words { // … on my list, list mein, task me daal do
		if c.is(i, l.List) && !c.bare(i-1) && (c.main >= 0 && near(c.acts[c.main].at, i, 4) || c.is(i-1, l.My)) {
			c.takeTask(i)
		}
	}
	return noun
}

// makesTask says whether an act asks for a task to be made.
func (c *content) makesTask(i int, a act) bool {
	switch {
	case i == c.main && a.does(l.Create, l.Make, l.Put, l.Remind, l.Kar, l.Give, l.Tell):
		return true
	case a.mood == ordered && a.does(l.Create, l.Make, l.Put, l.Remind, l.Kar) && c.besideTask(a) && !a.does(l.Deed):
		return true
	}
	return a.does(l.Remind) && (a.urdu || a.mood == ordered)
}

// isToBeDone says whether an act, by its one infinitive, is what the task is about: yaad karna, haleem bhejna, khat likhna.
func (c *content) isToBeDone(a act) bool {
	if a.at.to != a.at.from+1 || !c.is(a.at.from, l.Inf) {
		return false
	}
	before := a.at.from - 1
	if c.is(a.at.from, l.Kar) && (c.bare(before) || c.is(before, l.Yaad)) {
		return true
	}
	sends := a.does(l.Give) || a.does(l.Put) && a.does(l.Note) && !c.is(before, l.Inf)
	return a.urdu && sends && !c.is(before, l.Task, l.List) && c.last(a.at.to)
}

// takeLater takes the orders that say more of what an earlier one makes: add X and link it to Asr.
func (c *content) takeLater() {
	for i, a := range c.acts {
		if i > c.main && a.mood == ordered && c.is(a.at.to, l.It) && c.creates(c.acts[:i]) {
			c.takeAct(a)
			c.takeWord(a.at.to)
		}
	}
}

func near(at span, i, within int) bool { return i >= at.from-within && i < at.to+within }

// besideTask says whether the word task stands by an act.
func (c *content) besideTask(a act) bool {
	for i := a.at.from - 2; i < a.at.to+2; i++ {
		if c.is(i, l.Task, l.List) {
			return true
		}
	}
	return false
}

// takeGreeting takes courtesies at the edges of clauses.
func (c *content) takeGreeting() {
	for i := range c.words {
		if c.is(i, l.Polite) || c.is(i, l.Greeting) || c.is(i, l.Filler) && (c.parted(i) || c.parted(i+1)) && !c.is(i, l.Deed) {
			c.takeWord(i)
		}
	}
}

// taskNoun finds the word task that the command makes, rather than one in a title.
func (c *content) taskNoun() int {
	best, distance := -1, 1<<30
	for i := range c.words {
		if !c.is(i, l.Task) || c.gone(i) {
			continue
		}
		away := 0
		if c.main >= 0 {
			at := c.acts[c.main].at
			away = max(at.from-i, i-at.to+1, 0)
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

// takeTask takes the word task and what belongs to it: a new, my, ek, as a, to my.
func (c *content) takeTask(i int) {
	from, to := i, i+1
	for from > 0 && !c.parted(from) && c.is(from-1, beforeTask...) && !c.is(from-1, l.CatName) {
		from--
	}
	for to < len(c.words) && !c.parted(to) && c.is(to, l.In, l.On, l.Task, l.List, l.Ko) && !c.is(to, l.Deed) {
		to++
	}
	c.takeWords(span{from, to})
}
