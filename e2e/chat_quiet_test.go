package e2e

import (
	"strings"
	"testing"
)

// Quiet hours are set, asked for and ended by chat, in three scripts, and hold in the settings of the user who said so. Hours that may be
// of the morning or the evening are those of a night.
func TestChatSetsQuietHours(t *testing.T) {
	platform, _ := startForChat(t)
	for _, c := range []struct {
		say         []string
		from, until string
	}{
		{[]string{"don't remind me between 11 pm and 6 am"}, "23:00", "06:00"},
		{[]string{"mujhe 10 se 5 tak koi reminder mat bhejna"}, "22:00", "05:00"},
		{[]string{"set my quiet hours to 12 to 6"}, "00:00", "06:00"},
		{[]string{"رات گیارہ بجے سے صبح چھ بجے تک یاد مت دلانا"}, "23:00", "06:00"},
		{[]string{"no reminders from 1 pm to 3 pm"}, "13:00", "15:00"},
		{[]string{"raat 11 baje ke baad tang mat karna"}, "23:00", "07:00"},
		{[]string{"صبح آٹھ بجے سے پہلے یاد نہ دلانا"}, "22:00", "08:00"},
		{[]string{"raat ko bhi yaad dilaya karo"}, "", ""},
		{[]string{"turn off my quiet hours", "don't remind me after 9:30 pm"}, "21:30", "07:00"},
		{[]string{"quiet hours from 6 am to 10 pm"}, "06:00", "22:00"},
		{[]string{"set quiet hours 23:00-06:00"}, "23:00", "06:00"},
		{[]string{"raat 9 se subah 7 tak mat yaad dilana"}, "21:00", "07:00"},
		{[]string{"رات 9 سے صبح 7 تک مت یاد دلانا"}, "21:00", "07:00"},
		{[]string{"khamosh auqat khatam kar do"}, "", ""},
		{[]string{"میرے خاموش اوقات ختم کر دو"}, "", ""},
		{[]string{"quiet hours from 12 to 12", "mute reminders until tomorrow", "kal tak reminders band kar do"}, "22:00", "07:00"},
		{[]string{"mere khamosh ghante kya hain", "میرے خاموش اوقات کیا ہیں"}, "22:00", "07:00"},
		{[]string{"don't remind me between lunch and dinner", "don't remind me after the meeting"}, "22:00", "07:00"}, // which are no hours
	} {
		person := newTalk(platform)
		for _, say := range c.say {
			if got := person.say(t, say); got.Tool != nil {
				t.Errorf("%q: %s", say, got.raw)
			}
		}
		settings := send(t, platform, "GET", "/api/v1/reminders/settings", "", as(person.user))
		from, _ := settings.field(t, "quiet_from").(string) // null, if there are none
		if until, _ := settings.field(t, "quiet_until").(string); from != c.from || until != c.until {
			t.Errorf("after %q: %s, want %s to %s", c.say, settings.body, c.from, c.until)
		}
		asked := person.say(t, "what are my quiet hours?")
		if !asked.Success || (c.from == "") != strings.Contains(asked.Message, "no quiet hours") {
			t.Errorf("after %q: %s", c.say, asked.raw)
		}
	}
}
