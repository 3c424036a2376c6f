package words

import (
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
)

// ToldMoved reports whether a message tells that something has been moved to another time: "the lunch got moved to the 13th".
func ToldMoved(message string) bool { return firstCapture(lists.toldMoved, message) != "" }

// AskedDone returns what a message asks about whether it is done, or nothing: "did I call nano?".
func AskedDone(message string) string { return firstCapture(lists.askDone, message) }

// CountsAll returns how many things a message names together as all there are of them: 2 for "both", 3 for "teeno", 0 for none.
func (w Message) CountsAll() int {
	if w.any(lists.Sets.Both) {
		return 2
	}
	return w.AllOf()
}

// PointsAtTwo reports whether the message points at two things together: "those two".
func (w Message) PointsAtTwo() bool {
	return slices.ContainsFunc(lists.ThoseTwo, func(phrase []string) bool { return matching.Holds(w.Folded, phrase) })
}

// TellsOfAnother reports whether the message tells that someone who is called by respect went or came: "Rafiq sahab kal qabristan gaye
// the".
func (w Message) TellsOfAnother() bool {
	for i, word := range w.Folded[:max(0, len(w.Folded)-1)] {
		if i > 0 && lists.Sets.Respected[word] && !lists.Sets.Marking[w.Folded[i+1]] {
			return w.any(lists.Sets.WentThere)
		}
	}
	return false
}

// TellsOfTheirs reports whether the message tells what someone did with what is theirs: "bhai ne apni fees de di", and, where a day is told
// that has come, "Hina paid her fees this morning".
func (w Message) TellsOfTheirs(hasCome bool) bool {
	if w.any(lists.Sets.Myself) {
		return false
	}
	return hasCome && w.any(lists.Sets.Theirs) || w.any(lists.Sets.Ownobliq) && w.any(lists.Sets.Ergative)
}

// WantsDeed reports whether the message says which deed was wanted: "it was the notes I wanted to delete".
func (w Message) WantsDeed() bool { return w.any(lists.Sets.Wanting) }

// AsksDay reports whether the message asks for the day of something: "when is the report due".
func (w Message) AsksDay() bool { return w.AsksWhen() && w.any(lists.Sets.Date) }

// OnlyOwnsSlip reports whether a name has only words that stand around a correction, and is none: "sorry".
func OnlyOwnsSlip(name string) bool { return Parse(name).all(lists.Sets.Aroundslip) }

// Praises reports whether a message does nothing but praise or thank.
func (w Message) Praises() bool { return w.all(lists.Sets.Praising) }

// EndsPointing reports whether a name points at one thing of several that there are: "ticket wale".
func EndsPointing(name string) bool {
	said := Parse(name).Folded
	return len(said) > 1 && lists.Sets.Wala[said[len(said)-1]]
}

// BeginsDeed reports whether a clause begins with a word for a deed: "finish the visa one".
func (w Message) BeginsDeed(completing bool) bool {
	return len(w.Folded) > 1 && Message{Folded: w.Folded[:1]}.MeansDeed(completing)
}

// OnlyRestores returns what a message says besides the words that bring something back: "twenty one" of "bring twenty one back".
func (w Message) OnlyRestores() []string {
	return slices.DeleteFunc(slices.Clone(w.Folded), func(word string) bool {
		return lists.Sets.Restoring[word] || lists.Sets.Bringing[word] || lists.Sets.Backward[word] || lists.Sets.Task[word]
	})
}

// SaysBesideThanks reports whether a message that thanks at its end says before that what may be the name of a task: "ring the surgery
// about mum's results, thanks", and not "that will be all, thank you".
func (w Message) SaysBesideThanks() bool {
	polite := func(word string) bool { return lists.Sets.Praising[word] || lists.Sets.Thanking[word] }
	if len(w.Folded) == 0 || !polite(w.Folded[len(w.Folded)-1]) || w.Leaves() || w.LeavesQuestion() || w.Denies() || w.Corrects() {
		return false
	}
	first, rest := w.Folded[0], 0
	none := []wordSet{lists.Sets.Notitle, lists.Sets.Aroundslip, lists.Sets.Myself, lists.Sets.Every, lists.Sets.Pronouns}
	if polite(first) || slices.ContainsFunc(none, func(set wordSet) bool { return set[first] }) {
		return false
	}
	for _, word := range w.Folded {
		if !polite(word) && !lists.Sets.Aroundslip[word] && !lists.Sets.Aroundnumber[word] && !lists.Sets.Aroundleaving[word] {
			rest++
		}
	}
	return rest >= leastTitle
}

// leastTitle is the fewest words of a name of which it is certain that they are one.
const leastTitle = 2

// SaysSomeone reports whether the message points at somebody who was spoken of: "call him".
func (w Message) SaysSomeone() bool { return w.any(lists.Sets.Someone) }

// OnlyThanks reports whether the message thanks, and else only declines: "it's ok thanks".
func (w Message) OnlyThanks() bool {
	for _, word := range w.Folded {
		if !lists.Sets.Praising[word] && !lists.Sets.Thanking[word] && !lists.Sets.Aroundslip[word] {
			return false
		}
	}
	return w.Thanks()
}
