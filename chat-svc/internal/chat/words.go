package chat

import (
	"strconv"
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
		} else if !numberWords[word] {
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
		if taskWords[word] && (i == 0 || !thisWords[w.folded[i-1]]) {
			return true
		}
	}
	return false
}

// mentionsMasjids reports whether the message mentions masjids in general.
func (w words) mentionsMasjids() bool { return w.any(mosqueWords) }

// onlyLoanwords reports whether the message consists of words that every language of the chat has borrowed.
func (w words) onlyLoanwords() bool {
	for _, word := range w.folded {
		if !loanwords[word] {
			return false
		}
	}
	return len(w.folded) > 0
}

// asksAbout reports whether the message repeats the previous request for something else: "how about Clifton?".
func (w words) asksAbout() bool {
	rest := w.folded
	for len(rest) > 0 && leadingWords[rest[0]] {
		rest = rest[1:]
	}
	return len(rest) > 2 && (rest[0] == "how" || rest[0] == "what") && rest[1] == "about"
}

// asksForAnother reports whether the message is nothing but "ek aur", or "ek or" as it is also typed.
func (w words) asksForAnother() bool {
	for _, word := range w.folded {
		if !oneMoreWords[word] {
			return false
		}
	}
	return len(w.folded) > 1
}

// mentionsToday reports whether the message mentions today.
func (w words) mentionsToday() bool { return w.any(todayWords) }

// corrects reports whether the message begins with a correction: "no sorry, …", "nahi, …".
func (w words) corrects() bool {
	return len(w.folded) > 0 && correctingWords[w.folded[0]]
}

// cancels reports whether the message is nothing but "cancel", without an object.
func (w words) cancels() bool {
	for _, word := range w.folded {
		if !cancelWords[word] && !objectlessWords[word] {
			return false
		}
	}
	return w.any(cancelWords)
}

// undoes reports whether the message is nothing but "undo", or the Urdu words for it that the chat suggests.
func (w words) undoes() bool {
	for _, word := range w.folded {
		if !undoWords[word] && !backWords[word] && !objectlessWords[word] {
			return false
		}
	}
	return w.any(undoWords) || w.any(returnWords) && w.any(takeWords)
}

// matchHalfOfDay returns clock, HH:MM:SS, in the same half of the day as was, unless the message names the half
// itself: if a task was due at 9 in the morning, "10 baje" means 10 in the morning.
func (w words) matchHalfOfDay(clock string, was time.Time) string {
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil || w.any(halfWords) || at.Hour()%12 == 0 {
		return clock
	}
	if before := was.Hour() < 12; before != (at.Hour() < 12) {
		at = at.Add(12 * time.Hour)
	}
	return at.Format(time.TimeOnly)
}

func (w words) any(of map[string]bool) bool {
	for _, word := range w.folded {
		if of[word] {
			return true
		}
	}
	return false
}

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range spelling.Words(words) {
		set[word] = true
	}
	return set
}

var (
	mosqueWords     = setOf(`masjid masjids masjidein masjiden masajid mosque mosques مسجد مسجدیں مساجد مسجدوں`)
	loanwords       = setOf(`undo cancel ok okay yes no hmm hm please plz hi hello bye thanks`)
	leadingWords    = setOf(`ok okay and so then aur acha well`)
	oneMoreWords    = setOf(`ek or aur one more another please plz ایک اور`)
	todayWords      = setOf(`today todays aaj aj آج`)
	thisWords       = setOf(`this that ye yeh yahi is us wahi یہ یہی اس وہی`)
	undoWords       = setOf(`undo`)
	returnWords     = setOf(`wapas wapis واپس`)
	takeWords       = setOf(`lo le lao la lein len lijiye لو لے لاؤ لا لیں لیجیے`)
	backWords       = setOf(`wapas wapis lo le lao la lein len lijiye isay usay isko usko واپس لو لے لاؤ لا لیں لیجیے اسے اس کو`)
	cancelWords     = setOf(`cancel کینسل`)
	objectlessWords = setOf(`it this that please plz ok kar karo krdo kardo do dein den کر کرو دو دیں`)
	halfWords       = setOf(`am pm a p morning evening night noon afternoon tonight subah subha shaam sham raat dopahar dopeher din sehri fajr
		صبح شام رات دوپہر دن`)
	numberWords     = setOf(`number no num nmbr task the wala wali # نمبر والا والی کام ٹاسک`)
	taskWords       = setOf(`task tasks kaam kam kaamon ٹاسک کام کاموں reminder reminders todo`)
	correctingWords = setOf(`no nahi nahin sorry actually balke نہیں بلکہ معذرت`)
)
