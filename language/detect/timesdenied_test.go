package detect_test

import "testing"

// A time of which it is said that it is not so, or no longer, is not the one that is meant.
func TestADeniedTimeIsNotMeant(t *testing.T) {
	states(t, [][2]string{
		{"the dentist isn't on monday, it's on wednesday", "update task, of dentist, due 2026-03-04"},
		{"dentist is no longer on monday, it's on wednesday", "update task, of dentist, due 2026-03-04"},
		{"the meeting isn't tomorrow, it's on friday", "update task, of meeting, due 2026-03-06"},
		{"tutorial isn't after dhuhr, it's after asr", "update task, of tutorial, with Asr"},
		{"dentist peer ko nahi, budh ko hai", "update task, of dentist, due 2026-03-04"},
		{"dars zuhr ke baad nahi asr ke baad hai", "update task, of dars, with Asr"},
		{"درس ظہر کے بعد نہیں عصر کے بعد ہے", "update task, of درس, with Asr"},
		{"ڈینٹسٹ پیر کو نہیں بدھ کو ہے", "update task, of ڈینٹسٹ, due 2026-03-04"},
	})
}
