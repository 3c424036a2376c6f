package chat

import (
	"strconv"
	"unicode"

	"github.com/salaatflow/platform/gateway/detect"
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

// neutral says whether the words are of no language in particular.
func (w words) neutral() bool {
	for _, word := range w.folded {
		if !neutralWords[word] && !isDigits(word) {
			return false
		}
	}
	return true
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

// more says whether one more of what was shown is asked for.
func (w words) more() bool {
	for _, word := range w.folded {
		if !moreWords[word] && !politeWords[word] {
			return false
		}
	}
	return w.any(moreWords)
}

// afterIt says whether the prayer that was spoken of is what a task hangs on: "after that one", "us se pehle".
func (w words) afterIt() bool {
	for i, word := range w.folded {
		if !anchorWords[word] {
			continue
		}
		for _, near := range w.folded[max(0, i-4):min(len(w.folded), i+3)] {
			if itWords[near] {
				return true
			}
		}
	}
	return false
}

// corrects says whether the message begins by taking back what was said before: "no sorry, …", "nahi, …".
func (w words) corrects() bool {
	return len(w.folded) > 0 && correctingWords[w.folded[0]]
}

// clockOnly says whether a time of day was named and no day.
func (w words) clockOnly(heard detect.Result) bool {
	return heard.Slots.Date == nil && !w.any(dayWords)
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
	neutralWords    = setOf(`ok okay fajr dhuhr zuhr asr maghrib isha jummah yes no undo plz please task tasks masjid hadith quran`)
	numberWords     = setOf(`number no num nmbr task the wala wali # نمبر والا والی کام ٹاسک`)
	taskWords       = setOf(`task tasks kaam kam kaamon ٹاسک کام کاموں reminder reminders todo`)
	anchorWords     = setOf(`after before baad bad pehle pehlay پہلے بعد`)
	itWords         = setOf(`it that this us is uske iske usse isse اس`)
	correctingWords = setOf(`no nahi nahin sorry actually balke نہیں بلکہ معذرت`)
	dayWords        = setOf(`today tonight tomorrow tmrw kal aaj aj parson monday tuesday wednesday thursday friday saturday sunday
		peer pir mangal budh jumerat jumeraat jumma juma hafta hafte itwar itwaar
		january february march april may june july august september october november december
		آج کل پرسوں پیر منگل بدھ جمعرات جمعہ جمعے ہفتہ ہفتے اتوار`)
	moreWords   = setOf(`another more next aur or mazeed agla agli اور مزید اگلا اگلی`)
	politeWords = setOf(`one ek ok please plz the show me tell do de dein den dikhao dikha batao bata btao sunao suna hadith hadees koi wala wali page
		ایک دکھاؤ دکھا بتاؤ بتا سناؤ سنا دو دیں حدیث کوئی والا والی`)
)
