package words

import (
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/spelling"
)

// BesideNumber returns what a message says besides that it corrects a number, and whether it counts minutes.
func (w Message) BesideNumber() (rest []string, minutes bool) {
	for _, word := range w.Said {
		switch as := folded(word); {
		case lists.Sets.Minutes[as]:
			minutes = true
		case !lists.Sets.Aroundslip[as] && !lists.Sets.Aroundnumber[as]:
			rest = append(rest, word) // as it was said: چھ
		}
	}
	return rest, minutes
}

// TellsNow reports whether the message tells, and does not order, that something is so from now on: "interview ab 10 march ko hai".
func (w Message) TellsNow() bool {
	return len(w.Folded) > 2 && (w.any(lists.Sets.Now) || w.any(lists.Sets.Moved)) && lists.Sets.Telling[w.Folded[len(w.Folded)-1]]
}

// BeforeLeaving returns what a message names before it says to leave it: "dentist wala rehne do", "haan lekin dentist nahi". It is empty
// for a message that does not end so.
func (w Message) BeforeLeaving() string {
	for i := len(w.Folded) - 1; i > 0; i-- {
		unverb := lists.Unverbs[w.Folded[i]] && i < len(w.Folded)-1 // bank wala na hatayen
		if lists.Sets.Leave[w.Folded[i]] || lists.Sets.Denying[w.Folded[i]] || unverb {
			return Message{Folded: w.Folded[:i]}.AfterSlip()
		}
		if !lists.Sets.Aroundleaving[w.Folded[i]] {
			return ""
		}
	}
	return ""
}

// SaysAll reports whether the message speaks of all there is, and SaysMine of what belongs to the one who speaks.
func (w Message) SaysAll() bool { return w.any(lists.Sets.Every) }

// SaysMine is described at SaysAll.
func (w Message) SaysMine() bool { return w.any(lists.Sets.Mine) }

// Says reports whether the message holds all words of a name, just so.
func (w Message) Says(name string) bool {
	for _, word := range Parse(name).Folded {
		if !slices.Contains(w.Folded, word) {
			return false
		}
	}
	return true
}

// CallsOff reports whether the message tells that something is called off: "dawat cancel ho gai".
func (w Message) CallsOff() bool {
	return len(w.Folded) > 2 && w.any(lists.Sets.CalledOff) && lists.Sets.Telling[w.Folded[len(w.Folded)-1]]
}

// Early reports whether the message speaks of what is early in the morning.
func (w Message) Early() bool { return w.any(lists.Sets.Early) }

// TellsUndone reports whether the message tells that something is not done: "darzi wala abhi nahi hua".
func (w Message) TellsUndone() bool { return w.Denies() && w.any(lists.Sets.Undone) }

// SaysUndoneYet reports whether the message says that what was thought done is still to be done: "it's not paid yet", "abhi baqi hai".
func (w Message) SaysUndoneYet() bool {
	if w.Asked || len(w.Folded) > maxUndoneWords {
		return false
	}
	yet := w.Denies() && w.any(lists.Sets.Yet)
	return yet || slices.ContainsFunc(lists.StillOpen, func(phrase []string) bool { return matching.Holds(w.Folded, phrase) })
}

// BesideUndone returns what the message says beside that something is yet to be done.
func (w Message) BesideUndone() string {
	rest := slices.DeleteFunc(strings.Fields(w.AfterSlip()), func(word string) bool { return lists.Sets.Undone[word] || lists.Sets.Yet[word] })
	return strings.Join(rest, " ")
}

// maxUndoneWords is the most words of a message that says that something is yet to be done.
const maxUndoneWords = 12

// AsksWhen reports whether the message asks when something is: "kab ka hai ye".
func (w Message) AsksWhen() bool { return w.any(lists.Sets.WhenAsked) }

// AsksBack reports whether the message asks what was just made or changed: "kya likha?".
func (w Message) AsksBack() bool {
	return len(w.Folded) <= maxDropWords &&
		slices.ContainsFunc(lists.AskBack, func(phrase []string) bool { return matching.Holds(w.Folded, phrase) })
}

// BesideDeed returns what a message says before a word for a deed with which it ends: "meeting cancel". It is empty for any other.
func (w Message) BesideDeed(completing bool) string {
	last := len(w.Folded) - 1
	if last < 1 || !(Message{Folded: w.Folded[last:]}).MeansDeed(completing) {
		return ""
	}
	return Message{Folded: w.Folded[:last]}.AfterSlip()
}

// AfterYes returns what a message says behind a yes that another word or a comma joins to it: "haan aur gas bhi ho gaya". It is empty for
// any other.
func AfterYes(message string) string {
	if found := lists.afterYes.FindStringSubmatch(message); found != nil {
		return found[1]
	}
	return ""
}

// BehindYes returns what a message says behind a yes, or nothing: "haan, jumme ko".
func BehindYes(message string) string {
	if found := lists.behindYes.FindStringSubmatch(message); found != nil {
		return found[1]
	}
	return ""
}

// BesideState returns the name of the task of which a message asks what has become, or nothing: "assignment ka kya hua".
func (w Message) BesideState() string {
	for _, phrase := range lists.AskState {
		if from := len(w.Folded) - len(phrase); from > 0 && slices.Equal(w.Folded[from:], phrase) {
			return Message{Folded: w.Folded[:from]}.AfterSlip()
		}
	}
	return ""
}

// NamesAttribute reports whether a text names what a time is told for, and no task: "waqt".
func NamesAttribute(text string) bool { return Parse(text).all(lists.Sets.Attribute) }

