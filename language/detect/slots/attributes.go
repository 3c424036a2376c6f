package slots

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// takePriority finds a priority and takes the words that state it.
func (c *content) takePriority(needsWord bool) string {
	if i := c.Find(l.Priority); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i + 2, i + 3, i - 2, i + 4} {
			if c.Is(j, l.High, l.Low, l.Medium) && !c.gone(j) && !c.denies(j) && c.bridges(min(i, j)+1, max(i, j)) {
				c.takeAround(min(i, j), max(i, j)+1)
				c.takeReason()
				return c.Words[j].Value
			}
		}
		if level := c.takePriorityOf(i); level != "" {
			return level
		}
		return c.turnPriority()
	}
	if needsWord && c.takeUnimportant() {
		return "low"
	}
	return c.takeLevel(needsWord)
}

// takeLevel finds a priority that is stated without that word.
func (c *content) takeLevel(needsWord bool) string {
	for _, ordered := range []bool{true, false} { // low kar do, before zaroori hai
		for i := range c.Words {
			if !c.Is(i, l.High, l.Low, l.Medium) || c.gone(i) || c.denies(i) || ordered && !c.setsTo(i) {
				continue
			}
			at := reading.Span{From: i, To: i + 1}
			if ordered && c.Is(i+1, l.On, l.In) {
				at.To++
			}
			if needsWord && !ordered {
				at = c.urgency(i)
			}
			if !at.Empty() {
				c.takeWords(at)
				return c.Words[i].Value
			}
		}
	}
	return ""
}

// takeAround takes a priority and the small words that belong to it: with … in it.
func (c *content) takeAround(from, to int) {
	belongs := func(i int) bool {
		return c.Is(i, l.In, l.With, l.Put, l.Ka, l.Se) && !c.gone(i) || c.Is(i, l.Is) || c.Is(i, l.Kar) && c.Is(i-1, l.Put)
	}
	for to < len(c.Words) && !c.Parted(to) && belongs(to) && !c.Bare(to) {
		to++
	}
	for c.Is(from-1, l.With, l.In, l.As, l.The, l.Any, l.Ka, l.To) && !c.Parted(from) {
		from--
	}
	c.takeWords(reading.Span{From: from, To: to})
}

// urgency is what states a priority without that word: a clause of its own (it's urgent, zaroori kaam hai), or what stands before the
// word task (an urgent task); empty where it may be part of a title.
func (c *content) urgency(i int) reading.Span {
	if from, to := c.clause(i); from >= 0 {
		return reading.Span{From: from, To: to}
	}
	if !c.Is(i+1, l.Task) || c.Parted(i+1) {
		return reading.Span{}
	}
	return reading.Span{From: c.strengthened(i), To: i + 1}
}

// takePriorityOf takes the words of English around the task whose priority they state: the priority of the curtains down to low.
func (c *content) takePriorityOf(i int) string {
	if c.Language != meaning.English || !c.Is(i+1, l.Of, l.For, l.Ka) {
		return ""
	}
	for j := i + 2; j < len(c.Words) && !c.Parted(j); j++ {
		if !c.Is(j, l.High, l.Low, l.Medium) || !c.Is(j-1, l.To, l.As) || c.gone(j) {
			continue
		}
		from := j - 1
		for c.Forms.Directions[c.Norm(from-1)] {
			from--
		}
		c.takeWords(reading.Span{From: from, To: j + 1})
		c.takeWords(reading.Span{From: i, To: i + 2})
		if c.Is(i-1, l.The) {
			c.takeWord(i - 1)
		}
		return c.Words[j].Value
	}
	return ""
}

// turnPriority reads a priority of the verb that turns it: raise its priority, priority barha do.
func (c *content) turnPriority() string {
	if c.Main < 0 || !c.Acts[c.Main].Does(l.Change) {
		return ""
	}
	verb := c.Tokens[c.Words[c.Acts[c.Main].At.From].First].Norm
	switch {
	case c.Forms.Raise.Begin(verb):
		return "high"
	case c.Forms.Lower.Begin(verb):
		return "low"
	}
	return ""
}

// takeReason takes a clause that says why the priority is what it is: zaroori hai, priority high rakho.
func (c *content) takeReason() {
	for i := range c.Words {
		if !c.Is(i, l.High, l.Low, l.Medium) || c.gone(i) {
			continue
		}
		if from, to := c.clause(i); from >= 0 {
			c.takeWords(reading.Span{From: from, To: to})
		}
	}
}

// clause finds the clause around a word if it says nothing else; from is -1 if it does.
func (c *content) clause(i int) (from, to int) {
	from, to = c.strengthened(i), i+1
	ended := false
	for !c.Parted(from) && c.leadsToLevel(from-1) {
		if ended = c.Is(from-1, l.Is) && c.Is(from-2, l.Inf); ended {
			break // passport banwana hai, urgent
		}
		from = c.strengthened(from - 1)
	}
	for !c.Parted(to) && !c.makesAt(to) && c.Is(to, l.Task, l.Is, l.Filler, l.High, l.Put, l.Kar, l.Polite) {
		to++
	}
	begins := ended || c.Parted(from) || c.madeBefore(from) || c.joinsLevel(from-1)
	ends := c.Parted(to) || c.makesAt(to) || c.Is(to, l.And) || c.edges().EndsInIs(to)
	if !begins || !ends {
		return -1, -1
	}
	return from, to
}

// setsTo says whether an order to set something follows a priority: low kar do, high pe rakho.
func (c *content) setsTo(i int) bool {
	next := i + 1
	if c.Is(next, l.On, l.In) && c.Words[next].Languages&l.English == 0 && !c.Parted(next) {
		next++
	}
	return c.Is(next, l.Kar, l.Put) && !c.Parted(next)
}

