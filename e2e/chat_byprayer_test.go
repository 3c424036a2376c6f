package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What is to be some minutes before or after a prayer every day is kept at that distance from it, in each script, and the answer says so.
func TestChatKeepsATaskSoLongBeforeAPrayer(t *testing.T) {
	platform, _ := startForChat(t) // Monday, 2 March 2026, in the morning
	eventually(t, "tasks-svc knows when prayers begin", func() bool {
		made := send(t, platform, "POST", "/api/v1/tasks", `{"title":"x","linked_prayer":"Isha"}`, as(nextUser.Add(1)))
		return made.field(t, "remind_at") != nil
	})
	for _, c := range []struct {
		says   []string
		prayer string
		offset any
		due    any
		wants  []string // of the last answer
	}{
		{
			[]string{"remind me 10 minutes before Maghrib to make dua every day"},
			"Maghrib", -10.0, nil, []string{"10 minutes before Maghrib", "daily", "I will remind you today at", "moves with Maghrib"},
		},
		{
			[]string{"rozana Maghrib se 10 minute pehle dua ki yaad dilana"},
			"Maghrib", -10.0, nil, []string{"Maghrib se 10 minute pehle", "rozana", "Yaad-dehani aaj", "har baar us din ki Maghrib"},
		},
		{
			[]string{"روزانہ مغرب سے دس منٹ پہلے دعا کی یاد دہانی لگا دو"},
			"Maghrib", -10.0, nil, []string{"مغرب سے ۱۰ منٹ پہلے", "روزانہ", "یاد دہانی آج", "ہر بار اس دن کی مغرب"},
		},
		{[]string{"remind me 15 minutes after Fajr daily to read Yaseen"}, "Fajr", 15.0, nil, []string{"15 minutes after Fajr"}},
		{[]string{"roz Fajr ke 15 minute baad tilawat ki yaad dilao"}, "Fajr", 15.0, nil, []string{"Fajr ke 15 minute baad"}},
		{
			[]string{"remind me every Friday 30 minutes before Asr to visit grandma"},
			"Asr", -30.0, "2026-03-06T00:00:00+05:00", []string{"30 minutes before Asr", "I will remind you on Friday, 6 March at"},
		},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it 20 minutes before"}, "Maghrib", -20.0, nil, nil},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it 5 minutes earlier"}, "Maghrib", -15.0, nil, nil},
		{[]string{"rozana Maghrib se 10 minute pehle dua ki yaad dilana", "isko 20 minute pehle kar do"}, "Maghrib", -20.0, nil, nil},
		{[]string{"rozana Maghrib se 10 minute pehle dua ki yaad dilana", "isko 5 minute aur pehle kar do"}, "Maghrib", -15.0, nil, nil},
		{[]string{"روزانہ مغرب سے دس منٹ پہلے دعا کی یاد دہانی لگا دو", "نہیں بیس منٹ پہلے"}, "Maghrib", -20.0, nil, nil},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it 2 hours before"}, "Maghrib", -120.0, nil, nil},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it 15 minutes after"}, "Maghrib", 15.0, nil, nil},
		{[]string{"rozana Maghrib se 10 minute pehle dua ki yaad dilana", "nahi do ghante pehle"}, "Maghrib", -120.0, nil, nil},
		{[]string{"روزانہ مغرب سے دس منٹ پہلے دعا کی یاد دہانی لگا دو", "نہیں آدھا گھنٹہ پہلے"}, "Maghrib", -30.0, nil, nil},
		{[]string{"remind me at Maghrib to make dua every day", "make it 10 minutes before Maghrib"}, "Maghrib", -10.0, nil, nil},
		{
			[]string{"add task report every day at 5 pm", "make it 15 minutes before Maghrib"},
			"Maghrib", -15.0, "2026-03-02T00:00:00+05:00", []string{"15 minutes before Maghrib"},
		},
		{
			[]string{"remind me 10 minutes before Maghrib to make dua", "make it daily"},
			"Maghrib", -10.0, "2026-03-02T00:00:00+05:00", []string{"10 minutes before Maghrib", "moves with Maghrib"},
		},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it at Isha"}, "Isha", nil, nil, []string{"at Isha"}},
		{
			[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it at 6 pm"},
			"Maghrib", nil, "2026-03-02T18:00:00+05:00", []string{"due today at 6:00 pm"},
		},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it at 6 pm", "undo"}, "Maghrib", -10.0, nil, nil},
		{[]string{"remind me 10 minutes before Maghrib to make dua every day", "make it at Isha", "undo"}, "Maghrib", -10.0, nil, nil},
		{[]string{"remind me at Maghrib to make dua every day", "make it 10 minutes before Maghrib", "undo"}, "Maghrib", nil, nil, nil},
	} {
		person := newTalk(platform)
		var got said
		for _, say := range c.says {
			got = person.say(t, say)
		}
		task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user))
		is := []any{task.field(t, "linked_prayer"), task.field(t, "prayer_offset_minutes"), task.field(t, "due_datetime")}
		if fmt.Sprint(is...) != fmt.Sprint(c.prayer, c.offset, c.due) {
			t.Errorf("%q: %s, want %v", c.says, task.body, []any{c.prayer, c.offset, c.due})
		}
		for _, want := range c.wants {
			if !strings.Contains(got.Message, want) {
				t.Errorf("%q: %s, want %q", c.says, got.Message, want)
			}
		}
	}
}

