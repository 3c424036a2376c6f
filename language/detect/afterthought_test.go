package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Who asks for something first and tells more behind it is answered as asked, and what is told changes no task.
func TestAsksBeforeMoreIsTold(t *testing.T) {
	d := detector(t)
	for text, intent := range map[string]detect.Intent{
		"show me the maghrib tasks, I have my papers next week and keep forgetting to eat even":            detect.ListTasks,
		"isha wale tasks dikhao na, dukan par itna rush tha ke khana bhi bhool gaya":                       detect.ListTasks,
		"عصر کے بعد والے کام دکھائیں، آج دکان جلدی بند کرنی ہے اور گھر پر مہمان آ رہے ہیں":                 detect.ListTasks,
		"main aaj kal Toronto mein hoon, maghrib kab hota hai idhar? meri urdu kamzor hai, bura mat manna": detect.GetPrayerTimes,
		"طوبیٰ مسجد میں کرسیاں ہوتی ہیں کیا؟ میرے گھٹنوں میں درد رہتا ہے زمین پر بیٹھا نہیں جاتا":          detect.GetMasjidDetails,
		"isha ho gai kya, shutter gira kar hi jaunga warna ye gahak nahi chhorte":                          detect.GetPrayerTimes,
		"if I marked 6 as done, could I bring it back?":                                                    detect.Unknown,
		"delete task 4, no wait, leave it as it is for now":                                                detect.Unknown,
		"mark the milk done, I don't think so, it is still on the table":                                   detect.Unknown,
		"if I delete task 4, would the people I share my list with be told of it as well":                  detect.Unknown,
		"task 4 hata do, nahi nahi rehne do, abhi zaroorat par sakti hai us ki":                            detect.Unknown,
		"ٹاسک ۴ ہٹا دو، نہیں رہنے دو، ابھی اس کی ضرورت پڑ سکتی ہے":                                         detect.Unknown,
		"delete task 4, no no leave it, i may need it after all":                                           detect.Unknown,
		"Urgent task: type reply to letter no. 448 before lunch":                                           detect.CreateTask,
	} {
		got, rule := d.Explain(detect.Input{Text: text, Now: evaluation.Now()})
		if got.Intent != intent {
			t.Errorf("%q: %s by %q, want %s", text, got.Intent, rule, intent)
		}
	}
}

// What is taken away of a task is not the task: its rhythm, its prayer, its date, its category.
func TestAnAttributeIsTakenAway(t *testing.T) {
	d := detector(t)
	empty := ""
	attribute := map[string]func(detect.Slots) *string{
		"due":           func(s detect.Slots) *string { return s.Due },
		"recurrence":    func(s detect.Slots) *string { return s.Recurrence },
		"linked_prayer": func(s detect.Slots) *string { return s.LinkedPrayer },
		"category":      func(s detect.Slots) *string { return s.Category },
	}
	for text, of := range map[string]string{
		"remove the repeat from task 4":       "recurrence",
		"get rid of the recurrence on task 4": "recurrence",
		"task 4 se repeat hata do":            "recurrence",
		"نمبر ۴ سے ہر ہفتے ہٹا دو":            "recurrence",
		"remove Fajr from task 4":             "linked_prayer",
		"task 4 se fajr hata do":              "linked_prayer",
		"ٹاسک ۴ سے فجر ہٹا دو":                "linked_prayer",
		"delete the deadline of task 4":       "due",
		"task 4 ki date hata do":              "due",
		"remove the category from task 4":     "category",
	} {
		got := d.Detect(detect.Input{Text: text, Now: evaluation.Now()})
		value := attribute[of](got.Slots)
		if got.Intent != detect.UpdateTask || got.Slots.TaskID == nil || *got.Slots.TaskID != 4 || value == nil || *value != empty {
			t.Errorf("%q: %s %+v, want task 4 without its %s", text, got.Intent, got.Slots, of)
		}
	}
	for _, text := range []string{"delete the Fajr task", "fajr wala task hata do", "فجر والا کام ہٹا دو", "remove task 4 from my list"} {
		if got := d.Detect(detect.Input{Text: text, Now: evaluation.Now()}); got.Intent != detect.DeleteTask {
			t.Errorf("%q: %s, want the task deleted", text, got.Intent)
		}
	}
}

// A quarter of an hour in words needs no "at" to be a time, and what is counted is none.
func TestHoursInWordsWithoutAt(t *testing.T) {
	d := detector(t)
	for text, want := range map[string]string{
		"set a reminder for four thirty to call mum": "2026-03-02T16:30:00",
		"move the dentist to four forty five":        "2026-03-02T16:45:00",
		"remind me five fifteen call mum":            "2026-03-02T17:15:00",
		"add buy two thirty inch boards":             "",
		"add read four thirty pages":                 "",
	} {
		got := d.Detect(detect.Input{Text: text, Now: evaluation.Now()}).Slots.Due
		if (got == nil) != (want == "") || got != nil && *got != want {
			t.Errorf("%q is due %v, want %q", text, got, want)
		}
	}
}

// Prayers are known by what Malays, Turks and Bosnians call them, and masjids by names that hold other words.
func TestNamesOfOtherLands(t *testing.T) {
	d := detector(t)
	for text, prayer := range map[string]string{
		"when is subuh": "Fajr", "isyak time please": "Isha", "what time is ikindi today": "Asr", "yatsi time": "Isha",
	} {
		got := d.Detect(detect.Input{Text: text, Now: evaluation.Now()})
		if got.Intent != detect.GetPrayerTimes || got.Slots.Prayer == nil || *got.Slots.Prayer != prayer {
			t.Errorf("%q: %s %+v, want the time of %s", text, got.Intent, got.Slots, prayer)
		}
	}
	if got := d.Detect(detect.Input{Text: "when is syuruk", Now: evaluation.Now()}); got.Cues.Asked != "sunrise" {
		t.Errorf("syuruk is %s, asked %q, want sunrise", got.Intent, got.Cues.Asked)
	}
	got := d.Detect(detect.Input{Text: "who is the imam of masjid al wali", Now: evaluation.Now()})
	if got.Slots.MasjidName == nil || *got.Slots.MasjidName != "masjid al wali" {
		t.Errorf("Masjid al Wali is %+v", got.Slots)
	}
}