// makesAt says whether the order begins with a word by which in Urdu a task is made: urgent hai likh lo.
func (c *content) makesAt(i int) bool { return c.noting() && c.Acts[c.Main].At.From == i }

// madeBefore says whether that order ends before a word: likh lo zaroori hai.
func (c *content) madeBefore(i int) bool { return c.noting() && c.Acts[c.Main].At.To == i }

// noting says whether in Urdu it is ordered that something be noted or made.
func (c *content) noting() bool {
	return c.Main >= 0 && c.Acts[c.Main].Urdu && c.Acts[c.Main].Does(l.Create, l.Note, l.Remind, l.Make)
}

// leadsToLevel says whether a word may stand before a priority in a clause of its own: it's urgent, put it down as high.
func (c *content) leadsToLevel(i int) bool {
	if c.Is(i, l.It, l.This, l.Is, l.Filler, l.High, l.Polite) {
		return true
	}
	if c.Language != meaning.English {
		return false
	}
	return c.Is(i, l.As, l.Put, l.Make, l.Mark, l.Change) || c.Is(i, l.To) && c.Is(i-1, l.It, l.This) || c.Forms.Noting[c.Norm(i)]
}

// joinsLevel says whether a clause that tells a priority follows a word: so put it low, and mark it urgent.
func (c *content) joinsLevel(i int) bool {
	return c.Language == meaning.English && (c.joinsClauses(i) || c.Is(i, l.And, l.Then))
}

// strengthened is where the words begin that strengthen a word: very urgent, bohot zaroori.
func (c *content) strengthened(i int) int {
	for !c.Parted(i) && c.Forms.Strengtheners[c.Norm(i-1)] {
		i--
	}
	return i
}

// bridges says whether only small words stand from one word to another.
func (c *content) bridges(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.Is(i, l.Ka, l.Ko, l.To, l.Is, l.As, l.Of, l.In, l.Put, l.Kar, l.Change, l.Now, l.From, l.High, l.Low, l.Medium, l.Not,
			l.Task, l.Se, l.It, l.Also) && !c.number(i) {
			if !c.Forms.Strengtheners[c.Norm(i)] && !c.Forms.Directions[c.Norm(i)] {
				return false
			}
		}
	}
	return true
}

func (c *content) number(i int) bool { return c.ID.Holds(c.Words[i].First) }

// takeCategory finds a category that is named as one: category quran, the charity category, a dhikr task.
func (c *content) takeCategory() string {
	if i := c.Find(l.Category); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i - 2, i + 2, i + 3, i + 4, i + 5} {
			if (j == i-1 || j == i-2) && c.Is(i+1, l.Se) && !c.Parted(i+1) {
				continue // charity category se nikal kar
			}
			if c.Is(j, l.CatName) && !c.gone(j) && (j != i-2 || c.Is(i-1, l.Ka, l.Wala)) {
				from, to := min(i, j), max(i, j)+1
				for c.Is(from-1, l.In, l.The, l.As, l.With) && !c.Parted(from) {
					from--
				}
				for c.Is(to, l.In, l.Ka) && !c.Parted(to) {
					to++
				}
				c.takeWords(reading.Span{From: from, To: to})
				return c.Words[j].Value
			}
		}
	}
	return c.takePutUnder()
}

// takeTaskCategory finds a category before the word task: a monthly charity task, zikr wale tasks.
func (c *content) takeTaskCategory(task int) string {
	i := task - 1
	for c.Is(i, l.Wala, l.Ka) {
		i--
	}
	if c.Is(i, l.CatName) && !c.gone(i) && !c.Is(i, l.Prayer) && !c.ofDayPart(i) && !c.annexed(i) {
		c.takeWord(i)
		return c.Words[i].Value
	}
	return ""
}

// annexed says whether the word before one and it are a name together, by an izafat or, in Urdu, side by side: dars-e-quran, درسِ قرآن,
// dars quran.
func (s sentence) annexed(i int) bool {
	if i < 1 || s.Parted(i) {
		return false
	}
	if last := s.Tokens[s.Words[i-1].Last]; s.Forms.Grammar.Izafat[last.Norm] || endsInIzafat(s.Original[last.Start:last.End]) {
		return true
	}
	return s.Bare(i-1) && s.Language != meaning.English
}

// endsInIzafat says whether the sign of an izafat is written at the end of a word: a zer, or a hamza above.
func endsInIzafat(word string) bool {
	const zer, hamza, heWithHamza = "\u0650", "\u0654", "\u06c0"
	return strings.HasSuffix(word, zer) || strings.HasSuffix(word, hamza) || strings.HasSuffix(word, heWithHamza)
}

// ofDayPart says whether a word belongs to a part of the day before it: subah ke azkar.
func (s sentence) ofDayPart(i int) bool {
	if i < 2 || !s.Is(i-1, l.Ka) || s.Words[i-1].Languages&l.English != 0 {
		return false
	}
	e := s.TimeAt(s.Words[i-2].First)
	return e != nil && (e.Loose || e.Has == when.DayPart)
}

// underCategory says whether the name of a category tells under which one something is put: under worship, ibadat mein daal do.
func (c *content) underCategory(i int) bool {
	if c.Is(i-1, l.Under) || c.Is(i+1, l.Under) {
		return true
	}
	return !c.Is(i, l.Namaz) && c.Is(i+1, l.In) && (c.Closing(i+2) || c.Is(i+2, l.Put, l.Move, l.Change, l.Kar))
}
