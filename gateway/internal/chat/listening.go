package chat

import (
	"strconv"
	"unicode"

	"github.com/salaatflow/platform/gateway/detect/text"
	"github.com/salaatflow/platform/services/spelling"
)

// words is what a conversation hears in a message beside what the detector finds: whether it says anything in a
// language, a number alone, or names tasks in general.
type words struct {
	folded  []string // as spelling.Words gives them
	letters bool
	arabic  bool // there are letters of Urdu
}

func listen(message string) words {
	w := words{folded: spelling.Words(message)}
	for _, token := range text.Parse(message).Tokens {
		w.letters = w.letters || token.Script == text.Latin || token.Script == text.Arabic
		w.arabic = w.arabic || token.Script == text.Arabic
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

// number is the message where it is nothing but a number; 0 otherwise.
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

// ofTasks says whether tasks are named in general: "a task", "koi kaam".
func (w words) ofTasks() bool { return w.any(taskWords) }

// corrects says whether the message begins by taking back what was said before: "no sorry, …", "nahi, …".
func (w words) corrects() bool {
	return len(w.folded) > 0 && correctingWords[w.folded[0]]
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
	numberWords     = setOf(`number no num nmbr task the wala wali # نمبر والا والی کام ٹاسک`)
	taskWords       = setOf(`task tasks kaam kam kaamon ٹاسک کام کاموں reminder reminders todo`)
	correctingWords = setOf(`no nahi nahin sorry actually balke نہیں بلکہ معذرت`)
)