// BeginsPolitely reports whether the message begins as a question that is a polite order: "can you", "kya aap".
func (w Message) BeginsPolitely() bool { return len(w.Folded) > 0 && lists.Sets.Polite[w.Folded[0]] }

// AsksWhich reports whether the message asks which ones there are: "aur DHA mein kaun si hain".
func (w Message) AsksWhich() bool { return w.any(lists.Sets.Which) }

// Adds reports whether the message begins with a word that adds to what was said, and points at no task that there is: not "the gym
// one too".
func (w Message) Adds() bool {
	return len(w.Folded) > 1 && lists.Sets.Adding[w.Folded[0]] &&
		!slices.ContainsFunc(w.Folded, func(word string) bool { return lists.Sets.Pointing[word] })
}

// IsSomething reports whether a text only stands for what is to be told yet: "something".
func IsSomething(name string) bool { return Parse(name).all(lists.Sets.Something) }

// Points reports whether a text only points at tasks, and names none: they, them all.
func Points(name string) bool { return Parse(name).all(lists.Sets.Pronouns) }

// Only reports whether the message narrows what was meant to one: "no, only the gas bill".
func (w Message) Only() bool { return w.any(lists.Sets.Only) }

// SaysNumber reports whether the message has a number in digits, and SaysDate whether it says that it speaks of a day: "6 tareekh".
func (w Message) SaysNumber() bool { return slices.ContainsFunc(w.Folded, isDigits) }

// SaysDate is described at SaysNumber.
func (w Message) SaysDate() bool { return w.any(lists.Sets.Date) }

// SaysBefore and SaysAfter report whether the message says that something is to be earlier or later than another.
func (w Message) SaysBefore() bool { return w.any(lists.Sets.Before) }

// SaysAfter is described at SaysBefore.
func (w Message) SaysAfter() bool { return w.any(lists.Sets.After) }

// MeansDeed reports whether the message names the deed of an intent of tasks, completing or deleting.
func (w Message) MeansDeed(completing bool) bool {
	if completing {
		return w.any(lists.Sets.Completing)
	}
	return w.any(lists.Sets.Deleting)
}

// AroundSlip reports whether a word stands around what was meant instead, and names nothing.
func AroundSlip(word string) bool { return lists.Sets.Aroundslip[folded(word)] }

// Contrast returns what a message denies and what it means instead, behind that in Urdu, "gas wala nahi bijli wala", and before it in
// English: "Thursday, not tomorrow". Both are empty where nothing stands on either side.
func (w Message) Contrast() (denied, meant string) {
	for i := 1; i+1 < len(w.Folded); i++ {
		if lists.Sets.Denying[w.Folded[i]] {
			before, behind := Message{Folded: w.Folded[:i]}, Message{Folded: w.Folded[i+1:]}
			if !lists.Sets.Deniesnext[w.Folded[i]] {
				return before.AfterSlip(), behind.AfterSlip()
			}
			if meant := before.AfterSlip(); meant != "" {
				return behind.AfterSlip(), meant
			}
		}
	}
	return w.contrastOfClauses()
}

// contrastOfClauses is Contrast where a clause denies and the next one says what is meant: "not the drops, the appointment".
func (w Message) contrastOfClauses() (denied, meant string) {
	said := slices.DeleteFunc(slices.Clone(w.clauses), func(clause string) bool {
		return (Message{Folded: spelling.Words(clause)}).all(lists.Sets.Aroundslip)
	})
	if len(said) != 2 {
		return "", ""
	}
	first, second := Message{Folded: spelling.Words(said[0])}, Message{Folded: spelling.Words(said[1])}
	if !first.any(lists.Sets.Deniesnext) || second.Denies() {
		return "", ""
	}
	return first.AfterSlip(), second.AfterSlip()
}

// AfterDenied is AfterSlip without the words of a name that the message denies, where it says another: "gas nahi dawai".
func (w Message) AfterDenied(name string) string {
	said := w.AfterSlip()
	if !w.Denies() {
		return said
	}
	denied := Parse(name).Folded
	meant := slices.DeleteFunc(strings.Fields(said), func(word string) bool { return slices.Contains(denied, word) })
	if len(meant) == 0 {
		return said
	}
	return strings.Join(meant, " ")
}

// Joins reports whether a word joins two clauses.
func Joins(word string) bool { return lists.Sets.Joining[folded(word)] }

func folded(word string) string { return strings.Join(spelling.Words(word), " ") }

// maxTopicWords is the most words that a topic has.
const maxTopicWords = 4

// Topic returns what is to be spoken of where a message says no more: "one about honesty", "sabr par?". It is empty for any other.
func Topic(message string) string {
	said := strings.Fields(strings.Trim(message, " ?!.؟۔"))
	if len(said) > 2*maxTopicWords {
		return ""
	}
	in := func(set wordSet) func(string) bool { return func(word string) bool { return set[folded(word)] } }
	if at := slices.IndexFunc(said, in(lists.Sets.Topicbefore)); at >= 0 {
		said = said[at+1:]
	} else if at := slices.IndexFunc(said, in(lists.Sets.Topicbehind)); at > 0 {
		if said = said[:at]; lists.Sets.Leading[folded(said[0])] {
			said = said[1:]
		}
	} else {
		return ""
	}
	if len(said) == 0 || len(said) > maxTopicWords {
		return ""
	}
	return strings.Join(said, " ")
}

// ThisNotThat returns what an answer in Urdu denies and what it names instead, or nothing: "test wala nahi, copy wala".
func ThisNotThat(message string) (denied, meant string) {
	if found := firstMatch(lists.instead, message); found != nil {
		return found[1], found[2]
	}
	return "", ""
}
