package matching_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
)

func TestFind(t *testing.T) {
	titles := []string{
		"Read Quran after Fajr", "Quran class homework", "Buy miswak", "Zakat ka hisaab", "صدقہ دینا", "Nani ko phone", "Quran", "قرآن حفظ کرنا",
		"Call the qari sahab", "Istighfar 100 bar", "Istighfar 70 bar", "نانی کو فون کرنا",
		"Zayd's eye test", "Zayd football kit",
	}
	for _, c := range []struct {
		words string
		want  []string
		fit   matching.Fit
	}{
		{"class", []string{"Quran class homework"}, matching.All},
		{"the Quran class homework task", []string{"Quran class homework"}, matching.Whole},
		{"Quran", []string{"Quran"}, matching.Whole},
		{"read quran", []string{"Read Quran after Fajr"}, matching.All},
		{"zakaat", []string{"Zakat ka hisaab"}, matching.All},
		{"zakat ke hisab", []string{"Zakat ka hisaab"}, matching.Whole},
		{"زکوٰۃ", []string{"Zakat ka hisaab"}, matching.All},
		{"sadqa dena", []string{"صدقہ دینا"}, matching.Whole},
		{"miswaak", []string{"Buy miswak"}, matching.All},
		{"qaari saheb", []string{"Call the qari sahab"}, matching.All},
		{"istighfar", []string{"Istighfar 100 bar", "Istighfar 70 bar"}, matching.All},
		{"istighfar 70", []string{"Istighfar 70 bar"}, matching.All},
		{"istighfar 71", []string{"Istighfar 100 bar", "Istighfar 70 bar"}, matching.Some},
		{"quran hifz", []string{"قرآن حفظ کرنا"}, matching.All},
		{"Zayd", []string{"Zayd's eye test", "Zayd football kit"}, matching.All},
		{"zayds test", []string{"Zayd's eye test"}, matching.All},
		{"Zayd’s kit", []string{"Zayd football kit"}, matching.All},
		{"nani", []string{"Nani ko phone"}, matching.All},
		{"نانی", []string{"نانی کو فون کرنا"}, matching.All},
		{"dentist", nil, matching.None},
		{"homework for maths", []string{"Quran class homework"}, matching.Some},
		{"", nil, matching.None},
		{"task", nil, matching.None},
		{"👍", nil, matching.None},
	} {
		found, fit := matching.Find(c.words, titles)
		var got []string
		for _, i := range found {
			got = append(got, titles[i])
		}
		if !slices.Equal(got, c.want) || fit != c.fit {
			t.Errorf("%q: %q %d, want %q %d", c.words, got, fit, c.want, c.fit)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("zakat wala", "Zakat ka hisaab")
	f.Add("قرآن", "Quran")
	f.Fuzz(func(t *testing.T, words, title string) {
		found, fit := matching.Find(words, []string{title})
		if (fit == matching.None) != (len(found) == 0) {
			t.Fatalf("%q in %q: %v %d", words, title, found, fit)
		}
	})
}

// A word of one consonant is known in the other script by how it begins, too: eid is عید, and not دودھ.
func TestShortWordsInTheOtherScript(t *testing.T) {
	for _, c := range []struct {
		word, title string
		want        matching.Fit
	}{
		{"eid", "عید کی نماز", matching.All},
		{"doodh", "دودھ لانا", matching.All},
		{"eid", "دودھ لانا", matching.None},
		{"aid", "دہی لانا", matching.None},
	} {
		if _, got := matching.Find(c.word, []string{c.title}); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.word, c.title, got, c.want)
		}
	}
}
