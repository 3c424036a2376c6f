package suggest

import "testing"

// A slip of the finger is answered with what was meant, and what resembles nothing with no guess.
func TestWhatWasMeant(t *testing.T) {
	tools := []string{"brew_some_tea", "complete_tea", "delete_tea", "get_water_times", "list_teas", "skill"}
	for word, want := range map[string]string{
		"brew_som_tea":  ", did you mean brew_some_tea?",
		"Brew-Some-Tea": ", did you mean brew_some_tea?",
		"lsit_teas":     ", did you mean list_teas?",
		"get_wa":        ", did you mean get_water_times?",
		"skil":          ", did you mean skill?",
		"dance":         "",
		"":              "",
	} {
		if got := Question(word, tools); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Question("hig", []string{"low", "medium", "high"}); got != ", did you mean high?" {
		t.Errorf("a value: %q", got)
	}
	if got := Question("statuss", []string{"status", "statute"}); got != ", did you mean status or statute?" {
		t.Errorf("two that are as close: %q", got)
	}
}
