package detect_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// testdata/several holds a sentence a line: ask.txt speaks of more than one deed or task, one.txt of one though it looks
// like more, later.txt orders for when something will have happened, now.txt looks like it.
func several(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/several/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func TestMoreThanOneDeedOrTaskIsSeen(t *testing.T) {
	d := detector(t)
	for _, sentence := range several(t, "ask.txt") {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() && !got.Plan.Several {
			t.Errorf("%q is %s of one task by %q", sentence, got.Intent, rule)
		}
	}
	for _, sentence := range several(t, "one.txt") {
		if got, rule := d.Explain(input(sentence)); !got.Intent.Writes() || got.Plan.Several {
			t.Errorf("%q is %s, %+v by %q", sentence, got.Intent, got.Plan, rule)
		}
	}
}

func TestWhatIsOrderedForLaterIsNotDoneNow(t *testing.T) {
	d := detector(t)
	for _, sentence := range several(t, "later.txt") {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
	for _, sentence := range several(t, "now.txt") {
		if got, rule := d.Explain(input(sentence)); !got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}

func TestEachTaskHasTheDeedOfItsClause(t *testing.T) {
	d := detector(t)
	del, done := detect.DeleteTask, detect.CompleteTask
	for sentence, want := range map[string][]detect.Step{
		"mark 1 done, remove 2":          {{Intent: done, TaskID: 1}, {Intent: del, TaskID: 2}},
		"remove 2 and mark 1 done":       {{Intent: del, TaskID: 2}, {Intent: done, TaskID: 1}},
		"ٹاسک 1 مکمل کر دو اور 2 مٹا دو": {{Intent: done, TaskID: 1}, {Intent: del, TaskID: 2}},
		"task 1 done hai, 2 delete":      {{Intent: done, TaskID: 1}, {Intent: del, TaskID: 2}},
		"delete tasks 3-5":               {{Intent: del, TaskID: 3}, {Intent: del, TaskID: 4}, {Intent: del, TaskID: 5}},
		"ٹاسک 3 سے 5 تک حذف کر دو":       {{Intent: del, TaskID: 3}, {Intent: del, TaskID: 4}, {Intent: del, TaskID: 5}},
		"2 aur 4 complete kar do":        {{Intent: done, TaskID: 2}, {Intent: done, TaskID: 4}},
		"tick off 1, 2, 3 and bin 4": {{Intent: done, TaskID: 1}, {Intent: done, TaskID: 2}, {Intent: done, TaskID: 3},
			{Intent: del, TaskID: 4}},
		"delete tasks twenty-one and ninety-nine":        {{Intent: del, TaskID: 21}, {Intent: del, TaskID: 99}},
		"complete the second to the fourth":              {{Intent: done, Place: 2}, {Intent: done, Place: 3}, {Intent: done, Place: 4}},
		"delete the first to third tasks":                {{Intent: del, Place: 1}, {Intent: del, Place: 2}, {Intent: del, Place: 3}},
		"pehle se teesre tak mita do":                    {{Intent: del, Place: 1}, {Intent: del, Place: 2}, {Intent: del, Place: 3}},
		"dusre se chauthe tak complete kar do":           {{Intent: done, Place: 2}, {Intent: done, Place: 3}, {Intent: done, Place: 4}},
		"دوسرے سے چوتھے تک مکمل کر دیجیے":                {{Intent: done, Place: 2}, {Intent: done, Place: 3}, {Intent: done, Place: 4}},
		"پہلا کام ہو گیا ہے، دوسرا مٹا دو":               {{Intent: done, Place: 1}, {Intent: del, Place: 2}},
		"delete task 3 or 4":                             nil,
		"delete tasks between 3 and 5":                   nil,
		"delete all tasks except 3":                      nil,
		"task 3 aur 5 ke darmiyan sab delete karo":       nil,
		"delete tasks 3 to 500":                          nil,
		"delete tasks 5 to 3":                            nil,
		"task 1 ko high priority karo aur 2 delete karo": nil,
		"delete task 2 and complete the milk task":       nil,
		"delete task 2 and complete task 2":              nil,
	} {
		if got := ask(d, sentence); !got.Plan.Several || !slices.Equal(got.Plan.Steps, want) {
			t.Errorf("%q has the plan %+v, want %v", sentence, got.Plan, want)
		}
	}
}

var tens = []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
var ones = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// Every number from 1 to 99 names its task, in the words of each script and the digits of each.
func TestNumbersInWordsNameTasks(t *testing.T) {
	d := detector(t)
	check := func(sentence string, want int) {
		if got, rule := d.Explain(input(sentence)); got.Slots.TaskID == nil || *got.Slots.TaskID != want || got.Intent != detect.DeleteTask {
			t.Errorf("%q is %s of %v by %q, want %d", sentence, got.Intent, value(got.Slots.TaskID), rule, want)
		}
	}
	for number := 21; number < 100; number++ {
		if number%10 != 0 {
			for _, between := range []string{" ", "-", "‑", "–"} {
				check("delete task "+tens[number/10]+between+ones[number%10], number)
			}
		}
		for _, zero := range []rune{'0', '٠', '۰', '०', '০', '੦', '০', '０'} {
			digits := strings.Map(func(r rune) rune { return zero + r - '0' }, strconv.Itoa(number))
			check("delete task "+digits, number)
			check("ٹاسک "+digits+" حذف کر دو", number)
		}
	}
	for number, spellings := range spelled(t) {
		for _, word := range spellings {
			switch latin := word[0] < 0x80; {
			case number < 10: // some of these mean other things as well
			case latin:
				check(fmt.Sprintf("task number %s delete kar do", word), number)
			default:
				check(fmt.Sprintf("ٹاسک نمبر %s حذف کر دو", word), number)
			}
		}
	}
}

func value(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}

var numberLine = regexp.MustCompile(`(?m)^number (\d+): (.*)$`)

// spelled are the words of the table of numbers; those that are a number only before what is counted are left out.
func spelled(t *testing.T) map[int][]string {
	t.Helper()
	table, err := os.ReadFile("when/words/data/numbers.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := map[int][]string{}
	for _, line := range numberLine.FindAllStringSubmatch(string(table), -1) {
		number, _ := strconv.Atoi(line[1])
		for word := range strings.SplitSeq(line[2], ", ") {
			if !strings.HasSuffix(word, "?") {
				words[number] = append(words[number], word)
			}
		}
	}
	for number := 1; number < 100; number++ {
		if number > 12 && len(words[number]) < 2 {
			t.Errorf("%d has no word in each script: %v", number, words[number])
		}
	}
	return words
}

func TestANumberAlone(t *testing.T) {
	d := detector(t)
	for typed, want := range map[string]int{"21": 21, "twenty one": 21, "ikkees": 21, "اکیس": 21, "২১": 21, "۲۱": 21, "ninety-nine": 99,
		"gym": 0, "task 3": 0, "": 0, "7 pm": 0} {
		if got, ok := d.Number(typed); ok != (want != 0) || ok && got != want {
			t.Errorf("%q is %d, %t, want %d", typed, got, ok, want)
		}
	}
}

func TestWhatItIsToBecomeIsNoTask(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]int{
		"make it 7 instead": 7, "make it 8": 8, "change it to 7 instead": 7, "isko 7 kar do": 7, "اسے ۷ کر دو": 7,
		"make it 7 pm": 0, "isko 7 baje kar do": 0, "make task 7 high priority": 0,
	} {
		got := ask(d, sentence)
		if got.Cues.Bare != want || want != 0 && got.Slots.TaskID != nil {
			t.Errorf("%q: %d, %+v, want %d", sentence, got.Cues.Bare, got.Slots, want)
		}
	}
}
