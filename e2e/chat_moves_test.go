package e2e

import (
	"strings"
	"testing"
	"time"
)

// What is moved by an amount of time is moved from its own time, whatever the hour is now.
func TestChatMovesATaskFromItsOwnTime(t *testing.T) {
	platform, _ := startForChat(t) // Monday, 2 March 2026, in the morning
	for _, c := range []struct {
		says []string
		due  string
	}{
		{[]string{"make it an hour later"}, "2026-03-03T18:00:00+05:00"},
		{[]string{"isko ek ghanta baad kar do"}, "2026-03-03T18:00:00+05:00"},
		{[]string{"اس کو ایک گھنٹہ بعد کر دو"}, "2026-03-03T18:00:00+05:00"},
		{[]string{"make it 30 minutes earlier"}, "2026-03-03T16:30:00+05:00"},
		{[]string{"isko aadha ghanta pehle kar do"}, "2026-03-03T16:30:00+05:00"},
		{[]string{"اسے آدھا گھنٹہ پہلے کر دو"}, "2026-03-03T16:30:00+05:00"},
		{[]string{"تیس منٹ دیر سے کر دو"}, "2026-03-03T17:30:00+05:00"},
		{[]string{"bring it forward 45 minutes"}, "2026-03-03T16:15:00+05:00"},
		{[]string{"push it back 2 hours"}, "2026-03-03T19:00:00+05:00"},
		{[]string{"Put back report by a day"}, "2026-03-04T17:00:00+05:00"},
		{[]string{"task 1 ko ek hafta aage kar do"}, "2026-03-10T17:00:00+05:00"},
		{[]string{"کام ۱ کو دو دن آگے کر دیں"}, "2026-03-05T17:00:00+05:00"},
		{[]string{"isko 3 din baad kar do", "nahi yar ek din aur aage"}, "2026-03-07T17:00:00+05:00"},
		{[]string{"an hour later", "an hour later"}, "2026-03-03T19:00:00+05:00"},
		{[]string{"push it to Friday", "delay it by 20 minutes"}, "2026-03-06T17:20:00+05:00"},
		{[]string{"make it 6 pm"}, "2026-03-03T18:00:00+05:00"}, // a time, and no amount
		{[]string{"don't push it back by an hour"}, "2026-03-03T17:00:00+05:00"},
		{[]string{"how do I push it back by an hour?"}, "2026-03-03T17:00:00+05:00"},
	} {
		person := newTalk(platform)
		person.say(t, "add task report tomorrow 5 pm")
		for _, say := range c.says {
			person.say(t, say)
		}
		task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user))
		if got := task.field(t, "due_datetime"); got != c.due || task.field(t, "title") != "report" {
			t.Errorf("%q: %s, want it due at %s", c.says, task.body, c.due)
		}
	}
}

// A recurring task goes on at the new time; one that is due on a day is moved from when it reminds.
func TestChatMovesTasksOfOtherKinds(t *testing.T) {
	platform, _ := startForChat(t)
	for _, c := range []struct{ makes, moves, due string }{
		{"add task pills every day at 9 pm", "make it an hour later", "2026-03-02T22:00:00+05:00"},
		{"add task birthday card on Friday", "put back birthday card by a day", "2026-03-07T00:00:00+05:00"},
		{"add task birthday card on Friday", "isko ek ghanta baad kar do", "2026-03-06T08:00:00+05:00"},
	} {
		person := newTalk(platform)
		person.say(t, c.makes)
		person.say(t, c.moves)
		if task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user)); task.field(t, "due_datetime") != c.due {
			t.Errorf("%q, then %q: %s, want it due at %s", c.makes, c.moves, task.body, c.due)
		}
	}
}

