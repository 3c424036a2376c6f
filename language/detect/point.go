package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// pointSlots finds which task is meant: its number, or the words that name it.
func (s slotSentence) pointSlots(slots *Slots, cues *Cues) {
	if !s.id.empty() {
		slots.TaskID = &s.number
		return
	}
	c := s.content()
	c.takeTimes(s.timesOf())
	c.takePointer()
	c.point(slots)
	cues.Loose = slots.TaskRef != nil && !s.has(l.Task, l.Wala) || s.has(l.Khatam)
}

// takePointer takes the commands and what only points at a task.
func (c *content) takePointer() {
	for i, a := range c.acts {
		if i == c.main || a.is.Meets(commands) || a.does(l.Ho, l.Deed) && a.mood == told {
			if !c.inRef(i, a) {
				c.takeAct(c.onlyVerb(a))
			}
		}
	}
	c.takeGreeting()
	for i := range c.words {
		switch {
		case c.is(i, l.Task) && !c.bare(i) && !c.is(i, l.Detail), c.is(i, l.List) &&
			!c.refNoun(i), c.is(i, l.It), c.is(i, l.Pending, l.Completed, l.AllStatus),
			c.is(i, l.Ordinal) && (c.is(i+1, l.One, l.Task, l.Wala) ||
				c.is(i-1, l.The)), c.is(i, l.Mistake, l.Sorry, l.Undo), c.is(i, l.Yes, l.No) && !c.is(i+1, l.Task, l.Wala) && !c.is(i-1, l.The):
			c.takeWord(i)
		case c.is(i, l.Want) && c.is(i-1, l.Not):
			c.takeWords(span{i - 1, i + 1})
		case c.is(i, l.Not) && !c.is(i, l.NumberWord):
			c.takeWord(i)
		}
	}
}

// onlyVerb leaves the noun of a deed that is told to what was done: of "visa form submit kar diya" only "kar diya".
func (c *content) onlyVerb(a act) act {
	if a.mood == told && a.urdu && !a.is.Meets(commands.Without(l.Kar, l.Delete)) && c.is(a.at.from, l.Base, l.Loan) &&
		c.is(a.at.from+1, l.Kar) && a.at.to > a.at.from+1 {
		a.at.from++
	}
	return a
}

// inRef says whether an act is part of what names the task: "the quran parhne wala task", "the make dua task".
func (c *content) inRef(i int, a act) bool {
	if i == c.main {
		return false
	}
	return a.mood == spoken || a.mood == mentioned
}

// refNoun says whether the word list belongs to a task's name: my dua list task.
func (c *content) refNoun(i int) bool {
	return c.is(i+1, l.Task) && !c.is(i-1, l.The, l.My, l.Any) && i > 0
}

// refEdge are the words that join the name of a task to the rest.
var refEdge = l.Set{}.With(
	l.Ka, l.Ko, l.To, l.For, l.And, l.Ke, l.Is, l.As, l.With, l.Of, l.But, l.Then, l.Filler, l.Polite, l.Want, l.Also, l.In, l.Or,
	l.Wala, l.One, l.The, l.My, l.Me, l.This, l.It, l.Task, l.From, l.Se, l.On, l.Any, l.About, l.Called, l.You, l.Can, l.Now,
	l.Yet, l.Not, l.All, l.Have, l.Date, l.Name, l.Then, l.Instead, l.Let, l.Name, l.NumberWord, l.If, l.Last, l.After, l.Before, l.What,
)

func (s slotSentence) updateSlots(in Input, slots *Slots, cues *Cues) {
	times := s.timesOf()
	m := when.Resolve(in.Options(false), times...)
	c := s.content()
	title := c.takeRename(slots)
	if quoted := c.quoted(); !title && !s.id.empty() && !quoted.empty() { // let task 13 say "X"
		set(&slots.Title, s.textOf(quoted))
		c.takeWords(quoted)
		title = true
	}
	if !title {
		s.setTime(m, slots, cues)
		set(&slots.Priority, c.takePriority(false))
		set(&slots.Category, c.takeCategory())
		if s.has(l.Pending) || s.has(l.Undo) && s.has(l.Completed, l.Finish) || s.main >= 0 && s.acts[s.main].does(l.Reopen) ||
			s.denied(l.Completed) {
			set(&slots.Status, "pending")
		}
	}
	s.pointUpdate(c, m, slots, cues, title)
}

func (s slotSentence) pointUpdate(c *content, m when.Moment, slots *Slots, cues *Cues, renamed bool) {
	c.takeTimes(s.timesOf())
	c.takeRefless()
	ref := ""
	if s.id.empty() {
		c.takePointer()
		c.point(slots)
		if slots.TaskRef != nil {
			ref = *slots.TaskRef
		}
	} else {
		slots.TaskID = &s.number
	}
	if !renamed {
		set(&slots.LinkedPrayer, s.linkedOutside(m, ref))
	} else if p := s.linkedIn(slots.Title); p != "" {
		set(&slots.LinkedPrayer, p)
	}
	cues.Loose = slots.TaskRef != nil && !s.has(l.Task, l.Wala)
	if s.has(l.Reopen, l.Undo, l.Mistake) && !renamed && slots.Due == nil && slots.DueRelative == nil && slots.Priority == nil &&
		slots.Category == nil && slots.Recurrence == nil && slots.LinkedPrayer == nil {
		set(&slots.Status, "pending") // wapas mor do: nothing else is to be changed
	}
}

