package shifts_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words/shifts"
)

func isLength(said string) bool {
	return slices.Contains([]string{"an hour", "ek ghanta", "ایک گھنٹہ", "a day", "10 minutes", "10 minute"}, said)
}

// It is read by how much which task is moved, and what only sounds like it is not.
func TestAMessageMovesATask(t *testing.T) {
	for said, want := range map[string]shifts.Shift{
		"make it an hour later":              {Kind: shifts.Later, Length: "an hour", It: true},
		"isko ek ghanta aage kar do":         {Kind: shifts.Later, Length: "ek ghanta", It: true},
		"اس کو ایک گھنٹہ پہلے کر دیں":        {Kind: shifts.Earlier, Length: "ایک گھنٹہ", It: true},
		"put back Zayd's card by a day":      {Kind: shifts.Later, Length: "a day", Name: "Zayd's card"},
		"task 12 ko ek ghanta pehle kar do":  {Kind: shifts.Earlier, Length: "ek ghanta", Number: 12},
		"isko 10 minute aur pehle kar do":    {Kind: shifts.Earlier, Length: "10 minute", It: true, More: true},
		"no, an hour later":                  {Kind: shifts.JustLater, Length: "an hour", It: true},
		"snooze it for 10 minutes":           {Kind: shifts.Snooze, Length: "10 minutes", It: true},
		"remind me again in 10 minutes":      {Kind: shifts.Snooze, Length: "10 minutes", It: true},
		"remind me about it in 10 minutes":   {Kind: shifts.Snooze, Length: "10 minutes", It: true},
		"10 minute baad phir yaad dilana":    {Kind: shifts.Snooze, Length: "10 minute", It: true},
		"make it before Maghrib":             {Kind: shifts.Become, It: true, Time: "before Maghrib"},
		"remind me in an hour":               {Kind: shifts.Anew, Length: "an hour", It: true},
		"set a reminder for 10 minutes":      {Kind: shifts.Anew, Length: "10 minutes", It: true},
		"mujhe 10 minute baad yaad dilana":   {Kind: shifts.Anew, Length: "10 minute", It: true},
		"ایک گھنٹہ بعد یاد دلانا":            {Kind: shifts.Anew, Length: "ایک گھنٹہ", It: true},
		"chai ka 10 minute baad yaad dilana": {},
		"remind me in an hour to eat":        {},
		"isko maghrib se an hour baad karna": {},
		"move it to Monday":                  {},
		"an hour":                            {},
	} {
		if got := shifts.Of(said, isLength); got != want && want.Kind != shifts.None || want.Kind == shifts.None && got.Kind != shifts.None &&
			got.Kind != shifts.Become {
			t.Errorf("%q says %+v, want %+v", said, got, want)
		}
	}
}

func TestAMessageSaysHowLongBeforeOrAfter(t *testing.T) {
	for said, want := range map[string]struct {
		length     string
		before, ok bool
	}{
		"an hour before":          {"an hour", true, true},
		"no, 10 minutes before":   {"10 minutes", true, true},
		"10 minutes after that":   {"10 minutes", false, true},
		"nahi ek ghanta pehle":    {"ek ghanta", true, true},
		"نہیں ایک گھنٹہ بعد":      {"ایک گھنٹہ", false, true},
		"10 minutes before Asr":   {},
		"an hour":                 {},
		"call ammi an hour after": {"call ammi an hour", false, false},
	} {
		length, before, ok := shifts.Beside(said, isLength)
		if length != want.length || before != want.before || ok != want.ok {
			t.Errorf("%q says %q, before %t, %t, want %+v", said, length, before, ok, want)
		}
	}
}
