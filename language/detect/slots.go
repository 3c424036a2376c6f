package detect

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// slots finds what a sentence states for an intent.
func (d *Detector) slots(s *sentence, intent Intent, in Input, cues *Cues) (slots Slots) {
	switch intent {
	case CreateTask:
		d.createSlots(s, in, &slots, cues)
	case ListTasks:
		d.listSlots(s, in, &slots)
	case UpdateTask:
		d.updateSlots(s, in, &slots, cues)
	case DeleteTask, CompleteTask:
		d.pointSlots(s, &slots, cues)
	case ListMasjids, SearchMasjids, GetMasjidDetails, GetPrayerTimes, GetCurrentPrayer:
		d.placeSlots(s, intent, in, &slots)
		s.placeBeside(intent, in, &slots, cues)
	case GetRandomHadith:
		topic, _, _ := s.topic()
		set(&slots.Topic, topic)
	case GetDailyHadith:
		if topic, _, plainly := s.topic(); plainly || !s.has(l.Daily, l.Today, l.Recur, l.Day) && !s.moments() {
			set(&slots.Topic, topic)
		}
		if m := when.Resolve(d.options(in, true), s.timesOf()...); m.Due != "" && m.Due[:10] != d.today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
	return slots
}

func (d *Detector) today(in Input) string {
	return in.Now.In(d.options(in, false).Zone).Format("2006-01-02")
}

func set(slot **string, value string) {
	if value != "" {
		*slot = &value
	}
}

// timesOf returns the expressions that tell when, without those that hold a task's number.
func (s *sentence) timesOf() []when.Expression {
	times := make([]when.Expression, 0, len(s.times))
	for _, e := range s.times {
		if e.Time() && !s.id.touches(span{e.From, e.To}) {
			times = append(times, e)
		}
	}
	return times
}

// setTime sets the slots that tell when.
func (s *sentence) setTime(m when.Moment, slots *Slots, cues *Cues) {
	set(&slots.Recurrence, m.Recurrence)
	cues.ClockOnly = m.Due != "" && !m.DayTold
	cues.AfterIt = m.Relation != when.NoRelation && m.Prayer == ""
	if m.Minutes != 0 && m.Prayer != "Jummah" {
		r := &DueRelative{Prayer: m.Prayer, Minutes: m.Minutes}
		if m.DayTold && len(m.Due) >= 10 {
			set(&slots.Due, m.Due[:10])
			r.Date = m.Due[:10]
		}
		slots.DueRelative = r
		return
	}
	set(&slots.Due, m.Due)
}

func (d *Detector) createSlots(s *sentence, in Input, slots *Slots, cues *Cues) {
	times := s.timesOf()
	m := when.Resolve(d.options(in, false), times...)
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
		at := c.gone(noun - 1)
		withCategory = c.takeTaskCategory(noun)
		_ = at
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
func (s *sentence) prayerTitle() string {
	for i := range s.words {
		if s.prayerOf(i) != "" && !s.timeHolds(i) {
			return s.textOf(span{i, i + 1})
		}
	}
	return ""
}

// timeHolds says whether a word is part of a time: after Fajr.
func (s *sentence) timeHolds(i int) bool {
	e := s.timeAt(s.words[i].First)
	return e != nil && e.Time()
}

// takeCommand takes what asks for a task to be made, and returns the word task that it speaks of; -1 for none.
func (c *content) takeCommand() (noun int) {
	for i, a := range c.acts {
		if i == c.main && a.does(l.Create, l.Make, l.Put, l.Remind, l.Kar, l.Give, l.Tell) || a.mood == ordered && a.does(l.Create, l.Make, l.Put, l.Remind, l.Kar) && c.besideTask(a) && !a.does(l.Deed) ||
			a.does(l.Remind) && (a.urdu || a.mood == ordered) {
			if a.at.to == a.at.from+1 && c.is(a.at.from, l.Kar) && c.is(a.at.from, l.Inf) && (c.bare(a.at.from-1) || c.is(a.at.from-1, l.Yaad)) {
				continue // yaad karna is what is to be done
			}
			if a.urdu && (a.does(l.Give) || a.does(l.Put) && a.does(l.Note) && !c.is(a.at.from-1, l.Inf)) && a.at.to == a.at.from+1 && c.is(a.at.from, l.Inf) && !c.is(a.at.from-1, l.Task, l.List) && c.last(a.at.to) {
				continue // haleem bhejna, khat likhna
			}
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

// takeTask takes the word task and what belongs to it: a new, my, ek, as a, to my.
func (c *content) takeTask(i int) {
	from, to := i, i+1
	for from > 0 && !c.parted(from) && c.is(from-1, l.Any, l.New, l.My, l.The, l.As, l.Recur, l.To, l.In, l.On, l.This, l.Task, l.List, l.Other, l.Also) && !c.is(from-1, l.CatName) {
		from--
	}
	for to < len(c.words) && !c.parted(to) && c.is(to, l.In, l.On, l.Task, l.List, l.Ko) && !c.is(to, l.Deed) {
		to++
	}
	c.takeWords(span{from, to})
}

func (d *Detector) listSlots(s *sentence, in Input, slots *Slots) {
	if !s.id.empty() {
		slots.TaskID = &s.number
		return
	}
	m := when.Resolve(d.options(in, false), s.timesOf()...)
	set(&slots.Due, m.Due)
	set(&slots.Recurrence, m.Recurrence)
	set(&slots.LinkedPrayer, s.linked(m))
	c := s.content()
	set(&slots.Priority, c.takePriority(false))
	set(&slots.Category, c.takeCategory())
	if slots.Category == nil {
		set(&slots.Category, c.listCategory())
	}
	if ref := s.askedFor(); ref != "" {
		set(&slots.TaskRef, ref)
		slots.Due, slots.Category, slots.LinkedPrayer = nil, nil, nil
	} else {
		set(&slots.Status, s.status())
	}
	if n, ok := s.limit(); ok {
		slots.Limit = &n
	}
}

// askedFor finds the words that name the one task of which the sentence asks whether it is done.
func (s *sentence) askedFor() string {
	for _, a := range s.acts {
		if a.mood != asked && (a.mood != told || !s.asks()) || !a.does(l.Finish, l.Ho, l.Kar, l.Mark, l.Deed) {
			continue
		}
		c := s.content()
		c.takeTimes(s.timesOf())
		for _, a := range c.acts {
			c.takeAct(a)
		}
		c.takePointer()
		for _, r := range c.runs(refEdge, l.Set{}) {
			if c.substance(r.span) && c.is(r.to, l.Task, l.Wala, l.One) && c.form(r.to) != "tasks" && !c.is(r.from, l.Any) {
				return c.textOf(c.trim(c.pastLead(r.span), refEdge, l.Set{}))
			}
		}
	}
	return ""
}

// masjidOnly takes off a masjid's name words that only stand beside it: hunt down X, X walon ka number.
func (s *sentence) masjidOnly(name span) span {
	for name.to-name.from > 1 {
		switch s.Tokens[name.to-1].Norm {
		case "walon", "waalon", "walo", "والوں", "masjidein", "masjiden", "masjids", "mosques", "pohanchne", "pahunchne", "aata", "ata", "آتا", "hold", "have", "دستیاب", "mojood", "maujood", "موجود", "kahin", "کہیں", "lafz", "لفظ":
			name.to--
			continue
		}
		switch s.Tokens[name.from].Norm {
		case "hunt", "down", "reach", "visit", "kahin", "کہیں", "jis", "جس", "jo", "جو", "kisi", "کسی", "every", "whether", "fnd":
			name.from++
			continue
		}
		break
	}
	return name
}

// listCategory finds the category of the tasks asked for: quran tasks, zikr wale kaam.
func (c *content) listCategory() string {
	for i := range c.words {
		if c.is(i, l.Task) {
			if name := c.takeTaskCategory(i); name != "" {
				return name
			}
		}
		if c.is(i, l.Wala) && c.is(i-1, l.CatName) && !c.is(i-1, l.Namaz) {
			return c.words[i-1].Value
		}
	}
	for i := range c.words {
		if c.is(i, l.CatName) && !c.is(i, l.Namaz) {
			return c.words[i].Value
		}
	}
	return ""
}

// status says which tasks are asked for.
func (s *sentence) status() string {
	pending, completed := s.has(l.Pending) || s.notDone(), false
	for i := range s.words {
		denied := s.is(i-1, l.Not) || s.is(i+1, l.Not) || s.is(i-1, l.Me) && s.is(i-2, l.Not)
		completed = completed || s.is(i, l.Completed) && !denied
		pending = pending || s.is(i, l.Completed) && denied
	}
	if s.beenDone() && (completed || !s.has(l.Pending)) { // bache hue kaam are pending
		completed = true
	}
	switch {
	case s.has(l.AllStatus), pending && completed:
		return "all"
	case pending:
		return "pending"
	case completed:
		return "completed"
	}
	return ""
}

// limit finds how many are asked for: the first 5, 3 masjid, top ten.
func (s *sentence) limit() (int, bool) {
	for _, e := range s.times {
		if !e.Is(when.Number) || e.Number <= 0 || e.Number > 1000 || s.id.touches(span{e.From, e.To}) || s.place.areaAt.touches(span{e.From, e.To}) {
			continue
		}
		next := s.wordAt(e.To)
		for s.is(next, l.CatName, l.High, l.Low, l.Wala, l.Pending, l.Completed, l.Good, l.My, l.Other, l.Near, l.Prayer) {
			next++
		}
		at := s.wordAt(e.From)
		if at > 0 && s.Tokens[s.words[at-1].First].Norm == "limit" {
			return e.Number, true
		}
		if shown := s.past(next, l.Filler); s.is(shown, l.Show, l.Tell) && s.words[at].First == e.From && (at == 0 || s.is(at-1, l.Masjid, l.In, l.Se)) {
			return e.Number, true // masjidein 5 dikhado
		}
		if s.is(next, l.Task, l.Masjid) && !s.is(at, l.Any) || s.is(at-1, l.Ordinal, l.Show, l.High, l.But) {
			return e.Number, true
		}
	}
	return 0, false
}

func (d *Detector) placeSlots(s *sentence, intent Intent, in Input, slots *Slots) {
	set(&slots.Area, s.place.area)
	set(&slots.City, s.place.city)
	quoted := s.content().quoted()
	switch {
	case intent == SearchMasjids && !quoted.empty():
		s.masjid = span{s.words[quoted.from].First, s.words[quoted.to-1].Last + 1}
	case !s.masjid.empty():
	case intent == SearchMasjids || s.main >= 0 && s.acts[s.main].does(l.Find):
		s.masjid = s.soughtName()
	case intent == GetMasjidDetails, intent == GetPrayerTimes:
		s.masjid = s.bareName()
	}
	if !s.masjid.empty() && !s.onlyKind(s.masjid) {
		name := s.masjidOnly(s.masjid)
		set(&slots.MasjidName, text.Tidy(s.Between(name.from, name.to-1)))
	}
	switch intent {
	case ListMasjids, SearchMasjids:
		if n, ok := s.limit(); ok {
			slots.Limit = &n
		}
	case GetPrayerTimes, GetCurrentPrayer:
		for i := range s.words {
			if s.is(i, l.Prayer) && !s.effect(i) {
				set(&slots.Prayer, s.words[i].Value)
			}
		}
		if slots.Prayer != nil && *slots.Prayer == "Jummah" {
			return
		}
		if m := when.Resolve(d.options(in, false), slices.DeleteFunc(s.timesOf(), func(e when.Expression) bool { return !e.Is(when.Day) })...); m.DayTold && m.Due != "" && m.Due[:10] != d.today(in) {
			set(&slots.Date, m.Due[:10])
		}
	}
}

// past is the first word from one on that stands for none of these.
func (s *sentence) past(i int, of ...l.Concept) int {
	for s.is(i, of...) {
		i++
	}
	return i
}
