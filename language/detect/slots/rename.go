package slots

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// takeRename finds the new title of a task, and takes it: rename … to X, … ka naam badal kar X rakh do, ka naam X kar do.
func (c *content) takeRename(slots *meaning.Slots) bool {
	name := c.Find(l.Name)
	renames := c.Find(l.Rename)
	if name < 0 && renames < 0 {
		return false
	}
	if quoted := c.quoted(); !quoted.Empty() && !c.namedOld(quoted) {
		set(&slots.Title, c.textOf(quoted))
		c.takeWords(quoted)
		c.takeWord(name)
		c.newTitle = quoted
		return true
	}
	at := max(name, renames)
	for i := renames + 1; renames >= 0 && i < name; i++ {
		if c.Is(i, l.To) {
			at = renames // rename 1 to a long title
		}
	}
	var to reading.Span
	if c.Language == meaning.English {
		to = c.newName(c.making().UpToOrder(c.englishRename(at)))
	} else {
		to = c.newName(c.renamedAs(at))
	}
	if to.From < 0 || to.Empty() || c.ReadsDate(to.From) {
		return false
	}
	set(&slots.Title, c.textOf(to))
	c.takeWords(to)
	c.takeWord(name)
	c.newTitle = to
	return true
}

// namedOld says whether in English what stands in quotation marks is what a task was called: rename 'project' to project slides.
func (c *content) namedOld(quoted reading.Span) bool {
	return c.Language == meaning.English && c.Is(quoted.To, l.To, l.As) && !c.Parted(quoted.To) && quoted.To+1 < len(c.Words)
}

// besideTitle finds what else than its new name a task is to have, in clauses of their own: due 5 April, priority high, naam badal do X.
func (c *content) besideTitle(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	apart := func(i int) bool {
		behind := c.Language == meaning.English && i >= c.newTitle.To
		return !c.gone(i) && (behind || c.PartedBetween(min(i, c.newTitle.From), max(i, c.newTitle.From)))
	}
	times := slices.DeleteFunc(c.TimesOf(), func(e when.Expression) bool { return !apart(c.WordAt(e.From)) })
	if len(times) > 0 {
		c.setTime(due.Resolve(in.Options(false), times...), slots, cues)
	}
	for i := range c.Words {
		if c.levels().Of(i) != "" && apart(i) {
			set(&slots.Priority, c.takePriority(true))
			return
		}
	}
}

// englishRename finds where in English the new title begins: behind "to", "as", a colon, or the number of the task. From is -1 where it
// does not.
func (c *content) englishRename(at int) reading.Span {
	from, old := c.making().Retitled(), c.quoted()
	for i := at + 1; i < len(c.Words) && from < 0; i++ {
		if c.Is(i, l.To, l.As) {
			from = i + 1
		} else if c.Before(i).Has(text.Colon|text.Quote) && (i != old.From || !c.namedOld(old)) {
			from = i
		}
	}
	if from < 0 && !c.ID.Empty() {
		from = max(c.WordAt(c.ID.To), at+1)
		if c.Is(from, l.To, l.As) {
			from++
		}
	}
	if from >= 0 && c.Forms.Grammar.Should[c.Norm(from)] && from+1 < len(c.Words) { // should read X
		from++
		if c.Forms.Grammar.Read[c.Norm(from)] && from+1 < len(c.Words) {
			from++
		}
	}
	if c.Forms.Grammar.Be[c.Norm(from)] && from+1 < len(c.Words) {
		from++ // the name of 34 has to be X
	}
	return reading.Span{From: from, To: c.besideName(from)}
}

// besideName finds what in English is told of a task behind its new title, from a word on: and it's due on the 10th now. It is the end if
// none is.
func (c *content) besideName(from int) int {
	for i := from + 1; from >= 0 && i+1 < len(c.Words); i++ {
		if c.Parted(i) && c.Is(i, l.And) && c.Is(i+1, l.It) {
			return i
		}
	}
	return len(c.Words)
}

