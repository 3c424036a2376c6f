package reading

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
)

func TestWordsWrittenTogetherArePartedWhereOneTellsATime(t *testing.T) {
	r, err := NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"مغربکےبعدچاول": "مغرب کےبعد چاول",
		"نمبرسترہ":      "نمبر سترہ",
		"شامیانہ":       "شامیانہ",
		"کامیابی":       "کامیابی",
		"کامران":        "کامران",
		"تنخواہیں":      "تنخواہیں",
		"چاول":          "چاول",
		"ستائیسویں":     "ستائیسویں",
		"تیرھویں":       "تیرھویں",
	} {
		tokens := r.partGlued(text.Parse(typed))
		var forms []string
		for _, token := range tokens {
			forms = append(forms, typed[token.Start:token.End])
		}
		if got := strings.Join(forms, " "); got != want {
			t.Errorf("%s is read as %s, want %s", typed, got, want)
		}
	}
}
