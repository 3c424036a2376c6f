package slots

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/clauses/attributes"
	"github.com/salaatflow/platform/language/detect/clauses/moments"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// pointSlots finds which task is meant: its number, or the words that name it.
func (s sentence) pointSlots(slots *meaning.Slots, cues *meaning.Cues) *content {
	if !s.ID.Empty() {
		slots.TaskID = &s.Number
		return nil
	}
	c := s.content()
	c.takeTimes(slices.DeleteFunc(s.TimesOf(), func(e when.Expression) bool { // the Friday curry task
		return s.Language == meaning.English && e.Weekday() && s.Describes(e)
	}))
	c.takePointer()
	c.point(slots)
	cues.Loose = slots.TaskRef != nil && !s.Has(l.Task, l.Wala) || s.Has(l.Khatam)
	return c
}

// takePointer takes the commands and what only points at a task.
func (c *content) takePointer() {
	for i, a := range c.Acts {
		if i == c.Main || a.Is.Meets(clauses.Commands) || a.Does(l.Ho, l.Deed) && a.Mood == clauses.Told {
			if !c.inRef(i, a) {
				c.takeAct(c.onlyVerb(a))
			}
		}
	}
	c.takeGreeting()
	for i := range c.Words {
		switch {
		case c.Is(i, l.Task) && !c.Bare(i) && !c.Is(i, l.Detail), c.Is(i, l.List) &&
			!c.refNoun(i), c.Is(i, l.It), c.Is(i, l.Pending, l.Completed, l.AllStatus),
			c.Is(i, l.Ordinal) && (c.Is(i+1, l.One, l.Task, l.Wala) ||
				c.Is(i-1, l.The)), c.saysAside(i), c.edges().Answers(i):
			c.takeWord(i)
		case c.Is(i, l.Want) && c.Is(i-1, l.Not):
			c.takeWords(reading.Span{From: i - 1, To: i + 1})
		case c.Is(i, l.Not) && !c.Is(i, l.NumberWord):
			c.takeWord(i)
		}
	}
}

// saysAside says whether a word takes back what was said or done, and names no task: sorry; in Urdu, acha chhoro, wo kaam hi mita do.
func (c *content) saysAside(i int) bool {
	return c.Is(i, l.Mistake, l.Sorry, l.Undo) || c.Is(i, l.Drop) && c.Language != meaning.English
}

// onlyVerb leaves the noun of a deed that is told to what was done: of "visa form submit kar diya" only "kar diya".
func (c *content) onlyVerb(a clauses.Act) clauses.Act {
	if a.Mood == clauses.Told && a.Urdu && c.Is(a.At.From, l.Deed) && c.Is(a.At.From-1, l.Ko) && c.Is(a.At.From+1, l.Kar, l.Ho) {
		a.At.From++ // khala ko phone kar liya
		return a
	}
	if a.Mood == clauses.Told && a.Urdu && !a.Is.Meets(clauses.Commands.Without(l.Kar, l.Delete)) && c.Is(a.At.From, l.Base, l.Loan) &&
		c.Is(a.At.From+1, l.Kar) && a.At.To > a.At.From+1 && !c.edges().Digits(a.At.From-1) {
		a.At.From++
	}
	return a
}

// inRef says whether an act is part of what names the task: "the quran parhne wala task", "the make dua task".
func (c *content) inRef(i int, a clauses.Act) bool {
	if i == c.Main {
		return false
	}
	return a.Mood == clauses.Spoken || a.Mood == clauses.Mentioned || c.edges().Errand(a)
}

// refNoun says whether the word list belongs to a task's name: my dua list task.
func (c *content) refNoun(i int) bool {
	if c.Language != meaning.English && c.Is(i-1, l.Ka) && c.Bare(i-2) && !c.Is(i+1, l.Se, l.In) {
		return true // mehmanon ki list
	}
	return c.Is(i+1, l.Task) && !c.Is(i-1, l.The, l.My, l.Any) && i > 0
}

