package chat

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// words is what the conversation reads in a message besides the detector's findings: whether it contains words of a
// language, whether it is a single number, whether it mentions tasks in general.
type words struct {
	folded  []string // as returned by spelling.Words
	letters bool
	arabic  bool // contains Arabic letters
	asked   bool // contains a question mark
}

func parseWords(message string) words {
	w := words{folded: spelling.Words(message)}
	for _, token := range text.Parse(message).Tokens {
		w.letters = w.letters || token.Script == text.Latin || token.Script == text.Arabic
		w.arabic = w.arabic || token.Script == text.Arabic
		w.asked = w.asked || token.After.Has(text.Question)
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

// number returns the number if the message is nothing but a number, and 0 otherwise.
func (w words) number() int {
	var last string
	for _, word := range w.folded {
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

// mentionsTasks reports whether the message mentions tasks in general: "a task", "koi kaam", but not "this task".
func (w words) mentionsTasks() bool {
	for i, word := range w.folded {
		if lists.Sets.Task[word] && (i == 0 || !lists.Sets.This[w.folded[i-1]]) {
			return true
		}
	}
	return false
}

// mentionsMasjids reports whether the message mentions masjids in general.
func (w words) mentionsMasjids() bool { return w.any(lists.Sets.Mosque) }

// onlyLoanwords reports whether the message consists of words that every language of the chat has borrowed.
func (w words) onlyLoanwords() bool {
	for _, word := range w.folded {
		if !lists.Sets.Loanwords[word] {
			return false
		}
	}
	return len(w.folded) > 0
}

// asksAbout reports whether the message repeats the previous request for something else: "how about Clifton?".
func (w words) asksAbout() bool {
	rest := w.folded
	for len(rest) > 0 && lists.Sets.Leading[rest[0]] {
		rest = rest[1:]
	}
	return len(rest) > 2 && (rest[0] == "how" || rest[0] == "what") && rest[1] == "about"
}

// asksForAnother reports whether the message is nothing but "ek aur", or "ek or" as it is also typed.
func (w words) asksForAnother() bool {
	for _, word := range w.folded {
		if !lists.Sets.Onemore[word] {
			return false
		}
	}
	return len(w.folded) > 1
}

// mentionsToday reports whether the message mentions today.
func (w words) mentionsToday() bool { return w.any(lists.Sets.Today) }

// corrects reports whether the message begins with a correction: "no sorry, …", "nahi, …".
func (w words) corrects() bool {
	return len(w.folded) > 0 && lists.Sets.Correcting[w.folded[0]]
}

// denies reports whether the message holds a word that says no.
func (w words) denies() bool { return w.any(lists.Sets.Denying) }

// wavers reports whether the message is nothing but a putting off: "umm idk", "ek minute sochne do".
func (w words) wavers() bool { return w.all(lists.Sets.Wavering) }

// ownsSlip reports whether the message corrects what was just done: "sorry, I meant 2", «نہیں نہیں، تیسرا والا».
func (w words) ownsSlip() bool { return w.corrects() || w.any(lists.Sets.Slip) }

// afterSlip returns what the message says besides that it corrects something.
func (w words) afterSlip() string {
	var rest []string
	for _, word := range w.folded {
		if !lists.Sets.Aroundslip[word] {
			rest = append(rest, word)
		}
	}
	return strings.Join(rest, " ")
}

// onlyNumber returns the one number in the message, or 0.
func (w words) onlyNumber() int {
	found := 0
	for _, word := range w.folded {
		if number, err := strconv.Atoi(word); err == nil {
			if found != 0 {
				return 0
			}
			found = number
		}
	}
	return found
}

// all reports whether the message consists of words of the set.
func (w words) all(of wordSet) bool {
	for _, word := range w.folded {
		if !of[word] {
			return false
		}
	}
	return len(w.folded) > 0
}

// cancels reports whether the message is nothing but "cancel", without an object.
func (w words) cancels() bool {
	for _, word := range w.folded {
		if !lists.Sets.Cancel[word] && !lists.Sets.Objectless[word] {
			return false
		}
	}
	return w.any(lists.Sets.Cancel)
}

// undoes reports whether the message is nothing but "undo", or the Urdu words for it that the chat suggests.
func (w words) undoes() bool {
	for _, word := range w.folded {
		if !lists.Sets.Undo[word] && !lists.Sets.Back[word] && !lists.Sets.Objectless[word] {
			return false
		}
	}
	return w.any(lists.Sets.Undo) || w.any(lists.Sets.Return) && w.any(lists.Sets.Take)
}

// matchHalfOfDay returns clock, HH:MM:SS, in the same half of the day as was, unless the message names the half
// itself: if a task was due at 9 in the morning, "10 baje" means 10 in the morning.
func (w words) matchHalfOfDay(clock string, was time.Time) string {
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil || w.any(lists.Sets.Half) || at.Hour()%12 == 0 {
		return clock
	}
	if before := was.Hour() < 12; before != (at.Hour() < 12) {
		at = at.Add(12 * time.Hour)
	}
	return at.Format(time.TimeOnly)
}

func (w words) any(of wordSet) bool {
	for _, word := range w.folded {
		if of[word] {
			return true
		}
	}
	return false
}