// What follows no prayer of the day, or happens once, has the hour that it then is.
func TestChatSaysWhatDoesNotMoveWithAPrayer(t *testing.T) {
	platform, _ := startForChat(t)
	for say, want := range map[string]string{
		"remind me 10 minutes before sunrise every day to pray ishraq": "does not move from day to day",
		"remind me 10 minutes before Maghrib to make dua":              "",
	} {
		person := newTalk(platform)
		got := person.say(t, say)
		task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user))
		due, _ := task.field(t, "due_datetime").(string)
		if task.field(t, "prayer_offset_minutes") != nil || len(due) < 16 || !strings.Contains(got.Message, want) ||
			want == "" && strings.Contains(got.Message, "move") {
			t.Errorf("%s: %s, %s", say, got.Message, task.body)
		}
	}
}

// A task that repeats before Maghrib reminds at each day's hour, and the one after it does when it is completed.
func TestChatRemindsBeforeEachDaysPrayer(t *testing.T) {
	platform, clock := startForChat(t)
	person := newTalk(platform)
	person.say(t, "remind me 10 minutes before Maghrib to make dua every day")
	zone := time.FixedZone("", 5*60*60)
	number := 1
	hours := map[string]bool{}
	for range 5 {
		path := fmt.Sprintf("/api/v1/tasks/%d", number)
		var reminds any
		eventually(t, "the task reminds", func() bool {
			reminds = send(t, platform, "GET", path, "", as(person.user)).field(t, "remind_at")
			return reminds != nil
		})
		day := clock.Now().In(zone)
		times := send(t, platform, "GET", "/api/v1/prayer-times?date="+day.Format(time.DateOnly), "", as(person.user))
		maghrib, err := time.Parse(time.RFC3339, times.field(t, "start_datetimes.maghrib").(string))
		if err != nil {
			t.Fatal(err)
		}
		want := maghrib.Add(-10 * time.Minute)
		if reminds != want.In(zone).Format(time.RFC3339) {
			t.Errorf("on %s it reminds at %v, want %v", day.Format(time.DateOnly), reminds, want)
		}
		hours[want.In(zone).Format(time.TimeOnly)] = true
		clock.Advance(want.Add(time.Hour).Sub(clock.Now()))
		done := send(t, platform, "PATCH", path+"/complete", "", as(person.user))
		number = int(done.field(t, "next_task_id").(float64))
		clock.Advance(18 * time.Hour)
	}
	if len(hours) < 3 {
		t.Errorf("five days have only the hours %v", hours)
	}
}