// refEdge are the words that join the name of a task to the rest.
var refEdge = l.Set{}.With(
	l.Ka, l.Ko, l.To, l.For, l.And, l.Ke, l.Is, l.As, l.With, l.Of, l.But, l.Then, l.Filler, l.Polite, l.Want, l.Also, l.In, l.Or,
	l.Wala, l.One, l.The, l.My, l.Me, l.This, l.It, l.Task, l.From, l.Se, l.On, l.Any, l.About, l.Called, l.You, l.Can, l.Now,
	l.Yet, l.Not, l.All, l.Have, l.Date, l.Name, l.Then, l.Instead, l.Let, l.Name, l.NumberWord, l.If, l.Last, l.After, l.Before, l.What,
)

func (s sentence) updateSlots(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) *content {
	times := moments.OfChange(s.Clauses)
	m := due.Resolve(in.Options(false), times...)
	c := s.content()
	title := !s.WhatIWrote(0) && c.takeRename(slots)
	if quoted := c.quoted(); !title && !s.ID.Empty() && !quoted.Empty() { // let task 13 say "X"
		set(&slots.Title, s.textOf(quoted))
		c.takeWords(quoted)
		c.newTitle = quoted
		title = true
	}
	if !title && s.reads() && !s.OnlyTime(s.readsFrom()) {
		title = c.takeNewTitle(slots)
	}
	if title {
		c.besideTitle(in, slots, cues)
	}
	if !title {
		s.setTime(m, slots, cues)
		set(&slots.Priority, c.takePriority(false))
		set(&slots.Category, c.takeCategory(true))
		if s.Has(l.Pending) || s.Has(l.Undo) && s.Has(l.Completed, l.Finish) || s.Main >= 0 && s.Acts[s.Main].Does(l.Reopen) ||
			s.Denied(l.Completed) {
			set(&slots.Status, "pending")
		}
	}
	if !title && s.retitles(slots) {
		title = c.takeNewTitle(slots)
	}
	s.pointUpdate(c, m, slots, cues, title)
	attributes.Clear(s.Clauses, slots)
	return c
}

// retitles says whether in English a task that is named by its number is changed, and nothing says to what but its new title.
func (s sentence) retitles(slots *meaning.Slots) bool {
	stated := slots.Due != nil || slots.DueRelative != nil || slots.Hijri != nil || slots.Priority != nil || slots.Category != nil ||
		slots.Status != nil || slots.Recurrence != nil
	renames := s.Main >= 0 && s.Acts[s.Main].Does(l.Change, l.Rename) || s.callsTask()
	if s.Language != meaning.English || stated {
		return false
	}
	known := !s.ID.Empty() || s.named() < len(s.Words)-1 && s.Is(s.named(), l.To) // change the gym one to swimming
	return s.reads() || s.ID.Empty() && s.callsTask() || known && renames && !s.Has(l.Priority, l.Category, l.Date, l.Prayer, l.Recur, l.Link)
}

// reads says whether it is said what a task is to read: make task 6 say X, the car one should read X.
func (s sentence) reads() bool { return s.readsFrom() >= 0 }

// readsFrom is the word with which begins what a task is to read; -1 for none.
func (s sentence) readsFrom() int {
	for i := s.named(); i < len(s.Words); i++ {
		if n := max(s.Forms.Reading.At(s.Tokens, s.Words[i].First), s.Forms.Retitled.At(s.Tokens, s.Words[i].First)); n > 0 {
			if from := s.WordAt(s.Words[i].First + n); from < len(s.Words) {
				return from
			}
			return -1
		}
	}
	return -1
}

// named is the word behind the task that is named by its number, or else as a task or one; there is none where it is not.
func (s sentence) named() int {
	if !s.ID.Empty() {
		return s.WordAt(s.ID.To)
	}
	for i := range s.Words {
		if i > 0 && (s.Is(i, l.Task) || s.Forms.Grammar.One[s.Norm(i)]) {
			return i + 1
		}
	}
	if s.WhatIWrote(0) {
		const verb = 2 // what I called
		return verb + 1
	}
	return len(s.Words)
}

