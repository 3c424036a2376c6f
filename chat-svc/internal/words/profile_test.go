package words_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words"
)

// What a profile shall hold is the last part of a sentence, in any script; what has no value names none.
func TestOfProfile(t *testing.T) {
	for _, c := range []struct{ part, message, want string }{
		{"name", "call me Maryam", "Maryam"},
		{"name", "میرا نام مریم ہے", "مریم"},
		{"name", "call me", ""},
		{"city", "mera sheher Lahore kar do", "Lahore"},
		{"city", "I moved to New York now", "New York"},
		{"language", "talk to me in Roman Urdu", "Roman Urdu"},
		{"masjid", "call me Maryam", ""},
		{"name", "mera naam badal kar Zainab kar do", "Zainab"},
		{"name", "mera naam Aisha se badal kar Zainab rakh dein", "Zainab"},
		{"name", "میرا نام بدل کر عائشہ رکھ دو", "عائشہ"},
		{"name", "my name is O'Brien", "O'Brien"},
		{"name", "my name's Jean-Luc O’Neill", "Jean-Luc O’Neill"},
		{"name", "میرا نام عبدالرحمٰن ہے", "عبدالرحمٰن"},
		{"name", "مجھے عائشہ کہہ کر بلاؤ", "عائشہ"},
		{"name", "mera naam abdullah hay", "abdullah"},
		{"name", "mera naam D'Souza hai", "D'Souza"},
		{"maybename", "mujhe Abu Bakr bulao", "Abu Bakr"},
		{"city", "mera sheher kya hai", ""},
		{"city", "میرا شہر کیا ہے", ""},
		{"masjid", "meri masjid kaun si hai", ""},
		{"method", "namaz ka tareeqa ISNA kar do", "ISNA"},
		{"method", "use ISNA method", "ISNA"},
		{"method", "my prayer method is Karachi", "Karachi"},
		{"method", "namaz ka tareeqa kya hai", ""},
		{"language", "speak Urdu", "Urdu"},
		{"language", "اردو میں بات کرو", "اردو"},
	} {
		if got := words.OfProfile(c.part, c.message); got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.part, c.message, got, c.want)
		}
	}
}

func TestLanguageCalled(t *testing.T) {
	for name, want := range map[string]string{
		"English": "en", "angrezi": "en", "اردو": "ur", "urdu script": "ur", "Roman Urdu": "ur-Latn", "Klingon": "", "": "",
	} {
		if got := words.LanguageCalled(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// Who asks what the profile holds, or wants it to hold that no longer, changes nothing else by it. What is asked of a masjid, and how one
// prays, is no question about the profile.
func TestAsksOfProfile(t *testing.T) {
	for message, want := range map[string][2]string{
		"what's my city":                         {"city", ""},
		"mera shehar kya hai":                    {"city", ""},
		"میرا شہر کیا ہے":                        {"city", ""},
		"what is my masjid":                      {"masjid", ""},
		"which is my preferred mosque":           {"masjid", ""},
		"meri masjid kaun si hai":                {"masjid", ""},
		"میری مسجد کون سی ہے":                    {"masjid", ""},
		"what is my method":                      {"method", ""},
		"mere namaz ke auqat ka tareeqa kya hai": {"method", ""},
		"میری زبان کیا ہے":                       {"language", ""},
		"remove my name":                         {"", "name"},
		"mera naam mita do":                      {"", "name"},
		"میری مسجد ہٹا دیں":                      {"", "masjid"},
		"remove my name task":                    {},
		"which is my nearest masjid":             {},
		"meri masjid ka address kya hai":         {},
		"namaz ka tareeqa kya hai":               {},
	} {
		if got := [2]string{words.AsksOfProfile(message), words.TakesOffProfile(message)}; got != want {
			t.Errorf("%q asks for and takes off %q, want %q", message, got, want)
		}
	}
}
