package words_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words"
)

// What is left out of all is told before "all" or behind it, and what is to be done with the rest remains.
func TestWhatIsLeftOutOfAll(t *testing.T) {
	for message, want := range map[string][2]string{
		"dentist ke siwa sab mita do":               {"dentist", "sab mita do"},
		"challan k ilawa sb complete kr do":         {"challan", "sb complete kr do"},
		"sab complete kar do siwaye dentist ke":     {"dentist", "sab complete kar do"},
		"sab hata do, dentist ko chhor kar":         {"dentist", "sab hata do"},
		"sab kaam dentist ke ilawa hata do":         {"dentist", "sab kaam  hata do"},
		"delete everything except the dentist":      {"the dentist", "delete everything"},
		"دودھ کے سوا سب مکمل کر دو":                 {"دودھ", "سب مکمل کر دو"},
		"سب مکمل کر دو سوائے درزی کے":               {"درزی", "سب مکمل کر دو"},
		"درزی اور ڈاکٹر کو چھوڑ کر باقی سب مٹا دیں": {"درزی اور ڈاکٹر", "باقی سب مٹا دیں"},
		"sab mita do":     {"", ""},
		"siwa darzi":      {"", ""},
		"dentist hata do": {"", ""},
	} {
		but, rest := words.Spared(message)
		if but != want[0] || strings.Join(strings.Fields(rest), " ") != strings.Join(strings.Fields(want[1]), " ") {
			t.Errorf("%q leaves out %q of %q, want %q", message, but, rest, want)
		}
	}
}

// A message counts what it means from either end, or says that there are so many in all.
func TestHowManyAreMeant(t *testing.T) {
	number := func(word string) (int, bool) {
		values := map[string]int{"do": 2, "teen": 3, "دو": 2, "ek": 1}
		return values[word], values[word] != 0
	}
	for message, want := range map[string]int{
		"pehle do mukammal": 2, "پہلے دو مکمل": 2, "aakhri teen hata do": -3, "pehle ek": 0, "pehle dekho": 0, "teen baje": 0,
	} {
		count, last := words.Few(message, number)
		if last {
			count = -count
		}
		if count != want {
			t.Errorf("%q means %d, want %d", message, count, want)
		}
	}
	for message, want := range map[string]int{"teeno hata do": 3, "چاروں مکمل": 4, "dono hata do": 0} {
		if got := words.Parse(message).AllOf(); got != want {
			t.Errorf("%q means all %d, want %d", message, got, want)
		}
	}
	for message, want := range map[string]int{"do task bana dein": 2, "teen naye kaam likho": 3, "task bana do": 0} {
		if got := words.NewTasks(message, number); got != want {
			t.Errorf("%q makes %d, want %d", message, got, want)
		}
	}
}

// What a message denies stands before the no in Urdu, and what it means behind it; in English it is the other way round.
func TestWhatIsDeniedAndWhatIsMeant(t *testing.T) {
	for message, want := range map[string][2]string{
		"gas wala nahi bijli wala": {"gas", "bijli"},
		"پہلا نہیں دوسرا":          {"پہلا", "دوسرا"},
		"nahi bijli wala":          {"", ""},
		"gas wala nahi":            {"", ""},
		"Thursday, not tomorrow":   {"tomorrow", "thursday"},
	} {
		denied, meant := words.Parse(message).Contrast()
		if denied != want[0] || meant != want[1] {
			t.Errorf("%q denies %q and means %q, want %q", message, denied, meant, want)
		}
	}
	if got := words.Parse("sorry gas nahi dawai").AfterDenied("gas ka bill"); got != "dawai" {
		t.Errorf("what is meant instead of gas is %q", got)
	}
}

// The same is meant of another task only if the message says no more than its name and "too".
func TestTheSameOfAnother(t *testing.T) {
	for message, want := range map[string]bool{
		"rashan wala bhi": true, "aur rashan ko bhi": true, "aur rashan ko kam": false, "rashan wala": false, "rashan wala bhi hata do": false,
	} {
		if got := words.Parse(message).OnlyAdds("rashan"); got != want {
			t.Errorf("%q adds only a name: %t, want %t", message, got, want)
		}
	}
}
