package detect

import (
	"github.com/salaatflow/platform/gateway/detect/text"
	"github.com/salaatflow/platform/gateway/detect/when"

	l "github.com/salaatflow/platform/gateway/detect/lexicon"
)

// pointSlots finds which task is meant: its number, or the words that name it.
func (d *Detector) pointSlots(s *sentence, slots *Slots, cues *Cues) {
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

// point sets the words that name a task, or its number where they are nothing else: 12 wala, item 3.
func (c *content) point(slots *Slots) {
	ref := c.ref()
	if n, ok := c.onlyNumber(ref); ok {
		slots.TaskID = &n
		return
	}
	set(&slots.TaskRef, ref)
}

func (c *content) onlyNumber(ref string) (number int, ok bool) {
	for _, token := range text.Parse(ref).Tokens {
		switch {
		case token.Script == text.Number && number == 0 && len(token.Norm) < 10:
			for _, digit := range token.Norm {
				number = number*10 + int(digit-'0')
			}
		case token.Norm == "item", token.Norm == "over", token.Norm == "number", token.Norm == "no", token.Norm == "نمبر", token.Norm == "wala", token.Norm == "والا", token.Norm == "is":
		default:
			return 0, false
		}
	}
	return number, number > 0
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
		case c.is(i, l.Task) && !c.bare(i) && !c.is(i, l.Detail), c.is(i, l.List) && !c.refNoun(i), c.is(i, l.It), c.is(i, l.Pending, l.Completed, l.AllStatus),
			c.is(i, l.Ordinal) && (c.is(i+1, l.One, l.Task, l.Wala) || c.is(i-1, l.The)), c.is(i, l.Mistake, l.Sorry, l.Yes, l.No, l.Undo):
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
	if a.mood == told && a.urdu && !a.is.Meets(commands.Without(l.Kar, l.Delete)) && c.is(a.at.from, l.Base, l.Loan) && c.is(a.at.from+1, l.Kar) && a.at.to > a.at.from+1 {
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
func (c *content) refNoun(i int) bool { return c.is(i+1, l.Task) && c.bare(i-1) }

// refEdge are the words that join the name of a task to the rest.
var refEdge = l.Set{}.With(
	l.Ka, l.Ko, l.To, l.For, l.And, l.Ke, l.Is, l.As, l.With, l.Of, l.But, l.Then, l.Filler, l.Polite, l.Want, l.Also, l.In, l.Or,
	l.Wala, l.One, l.The, l.My, l.Me, l.This, l.It, l.Task, l.From, l.Se, l.On, l.Any, l.About, l.Called, l.You, l.Can, l.Now,
	l.Yet, l.Not, l.All, l.Have, l.Date, l.Name, l.Then, l.Instead, l.Let, l.Name, l.NumberWord, l.If, l.Last, l.After, l.Before,
)

// ref finds the words that name a task.
func (c *content) ref() string {
	if quoted := c.quoted(); !quoted.empty() {
		return c.textOf(quoted)
	}
	var best span
	most, weight := 0, 0
	for _, r := range c.runs(refEdge, l.Set{}) {
		points := min(r.weight, enough)
		if c.is(r.to, l.Task, l.Wala) || c.is(r.to, l.Ka) && c.is(r.to+1, l.Task) {
			points += weighsNamed
		}
		if c.substance(r.span) {
			points += c.besideCommand(r, -1)
		}
		if points > most || points == most && r.weight > weight {
			best, most, weight = r.span, points, r.weight
		}
	}
	best = c.trim(c.pastLead(best), refEdge, l.Set{})
	if english := c.form(best.from); best.to-best.from > 1 && (english == "get" || english == "take" || english == "put" || english == "bring") {
		best.from++ // take X off my list
		if c.is(best.from, l.The, l.My) && best.to-best.from > 1 {
			best.from++
		}
	}
	if best = c.untold(best); best.empty() {
		return ""
	}
	return c.textOf(best)
}

// untold takes off the end the verb that tells what was done: fees de di, bill bhar diya, hisab lag gaya.
func (c *content) untold(r span) span {
	if c.language == English {
		return r
	}
	for i := r.from + 1; i < r.to; i++ {
		if !c.is(i, l.Light) || !c.is(i, l.Perf) {
			continue
		}
		told := i
		for i-1 > r.from && c.is(i-1, l.Light, l.Stem) {
			i--
		}
		if i == told && i-1 > r.from && c.bare(i-1) {
			i-- // bhar diya
		}
		r.to = i
		break
	}
	for r.to-1 > r.from && (c.is(r.to-1, l.Light) && c.is(r.to-1, l.De, l.Le) && !c.is(r.to-1, l.Inf) || c.is(r.to-1, l.Verb) && c.is(r.to-1, l.Loan, l.Perf, l.Stem) && !c.is(r.to-1, l.Deed) && !c.words[r.to-1].Concepts.Has(l.Inf) || c.is(r.to-1, l.Then, l.Filler)) {
		r.to--
	}
	return r
}

func (d *Detector) updateSlots(s *sentence, in Input, slots *Slots, cues *Cues) {
	times := s.timesOf()
	m := when.Resolve(d.options(in, false), times...)
	c := s.content()
	title := c.takeRename(slots)
	if !title {
		s.setTime(m, slots, cues)
		set(&slots.Priority, c.takePriority(false))
		set(&slots.Category, c.takeCategory())
		if s.has(l.Pending) || s.main >= 0 && s.acts[s.main].does(l.Reopen) || s.denied(l.Completed) {
			set(&slots.Status, "pending")
		}
	}
	d.pointUpdate(s, c, m, slots, cues, title)
}

func (d *Detector) pointUpdate(s *sentence, c *content, m when.Moment, slots *Slots, cues *Cues, renamed bool) {
	c.takeTimes(s.timesOf())
	c.takeRefless()
	ref := ""
	if s.id.empty() {
		c.takePointer()
		ref = c.ref()
		set(&slots.TaskRef, ref)
	} else {
		slots.TaskID = &s.number
	}
	if !renamed {
		set(&slots.LinkedPrayer, s.linkedOutside(m, ref))
	} else if p := s.linkedIn(slots.Title); p != "" {
		set(&slots.LinkedPrayer, p)
	}
	cues.Loose = slots.TaskRef != nil && !s.has(l.Task, l.Wala)
}

// linkedIn is the prayer that a new title names.
func (s *sentence) linkedIn(title *string) string {
	_ = title
	return ""
}

// linkedOutside is the prayer that a change names, outside of the words that name the task.
func (s *sentence) linkedOutside(m when.Moment, ref string) string {
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
	name := c.find(0, l.Name)
	renames := c.find(0, l.Rename)
	if name < 0 && renames < 0 {
		return false
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
	if english && from < 0 && !c.id.empty() {
		from = max(c.wordAt(c.id.to), at+1)
		if c.is(from, l.To, l.As) {
			from++
		}
	}
	for to > from && from >= 0 && (c.is(to-1, l.Instead) || c.is(to-1, l.Polite, l.Filler) || c.is(to-1, l.Kar, l.Light, l.Put) && !english) {
		to--
	}
	for from >= 0 && from < to && (c.is(from, l.Ko, l.Ka, l.Filler, l.Name) || c.is(from, l.New) && (english || c.is(from+1, l.Name)) || !english && c.is(from, l.Ho, l.Want)) {
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
