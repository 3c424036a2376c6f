// Package words holds the words of a conversation apart from its requests: those that undo, correct, leave or put off something,
// and those that name a part of a profile.
package words

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// Message is what the conversation reads in a message besides the detector's findings: whether it contains words of a
// language, whether it is a single number, whether it mentions tasks in general.
type Message struct {
	Folded  []string // as returned by spelling.Words
	Said    []string // as typed
	Letters bool
	Arabic  bool // contains Arabic letters
	Asked   bool // contains a question mark

	clauses []string // as typed
}

// Parse reads a message.
func Parse(message string) Message {
	w := Message{Folded: spelling.Words(message), clauses: Clauses(message)}
	said := text.Parse(message)
	for _, token := range said.Tokens {
		w.Said = append(w.Said, said.Original[token.Start:token.End])
		w.Letters = w.Letters || token.Script == text.Latin || token.Script == text.Arabic
		w.Arabic = w.Arabic || token.Script == text.Arabic
		w.Asked = w.Asked || token.After.Has(text.Question)
	}
	return w
}

func isDigits(word string) bool {
	for _, r := range word {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// Number returns the number if the message is nothing but a number, and 0 otherwise.
func (w Message) Number() int {
	var last string
	for _, word := range w.Folded {
		if isDigits(word) && last == "" {
			last = word
		} else if !lists.Sets.Number[word] {
			return 0
		}
	}
	number, err := strconv.Atoi(last)
	if err != nil {
		return 0
	}
	return number
}

// MentionsTasks reports whether the message mentions tasks in general: "a task", "koi kaam", but not "this task".
func (w Message) MentionsTasks() bool {
	for i, word := range w.Folded {
		if lists.Sets.Task[word] && (i == 0 || !lists.Sets.This[w.Folded[i-1]]) {
			return true
		}
	}
	return false
}

// MentionsMasjids reports whether the message mentions masjids in general.
func (w Message) MentionsMasjids() bool { return w.any(lists.Sets.Mosque) }

// MentionsTimes reports whether the message mentions prayer times in general.
func (w Message) MentionsTimes() bool { return w.any(lists.Sets.Times) }

// OnlyLoanwords reports whether the message consists of words that every language of the chat has borrowed.
func (w Message) OnlyLoanwords() bool {
	for _, word := range w.Folded {
		if !lists.Sets.Loanwords[word] {
			return false
		}
	}
	return len(w.Folded) > 0
}

// AsksAbout reports whether the message repeats the previous request for something else: "how about Clifton?".
func (w Message) AsksAbout() bool {
	rest := w.Folded
	for len(rest) > 0 && lists.Sets.Leading[rest[0]] {
		rest = rest[1:]
	}
	return len(rest) > 2 && lists.Sets.Asking[rest[0]] && lists.Sets.About[rest[1]]
}

// GoesOn reports whether the message begins with a word that goes on with what was said: "and Isha?", "phir Asr".
func (w Message) GoesOn() bool {
	return len(w.Folded) > 1 && (lists.Sets.Leading[w.Folded[0]] || lists.Sets.Adding[w.Folded[0]] || lists.Sets.Joining[w.Folded[0]])
}

// AsksForAnother reports whether the message is nothing but "ek aur", or "ek or" as it is also typed.
func (w Message) AsksForAnother() bool {
	for _, word := range w.Folded {
		if !lists.Sets.Onemore[word] {
			return false
		}
	}
	return len(w.Folded) > 1
}

// MentionsToday reports whether the message mentions today.
func (w Message) MentionsToday() bool { return w.any(lists.Sets.Today) }

// Corrects reports whether the message begins with a correction: "no sorry, …", "nahi, …".
func (w Message) Corrects() bool {
	for _, word := range w.Folded {
		if !lists.Sets.Sighs[word] {
			return lists.Sets.Correcting[word]
		}
	}
	return false
}

// Denies reports whether the message holds a word that says no.
func (w Message) Denies() bool { return w.any(lists.Sets.Denying) }

// Contrasts reports whether the message says what is meant beside what is not: "white bread not brown".
func (w Message) Contrasts() bool {
	return w.Denies() && !lists.Sets.Denying[w.Folded[len(w.Folded)-1]]
}

// Wavers reports whether the message is nothing but a putting off: "umm idk", "ek minute sochne do".
func (w Message) Wavers() bool { return w.all(lists.Sets.Wavering) }

// OwnsSlip reports whether the message corrects what was just done: "sorry, I meant 2", «نہیں نہیں، تیسرا والا».
func (w Message) OwnsSlip() bool { return w.Corrects() || w.any(lists.Sets.Slip) }

// AfterSlip returns what the message says besides that it corrects something.
func (w Message) AfterSlip() string {
	var rest []string
	for _, word := range w.Folded {
		if !lists.Sets.Aroundslip[word] {
			rest = append(rest, word)
		}
	}
	return strings.Join(rest, " ")
}

// OnlyNumber returns the one number in the message, or 0.
func (w Message) OnlyNumber() int {
	found := 0
	for _, word := range w.Folded {
		if number, err := strconv.Atoi(word); err == nil {
			if found != 0 {
				return 0
			}
			found = number
		}
	}
	return found
}

// OnlyNumberBut returns the one number in the message besides one that is not meant ("not 3, 1"), or 0.
func (w Message) OnlyNumberBut(denied int) int {
	rest := Message{}
	for _, word := range w.Folded {
		if word != strconv.Itoa(denied) {
			rest.Folded = append(rest.Folded, word)
		}
	}
	return rest.OnlyNumber()
}

// all reports whether the message consists of words of the set.
func (w Message) all(of wordSet) bool {
	for _, word := range w.Folded {
		if !of[word] {
			return false
		}
	}
	return len(w.Folded) > 0
}

// Cancels reports whether the message is nothing but "cancel", without an object.
func (w Message) Cancels() bool {
	for _, word := range w.Folded {
		if !lists.Sets.Cancel[word] && !lists.Sets.Objectless[word] {
			return false
		}
	}
	return w.any(lists.Sets.Cancel)
}

// Undoes reports whether the message is nothing but "undo", or the Urdu words for it that the chat suggests.
func (w Message) Undoes() bool {
	if w.consists(lists.UndoPhrases, lists.Sets.Undo, lists.Sets.Back) {
		return true
	}
	for _, word := range w.Folded {
		if !lists.Sets.Undo[word] && !lists.Sets.Back[word] && !lists.Sets.Objectless[word] {
			return false
		}
	}
	return w.any(lists.Sets.Undo) || w.any(lists.Sets.Return) && w.any(lists.Sets.Take)
}

// MatchHalfOfDay returns clock, HH:MM:SS, in the same half of the day as was, unless the message names the half
// itself: if a task was due at 9 in the morning, "10 baje" means 10 in the morning.
func (w Message) MatchHalfOfDay(clock string, was time.Time) string {
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil || w.SaysHalf() || at.Hour()%12 == 0 {
		return clock
	}
	if before := was.Hour() < 12; before != (at.Hour() < 12) {
		at = at.Add(12 * time.Hour)
	}
	return at.Format(time.TimeOnly)
}

// SaysHalf reports whether the message says which half of the day it means, also right behind the hour: 9am.
func (w Message) SaysHalf() bool {
	return slices.ContainsFunc(w.Folded, func(word string) bool { return lists.Sets.Half[strings.TrimLeft(word, "0123456789.:")] })
}

// IsHalf reports whether a text is nothing but a half of the day: "evening".
func IsHalf(text string) bool { return Parse(text).all(lists.Sets.Half) }

func (w Message) any(of wordSet) bool {
	for _, word := range w.Folded {
		if of[word] {
			return true
		}
	}
	return false
}

// Slips reports whether the message owns that something went wrong: "oho, ghalti ho gayi".
func (w Message) Slips() bool { return w.any(lists.Sets.Slip) }
