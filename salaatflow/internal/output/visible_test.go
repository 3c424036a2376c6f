package output

import "testing"

// What an administrator looks at cannot move the cursor, hide behind it, or be unseen.
func TestATerminalIsShownEverything(t *testing.T) {
	for text, want := range map[string]string{
		"Sows.\nاردو 🕌": "Sows.\nاردو 🕌", "a\x1b[2Kb": `a\x1b[2Kb`, "a\u202eb": `a\u202eb`, "a\U000e0041": `a\U000e0041`, "a\tb": `a\tb`,
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
