package e2e

import (
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// An answer that denies, asks or supposes is no answer: nothing is changed, and the question is asked again.
func TestAnAnswerThatDeniesOrDoubtsChangesNothing(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	for _, c := range []struct {
		first   []string
		answers []string
	}{
		{[]string{"delete a task", "complete a task", "ek task delete karna hai", "ایک ٹاسک حذف کرنا ہے"}, []string{
			"not the dentist one", "dentist wala nahi", "dentist wala mat karna", "not the first one", "pehla wala nahi", "not 1", "ڈاکٹر والا نہیں",
			"is the dentist one done?", "should the dentist one go?", "kya dentist wala hata dun?", "why the dentist one?", "dentist wala?",
			"ڈاکٹر والا کیوں؟",
			"maybe the dentist one", "1?", "how many are there?",
		}},
		{[]string{"update task 1"},
			[]string{"not daily", "daily nahi", "should it be daily?", "kya daily kar dun?", "high priority?", "روزانہ نہیں", "روزانہ؟"}},
		{[]string{"add a task", "ek task banana hai"}, []string{"what do you mean?", "kya matlab?", "why?", "مطلب کیا؟"}},
		{[]string{"add a task to iron the uniform"},
			[]string{"is it daily?", "should it be daily?", "not daily", "aur daily bhi?", "کیا یہ روزانہ ہے؟"}},
		{[]string{"delete task 2", "complete task 2"},
			[]string{"aur dentist wala bhi?", "should the dentist one go too?", "not the dentist one too", "aur dentist wala nahi"}},
	} {
		for _, first := range c.first {
			for _, answer := range c.answers {
				person := newTalk(platform)
				for _, title := range []string{"See the dentist", "ڈاکٹر کے پاس جانا", "Wash the car"} {
					setUp(t, platform, person.user, map[string]any{"title": title})
				}
				person.say(t, first)
				if got := person.say(t, answer); got.Tool != nil && *got.Tool != "list_tasks" {
					t.Errorf("%q, %q: %s", first, answer, got.raw)
				}
			}
		}
	}
}