// linkedIn is the prayer that a new title names.
func (s slotSentence) linkedIn(title *string) string {
	_ = title
	return ""
}

// linkedOutside is the prayer that a change names, outside of the words that name the task.
func (s slotSentence) linkedOutside(m when.Moment, ref string) string {
	prayer := s.linked(m)
	if prayer == "" || m.Prayer != "" {
		return prayer
	}
	for i := range s.words {
		if s.prayerOf(i) == prayer && (ref == "" || !within(ref, s.textOf(span{i, i + 1}))) {
			return prayer
		}
	}
	return ""
}

func within(ref, word string) bool {
	for _, token := range text.Parse(ref).Tokens {
		if token.Norm == text.Parse(word).Tokens[0].Norm {
			return true
		}
	}
	return false
}

// takeRefless takes words that say what is changed, and not which task.
func (c *content) takeRefless() {
	for i := range c.words {
		switch {
		case c.is(i, l.Priority, l.Category, l.Date, l.Recur, l.Link, l.Repeat, l.Instead), c.prayerOf(i) != "" && !c.isRefPrayer(i),
			c.is(i, l.Name) && c.has(l.Rename, l.Change), c.is(i, l.CatName) && c.has(l.Category) && !c.is(i+1, l.Task):
			c.takeWord(i)
		}
	}
}

// isRefPrayer says whether a prayer names the task: the Fajr task, asr wala.
func (c *content) isRefPrayer(i int) bool {
	return c.is(i+1, l.Task, l.Wala) || c.is(i+1, l.Ka) && c.is(i+2, l.Task) || c.is(i+1, l.Namaz) && c.is(i+2, l.Task, l.Wala)
}

// takeRename finds the new title of a task, and takes it: rename … to X, … ka naam badal kar X rakh do, ka naam X kar do.
func (c *content) takeRename(slots *Slots) bool {
	name := c.find(l.Name)
	renames := c.find(l.Rename)
	if name < 0 && renames < 0 {
		return false
	}
	if quoted := c.quoted(); !quoted.empty() {
		set(&slots.Title, c.textOf(quoted))
		c.takeWords(quoted)
		c.takeWord(name)
		return true
	}
	at := max(name, renames)
	from, to := -1, len(c.words)
	english := c.language == English
	if english {
		for i := at + 1; i < len(c.words); i++ {
			if c.is(i, l.To, l.As) || c.before(i).Has(text.Colon|text.Quote) {
				from = i
				if c.is(i, l.To, l.As) {
					from++
				}
				break
			}
		}
	} else {
		from, to = c.urduRename(at)
	}
	for i := at + 1; i < len(c.words); i++ { // X ka naam yun likhen: Y
		if c.before(i).Has(text.Colon) && c.before(i).Has(text.Space) && !english {
			from, to = i, len(c.words)
		}
	}
	if english && from < 0 && !c.id.empty() {
		from = max(c.wordAt(c.id.to), at+1)
		if c.is(from, l.To, l.As) {
			from++
		}
	}
	if english && from >= 0 && c.form(from) == "should" && from+1 < to { // should read X
		from++
		if form := c.form(from); (form == "read" || form == "be" || form == "say") && from+1 < to {
			from++
		}
	}
	for to > from && from >= 0 && (c.is(to-1, l.Instead, l.Polite, l.Filler) || !english && c.carries(to-1)) {
		to--
	}
	for from >= 0 && from < to && c.beforeNewName(from, english) {
		from++
	}
	for !english && to > from && from >= 0 && c.is(to-1, l.Ho, l.Want, l.Is) {
		to--
	}
	if from < 0 || from >= to {
		return false
	}
	set(&slots.Title, c.textOf(span{from, to}))
	c.takeWords(span{from, to})
	c.takeWord(name)
	return true
}

// urduRename finds the new title between "naam" (or "badal kar") and the verb at the end.
func (c *content) urduRename(name int) (from, to int) {
	from, to = name+1, len(c.words)
	for i := name + 1; i < len(c.words); i++ {
		if c.is(i, l.Change) && c.is(i, l.Stem) || c.is(i, l.Change) && c.is(i+1, l.Kar) {
			j := i + 1
			for c.is(j, l.Kar, l.Ka) {
				j++
			}
			if j < len(c.words) && !c.is(j, l.Light) {
				from = j
				break
			}
		}
	}
	for i := from; i < len(c.words); i++ {
		if c.is(i, l.Put, l.Kar, l.Change) && !c.is(i, l.Inf) && (i+1 >= len(c.words) || c.closing(c.endOfAct(i))) {
			to = i
			break
		}
	}
	return from, to
}

func (c *content) endOfAct(i int) int {
	for _, a := range c.acts {
		if a.at.holds(i) {
			return a.at.to
		}
	}
	return i + 1
}

// carries says whether a verb of Urdu carries a deed and is of no name, unless it is "yaad karna".
func (c *content) carries(i int) bool {
	return c.is(i, l.Kar, l.Light, l.Put) && (!c.is(i, l.Inf) || !c.is(i-1, l.Yaad))
}

// beforeNewName says whether a word stands before the name that something is given: ka naya naam, the new name.
func (c *content) beforeNewName(i int, english bool) bool {
	if c.is(i, l.New) {
		return english || c.is(i+1, l.Name) || c.is(i, l.Ko, l.Ka, l.Filler, l.Name)
	}
	return c.is(i, l.Ko, l.Ka, l.Filler, l.Name) || !english && c.is(i, l.Ho, l.Want)
}