// "It" is moved to before a prayer of its own day, and is no new task.
func TestChatMovesATaskToBeforeAPrayer(t *testing.T) {
	platform, _ := startForChat(t)
	for _, say := range []string{
		"make it 15 minutes before Maghrib", "isko maghrib se 15 minute pehle kar do", "اسے مغرب سے ۱۵ منٹ پہلے کر دو",
	} {
		person := newTalk(platform)
		person.say(t, "add task report on Thursday 5 pm")
		person.say(t, say)
		task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user))
		if due, _ := task.field(t, "due_datetime").(string); len(due) < 13 || due[:13] != "2026-03-05T18" || task.field(t, "title") != "report" {
			t.Errorf("%q: %s", say, task.body)
		}
		if second := send(t, platform, "GET", "/api/v1/tasks/2", "", as(person.user)); second.status != 404 {
			t.Errorf("%q made %s", say, second.body)
		}
	}
}

// Who wants to be reminded again is, and a task that is still to come, or recurs, keeps its time.
func TestChatRemindsAgain(t *testing.T) {
	platform, clock := startForChat(t)
	soon := clock.Now().Add(10 * time.Minute).In(time.FixedZone("", 5*60*60)).Format(time.RFC3339)
	for _, c := range []struct{ makes, says, due, besides string }{
		{"add task report tomorrow 5 pm", "snooze it for 10 minutes", "2026-03-03T17:00:00+05:00", soon},
		{"add task report tomorrow 5 pm", "snooze karo 10 minute", "2026-03-03T17:00:00+05:00", soon},
		{"add task report tomorrow 5 pm", "remind me again in 10 minutes", "2026-03-03T17:00:00+05:00", soon},
		{"add task report tomorrow 5 pm", "remind me about it in 10 minutes", "2026-03-03T17:00:00+05:00", soon},
		{"add task report tomorrow 5 pm", "دس منٹ بعد دوبارہ یاد دلانا", "2026-03-03T17:00:00+05:00", soon},
		{"add task report every day at 9 pm", "10 minute baad phir yaad dilana", "2026-03-02T21:00:00+05:00", soon},
		{"add task report", "snooze task 1 for 10 minutes", soon, ""},
	} {
		person := newTalk(platform)
		person.say(t, c.makes)
		person.say(t, c.says)
		if got := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user)); got.field(t, "due_datetime") != c.due {
			t.Errorf("%q, then %q: %s, want it due at %s", c.makes, c.says, got.body, c.due)
		}
		second := send(t, platform, "GET", "/api/v1/tasks/2", "", as(person.user))
		if made := second.status == 200; made != (c.besides != "") || made && second.field(t, "remind_at") != c.besides {
			t.Errorf("%q, then %q makes %s", c.makes, c.says, second.body)
		}
	}
}

// It is said when a task is due, when it reminds, and when the next of its series is due.
func TestChatSaysWhenTasksAreDueAndRemind(t *testing.T) {
	platform, _ := startForChat(t)
	for _, c := range []struct{ makes, asks, want string }{
		{"add task report tomorrow 5 pm", "when is task 1 due", "due tomorrow at 5:00 pm"},
		{"add task report on Friday", "when will you remind me about task 1", "I will remind you on Friday, 6 March at 7:00 am"},
		{"kal shaam 5 baje report ka task bana do", "task 1 kab yaad dilaoge", "Yaad-dehani kal shaam 5 baje hogi"},
		{"کل شام پانچ بجے رپورٹ کا کام بنا دو", "کام ۱ کی یاد دہانی کب ہوگی", "یاد دہانی کل شام ۵ بجے ہو گی"},
		{"add task report", "when will you remind me about the report?", "No reminder is set"},
		{"add task pills every day at 9 pm", "mark task 1 as done", "Next: task 2, tomorrow at 9:00 pm."},
	} {
		person := newTalk(platform)
		person.say(t, c.makes)
		if got := person.say(t, c.asks); !strings.Contains(got.Message, c.want) {
			t.Errorf("%q, then %q: %s, want %s", c.makes, c.asks, got.Message, c.want)
		}
	}
}
