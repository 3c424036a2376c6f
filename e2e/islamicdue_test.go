package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// A task is due on a day of the Islamic calendar as the user's country reckons it, and the answer says both dates.
func TestChatTasksAreDueByTheIslamicCalendar(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	for _, one := range readJSON[[]struct {
		Say, Title, Due string
		Tells           []string
	}](t, "testdata/questions/islamic-due.json") {
		got := newTalk(platform).say(t, one.Say)
		task, _ := got.Data["task"].(map[string]any)
		due, _ := task["due_datetime"].(string)
		if !got.Success || task["title"] != one.Title || !strings.HasPrefix(due, one.Due) {
			t.Errorf("%q: %v due %s, want %s due %s\n\t%s", one.Say, task["title"], due, one.Title, one.Due, got.Message)
		}
		for _, words := range one.Tells {
			if !strings.Contains(got.Message, words) {
				t.Errorf("%q does not say %s: %s", one.Say, words, got.Message)
			}
		}
	}
}

// What names no day that there is changes nothing, and a title with a month in it is no date.
func TestChatTakesNoDayForAnIslamicOneThatIsNone(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	for say, words := range map[string]string{
		"remind me to fast on 31 Shaban": "29 or 30 days", "31 shaban ko roza rakhna hai task bana do": "29 ya 30 din",
		"۳۱ شعبان کو روزہ رکھنا یاد دلانا": "۲۹ یا ۳۰ دن",
	} {
		if got := newTalk(platform).say(t, say); got.Data != nil || !strings.Contains(got.Message, words) {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
	for say, title := range map[string]string{
		"Ramadan ki tayari ka task bana do": "Ramadan ki tayari", "add a task: Eid ke kapre silwana": "Eid ke kapre silwana",
	} {
		got := newTalk(platform).say(t, say)
		task, _ := got.Data["task"].(map[string]any)
		if task["title"] != title || task["due_datetime"] != nil {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
	mine := newTalk(platform)
	mine.say(t, "add a task to give zakat")
	if got := mine.say(t, "move task 1 to 15 shaban"); !strings.Contains(got.Message, "15 Shaban 1448 is on Sunday, 24 January 2027") {
		t.Errorf("moved: %s", got.raw)
	}
}

// Who asks what is due in a week, until a day or on a day of the Islamic calendar sees those tasks and no others, and deletes no others.
func TestChatListsWhatIsDueOnTheDaysThatAreAskedFor(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)}) // Monday, 2 March 2026
	mine := newTalk(platform)
	for _, say := range []string{
		"add call bank tomorrow", "add dentist on 11 March", "add visa forms on 20 April", "add zakat on 15 shaban", "add buy milk",
	} {
		mine.say(t, say)
	}
	for _, one := range []struct {
		say  string
		want []string
	}{
		{"show my tasks for this week", []string{"call bank"}},
		{"agle hafte ke kaam dikhao", []string{"dentist"}},
		{"اس مہینے کے کام دکھاؤ", []string{"call bank", "dentist"}},
		{"what is due next month", []string{"visa forms"}},
		{"what's due by 11 march", []string{"call bank", "dentist"}},
		{"15 shaban ke tasks dikhao", []string{"zakat"}},
	} {
		got := mine.say(t, one.say)
		var titles []string
		listed, _ := got.Data["tasks"].([]any)
		for _, each := range listed {
			task, _ := each.(map[string]any)
			title, _ := task["title"].(string)
			titles = append(titles, title)
		}
		if !slices.Equal(titles, one.want) {
			t.Errorf("%q lists %q, want %q\n\t%s", one.say, titles, one.want, got.Message)
		}
	}
	if got := mine.say(t, "15 shaban ke tasks dikhao"); !strings.Contains(got.Message, "\nKarachi mein 15 Shaban 1448") {
		t.Errorf("the day is not told in a line of its own: %s", got.Message)
	}
	asked := mine.say(t, "delete everything due next week")
	if !strings.Contains(asked.Message, "dentist") || strings.Contains(asked.Message, "visa") || strings.Contains(asked.Message, "milk") {
		t.Errorf("asks to delete what is not due next week: %s", asked.Message)
	}
}