// callsTask says whether a task is given a title behind its number: call task 8 X.
func (s sentence) callsTask() bool {
	if s.ID.Empty() {
		first := 0
		for s.Is(first, l.Polite, l.Filler, l.Can, l.You) {
			first++
		}
		return s.Forms.Calling[s.Norm(first)] && s.Is(first+1, l.The, l.My) && s.named() < len(s.Words) && !s.Parted(s.named())
	}
	i := s.WordAt(s.ID.From) - 1
	for s.Is(i, l.Task, l.NumberWord) {
		i--
	}
	return i >= 0 && s.Forms.Calling[s.Norm(i)]
}

// takeNewTitle takes the new title of a task that stands behind "to", or behind words such as "so it says".
func (c *content) takeNewTitle(slots *meaning.Slots) bool {
	from := c.making().Retitled()
	if from < 0 {
		from = c.readsFrom()
	}
	for i := c.named(); i < len(c.Words) && from < 0; i++ {
		if n := c.Forms.Retitling.At(c.Tokens, c.Words[i].First); n > 0 {
			from = c.WordAt(c.Words[i].First + n)
		}
	}
	at := c.making().UpToOrder(reading.Span{From: from, To: len(c.Words)})
	if from < 0 && c.callsTask() {
		at = c.newName(reading.Span{From: c.named(), To: len(c.Words)})
	}
	if at.From < 0 || at.Empty() || c.making().OnlyTime(at) || c.ReadsDate(at.From) {
		return false
	}
	set(&slots.Title, c.textOf(at))
	c.takeWords(at)
	c.newTitle = at
	return true
}

func (s sentence) pointUpdate(c *content, m due.Moment, slots *meaning.Slots, cues *meaning.Cues, renamed bool) {
	c.takeTimes(s.TimesOf())
	c.takeFormerNumber()
	c.takeRefless()
	ref := ""
	if s.ID.Empty() {
		c.takePointer()
		c.point(slots)
		if slots.TaskRef != nil {
			ref = *slots.TaskRef
		}
	} else {
		slots.TaskID = &s.Number
	}
	if !renamed {
		set(&slots.LinkedPrayer, s.linkedOutside(m, ref))
	}
	cues.Loose = slots.TaskRef != nil && !s.Has(l.Task, l.Wala)
	if s.Has(l.Reopen, l.Undo, l.Mistake) && !renamed && slots.Due == nil && slots.DueRelative == nil && slots.Priority == nil &&
		slots.Category == nil && slots.Recurrence == nil && slots.LinkedPrayer == nil {
		set(&slots.Status, "pending") // wapas mor do: nothing else is to be changed
	}
}

// linkedOutside is the prayer that a change names, outside of the words that name the task.
func (s sentence) linkedOutside(m due.Moment, ref string) string {
	prayer := s.Linked(m)
	if prayer == "" || m.Prayer != "" {
		return prayer
	}
	for i := range s.Words {
		if s.PrayerOf(i) == prayer && (ref == "" || !within(ref, s.textOf(reading.Span{From: i, To: i + 1}))) {
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
	for i := range c.Words {
		switch {
		case c.Is(i, l.Priority, l.Category, l.Date, l.Recur, l.Link, l.Repeat, l.Instead), c.PrayerOf(i) != "" && !c.isRefPrayer(i),
			c.Is(i, l.Name) && c.Has(l.Rename, l.Change), c.isTimeOf(i), c.Is(i, l.CatName) && c.Has(l.Category) && !c.Is(i+1, l.Task):
			c.takeWord(i)
		}
	}
}

// isRefPrayer says whether a prayer names the task: the Fajr task, asr wala.
func (c *content) isRefPrayer(i int) bool {
	return c.Is(i+1, l.Task, l.Wala) || c.Is(i+1, l.Ka) && c.Is(i+2, l.Task) || c.Is(i+1, l.Namaz) && c.Is(i+2, l.Task, l.Wala)
}