// renamedAs finds where in Urdu the new title stands: before the verb at the end, or behind the last colon (X ka naam yun likhen: Y).
func (c *content) renamedAs(at int) reading.Span {
	from, to := c.urduRename(at)
	for i := at + 1; i < len(c.Words); i++ {
		if c.Before(i).Has(text.Colon) && c.Before(i).Has(text.Space) {
			from, to = i, len(c.Words)
		}
	}
	return reading.Span{From: from, To: to}
}

// newName takes off a new title what only stands beside it.
func (c *content) newName(name reading.Span) reading.Span {
	if name.From < 0 {
		return name
	}
	english := c.Language == meaning.English
	for !name.Empty() && (c.Is(name.To-1, l.Instead, l.Polite, l.Filler) || !english && c.carries(name.To-1) && !c.doneTo(name)) {
		name.To--
	}
	for !name.Empty() && c.beforeNewName(name.From, english) {
		name.From++
	}
	for i := name.From + 1; english && i < name.To; i++ {
		if c.Is(i, l.Not) && c.Parted(i) {
			name.To = i // Aunt Khadija, not Aunt Katija
		}
	}
	for !english && !name.Empty() && c.Is(name.To-1, l.Ho, l.Want, l.Is) {
		name.To--
	}
	return name
}

// urduRename finds the new title between "naam" (or "badal kar") and the verb at the end.
func (c *content) urduRename(name int) (from, to int) {
	from, to = name+1, len(c.Words)
	for i := name + 1; i < len(c.Words); i++ {
		if c.Is(i, l.Change) && c.Is(i, l.Stem) || c.Is(i, l.Change) && c.Is(i+1, l.Kar) {
			j := i + 1
			for c.Is(j, l.Kar, l.Ka) {
				j++
			}
			if j < len(c.Words) && !c.Is(j, l.Light) {
				from = j
				break
			}
		}
	}
	if from == name+1 {
		from = c.pastRenaming(from)
	}
	for i := from; i < len(c.Words); i++ {
		if c.Is(i, l.Put, l.Kar, l.Change) && !c.Is(i, l.Inf) && (i+1 >= len(c.Words) || c.Closing(c.endOfAct(i))) {
			to = i
			break
		}
	}
	return from, to
}

// pastRenaming returns where what follows begins behind an order that only says that the name is changed: naam badal do, ab ye X hai.
func (c *content) pastRenaming(i int) int {
	order := i
	for c.Is(order, l.Filler, l.Also) {
		order++
	}
	to := c.endOfAct(order)
	naming := order == i && c.Is(order, l.Put) && !c.Parted(to)
	if !naming && !c.Is(order, l.Change, l.Rename) || to >= len(c.Words) {
		return i
	}
	for to+1 < len(c.Words) && c.Is(to, l.Now, l.Filler, l.It, l.This, l.And) {
		to++
	}
	return to
}

func (c *content) endOfAct(i int) int {
	for _, a := range c.Acts {
		if a.At.Holds(i) {
			return a.At.To
		}
	}
	return i + 1
}

// carries says whether a verb of Urdu carries a deed and is of no name, unless it is "yaad karna".
func (c *content) carries(i int) bool {
	return c.Is(i, l.Kar, l.Light, l.Put) && (!c.Is(i, l.Inf) || !c.Is(i-1, l.Yaad))
}

// beforeNewName says whether a word stands before the name that something is given: ka naya naam, the new name.
func (c *content) beforeNewName(i int, english bool) bool {
	if english && c.Words[i].Languages == l.Roman {
		return false // ALS refresher
	}
	if c.Is(i, l.New) {
		return english || c.Is(i+1, l.Name) || c.Is(i, l.Ko, l.Ka, l.Filler, l.Name)
	}
	return c.Is(i, l.Ko, l.Ka, l.Filler, l.Name) || !english && c.Is(i, l.Ho, l.Want)
}

// doneTo says whether a new name of Urdu ends in what is to be done, and the order follows: tarteeb dena kar dein, wapis lena kar do.
func (c *content) doneTo(name reading.Span) bool {
	return name.To < len(c.Words) && name.To-name.From > 1 && c.Is(name.To-1, l.Inf)
}
