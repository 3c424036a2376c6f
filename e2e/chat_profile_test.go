package e2e

import (
	"strings"
	"testing"
)

// What a person says of themselves is kept as it was said, told when asked for in the script of the question, and taken back by undo.
// Each line is said in turn, and its answer has the words behind it, or is free of those behind a minus.
func TestChatKeepsTheProfile(t *testing.T) {
	platform, _ := startForChat(t)
	for name, talk := range map[string][][]string{
		"a name":               {{"mera naam badal kar Zainab kar do", "Zainab", "-badal"}, {"mera naam kya hai", "Zainab"}},
		"a name in Urdu":       {{"میرا نام بدل کر عائشہ رکھ دو", "عائشہ", "-بدل"}, {"میں کون ہوں", "آپ عائشہ ہیں"}},
		"a name with marks":    {{"my name is Jean-Luc O'Neill", "Jean-Luc O'Neill"}, {"what is my name", "Jean-Luc O'Neill"}},
		"no name":              {{"mujhe kal subah bulao", "-naam"}, {"mujhe ghar bulao", "-naam"}},
		"a doubtful name":      {{"my name is delete all tasks", "?"}, {"no"}, {"what is my name", "not have your name"}},
		"a doubtful name, yes": {{"my name is delete all tasks", "?"}, {"yes"}, {"what is my name", "delete all tasks"}},
		"a name taken back":    {{"call me Sana"}, {"call me Maryam"}, {"undo", "as it was"}, {"what is my name", "Sana"}},
		"a name taken off":     {{"call me Sana"}, {"remove my name", "no longer"}, {"what is my name", "not have your name"}},
		"undo in its turn": {
			{"add a task to call Ammi"}, {"call me Sana"}, {"undo", "profile"}, {"undo", "call Ammi"}, {"undo", "nothing to undo"},
		},
		"a task is undone before": {{"call me Sana"}, {"add a task to call Ammi"}, {"undo", "call Ammi"}, {"what is my name", "Sana"}},
		"quiet hours taken back": {
			{"don't remind me between 11 pm and 6 am", "11:00 pm"}, {"turn off my quiet hours", "no quiet hours"}, {"undo", "11:00 pm"},
		},
		"a masjid by its name": {
			{"set my masjid to Masjid Tooba", "Tooba"}, {"what is my masjid", "Tooba"}, {"میری مسجد کون سی ہے", "طوبیٰ"},
			{"who am I", "Tooba", "-number"},
		},
		"no masjid":      {{"meri masjid kaun si hai", "abhi mehfooz nahi"}, {"set my masjid to Xyz", "no masjid called Xyz", "-0"}},
		"a city asked":   {{"mera sheher kya hai", "Karachi", "-kya"}, {"میرا شہر کیا ہے", "کراچی"}, {"what's my city", "Karachi"}},
		"which city":     {{"my city is Springfield", "Missouri, Massachusetts", "or Ohio", "-the United States"}},
		"a city is kept": {{"my city is Springfield, Illinois", "Springfield"}, {"when is fajr", "Springfield", "North America"}},
		"no city": {
			{"my city is Xyzville", "Did you mean", "nothing was changed", "-Your place is"},
			{"mera sheher Xyzville kar do", "Kya aap ki murad"}, {"what's my city", "Karachi"},
		},
		"a city is taken back": {{"my city is London", "London"}, {"undo", "as it was"}, {"what's my city", "Karachi", "-London"}},
		"a method": {
			{"namaz ka tareeqa ISNA kar do", "ISNA"}, {"what is my method", "North America", "as in your profile"},
			{"use Karachi method", "Karachi"},
			{"mera tareeqa kya hai", "Karachi"}, {"remove my method"}, {"what is my method", "usual in"},
		},
		"a language": {{"speak Urdu", "Urdu"}, {"what is my language", "Urdu"}},
	} {
		person := newTalk(platform)
		for _, turn := range talk {
			got := person.say(t, turn[0])
			for _, said := range turn[1:] {
				word, without := strings.CutPrefix(said, "-")
				if strings.Contains(got.Message, word) == without {
					t.Errorf("%s: %q is answered %q, want %q", name, turn[0], got.Message, said)
				}
			}
		}
	}
}

// A stranger who asks for times near by is asked where they are; nobody is told another place's times in silence.
func TestChatAsksAStrangerForAPlace(t *testing.T) {
	platform, _ := startForChat(t)
	for question, answer := range map[string][2]string{
		"when is maghrib near me":     {"Leeds", "Maghrib in Leeds"},
		"mere qareeb maghrib kab hai": {"clifton", "Clifton mein aaj Maghrib"},
		"میرے قریب مغرب کب ہے":        {"لاہور", "لاہور میں آج مغرب"},
	} {
		stranger := &talk{platform: platform}
		if got := stranger.say(t, question); got.Tool != nil || got.Asks == nil || *got.Asks != "area" {
			t.Errorf("%q is answered %q, want a question for the place", question, got.Message)
		}
		if got := stranger.say(t, answer[0]); !strings.Contains(got.Message, answer[1]) {
			t.Errorf("%q, then %q is answered %q, want %q", question, answer[0], got.Message, answer[1])
		}
	}
}
