package plan

import (
	"strconv"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// placesAlone says whether tasks are named by places in a list or by numbers, and not by both.
func (p *planner) placesAlone() bool { return !p.manyOrdinals() || len(p.numbers) == 0 }

// targets are the tasks that are named, by their numbers or else by their places in a list.
func (p *planner) targets() []target {
	if len(p.numbers) > 0 {
		return p.numbers
	}
	var places []target
	for i, w := range p.Words {
		if !p.place(i) {
			continue
		}
		value := w.Value
		if p.firstOfRange(i) {
			value = "1"
		}
		place, err := strconv.Atoi(value)
		if err != nil {
			return nil
		}
		if n := len(places); n > 0 && p.rangesOver(places[n-1].word, i) { // the second to the fourth
			for between := places[n-1].number + 1; between < place; between++ {
				places = append(places, target{between, i, p.clause[i], true})
			}
		}
		places = append(places, target{place, i, p.clause[i], true})
	}
	return places
}

// firstOfRange says whether in Urdu a word that else says before is the first place of several: pehle se teesre tak.
func (p *planner) firstOfRange(i int) bool {
	return p.Is(i, l.Before) && p.Language != meaning.English && i+2 < len(p.Words) && p.Is(i+2, l.Ordinal) && p.rangesOver(i, i+2)
}

// endsRange says whether a place that may be a day of the month is the last of several tasks: the second to the fourth.
func (p *planner) endsRange(i int) bool {
	if p.intent != meaning.CompleteTask && p.intent != meaning.DeleteTask {
		return false
	}
	for j := i - 1; j >= max(0, i-4); j-- {
		if p.Is(j, l.Ordinal) && !p.TimeHolds(j) {
			return p.rangesOver(j, i)
		}
	}
	return false
}

// rangesOver says whether what stands between two places in a list means all from one to the other: pehle se teesre tak.
func (p *planner) rangesOver(from, to int) bool {
	joint := p.Past(from+1, l.Wala, l.Task, l.One)
	if joint >= to {
		return false
	}
	length := p.ClauseWords.Several.Ranges.At(p.Tokens, p.Words[joint].First)
	return length > 0 && p.Past(p.WordAt(p.Words[joint].First+length), l.The) == to
}

// place says whether a word is the place of a task in a list, and not of one that is denied: pehla nahi, doosra.
func (p *planner) place(i int) bool {
	if p.firstOfRange(i) {
		return true
	}
	if !p.Is(i, l.Ordinal) || p.TimeHolds(i) && !p.endsRange(i) || p.named[p.Norm(i)] {
		return false
	}
	not := p.Past(i+1, l.Wala, l.Task, l.Ko, l.NumberWord)
	return p.Language == meaning.English || !p.Is(not, l.Not) || p.Is(not, l.Dont) || p.PartedBetween(i, not) ||
		!p.Is(p.Past(not+1, l.Filler, l.Polite), l.Ordinal)
}

// manyOrdinals says whether more than one place in a list is named: the first and the third, pehla aur doosra.
func (p *planner) manyOrdinals() bool {
	place := ""
	for i, w := range p.Words {
		if !p.place(i) {
			continue
		}
		if p.firstOfRange(i) {
			return true
		}
		if place != "" && place != w.Value {
			return true
		}
		place = w.Value
	}
	return false
}

// manyNames says whether more than one task is named by words: the gym task and the milk task, gym wala aur doodh wala.
func (p *planner) manyNames() bool {
	if p.slots.Title != nil {
		return false
	}
	count, in := 0, -1
	for i := range p.Words {
		if p.clause[i] != in && p.namesTask(i) && !p.leaves(p.clause[i]) {
			count, in = count+1, p.clause[i]
		}
	}
	return count > 1
}

// namesTask says whether a word closes the name of a task: the gym task, doodh wala, and not task 3, my tasks, the first one.
func (p *planner) namesTask(i int) bool {
	if !p.Is(i, l.Task, l.Wala) && (!p.Forms.Grammar.One[p.Norm(i)] || p.Language != meaning.English) || p.Parted(i) {
		return false
	}
	return p.Bare(i-1) || p.Is(i-1, l.Deed, l.CatName, l.Prayer, l.Namaz, l.Inf) && !p.Is(i-1, l.Completed, l.Pending, l.It, l.Any, l.New)
}

// leaves says whether a clause says that its task is left as it is, or tells of another thing than what is wanted.
func (p *planner) leaves(clause int) bool {
	for i := range p.Words {
		if p.clause[i] == clause && (p.Keeps(i) || p.Is(i, l.Instead)) {
			return true
		}
	}
	return false
}
