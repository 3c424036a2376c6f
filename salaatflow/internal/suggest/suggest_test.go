package suggest

import "testing"

// A slip of the finger is answered with what was meant, and what resembles nothing with no guess.
func TestWhatWasMeant(t *testing.T) {
	tools := []string{"create_task", "complete_task", "delete_task", "get_prayer_times", "list_tasks", "skill"}
	for word, want := range map[string]string{
		"creat_task":  ", did you mean create_task?",
		"Create-Task": ", did you mean create_task?",
		"lsit_tasks":  ", did you mean list_tasks?",
		"get_pr":      ", did you mean get_prayer_times?",
		"skil":        ", did you mean skill?",
		"dance":       "",
		"":            "",
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
