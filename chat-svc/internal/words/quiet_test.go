package words_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words"
)

// When nothing shall remind is said in three scripts; what else is not to be is no quiet hour.
func TestOfQuietHours(t *testing.T) {
	none, asked := words.QuietHours{None: true}, words.QuietHours{Asked: true}
	for message, want := range map[string]words.QuietHours{
		"don't remind me between 11 pm and 6 am":             {From: "11 pm", Until: "6 am"},
		"please do not disturb me from 10:30 pm until 5":     {From: "10:30 pm", Until: "5"},
		"No reminders from 11 to 6":                          {From: "11", Until: "6"},
		"set my quiet hours to 23:00 to 06:30":               {From: "23:00", Until: "06:30"},
		"raat 11 baje se subah 6 baje tak yaad mat dilana":   {From: "raat 11 baje", Until: "subah 6 baje"},
		"mujhe 10 se 5 tak koi reminder na bhejna":           {From: "10", Until: "5"},
		"quiet hours 11 se 6 kar do":                         {From: "11", Until: "6"},
		"رات گیارہ بجے سے صبح چھ بجے تک یاد مت دلانا":        {From: "رات گیارہ بجے", Until: "صبح چھ بجے"},
		"خاموشی کے اوقات ۱۱ سے ۶ تک کر دیں":                  {From: "۱۱", Until: "۶"},
		"don't message me after 11 pm":                       {From: "11 pm"},
		"raat 10 baje ke baad tang mat karna":                {From: "raat 10 baje"},
		"رات دس بجے کے بعد کوئی یاد دہانی نہ بھیجیں":         {From: "رات دس بجے"},
		"no notifications before 8 am":                       {Until: "8 am"},
		"subah 8 baje se pehle yaad mat dilana":              {Until: "subah 8 baje"},
		"صبح آٹھ بجے سے پہلے تنگ نہ کرنا":                    {Until: "صبح آٹھ بجے"},
		"turn off quiet hours":                               none,
		"remind me at night too":                             none,
		"raat ko bhi yaad dilaya karo":                       none,
		"رات کو بھی یاد دلایا کریں":                          none,
		"what are my quiet hours?":                           asked,
		"mere quiet hours kya hain":                          asked,
		"میرے خاموشی کے اوقات کیا ہیں؟":                      asked,
		"remind me to be quiet from 3 to 4":                  {},
		"don't let me forget the meeting from 3 to 4":        {},
		"don't remind me to call Ali":                        {},
		"raat 11 baje se pehle yaad dilana ke gas band hai":  {},
		"کل رات دس بجے کے بعد دوا لینی ہے، یاد دلا دینا":     {},
		"remind me at night too that the gate must be shut.": {},
	} {
		if got := words.OfQuietHours(message); got != want {
			t.Errorf("%q says %+v, want %+v", message, got, want)
		}
	}
}
