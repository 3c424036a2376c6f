package words

import (
	"regexp"
	"slices"
	"strings"
)

// maxWaiting is the most words of a message that only asks to wait.
const maxWaiting = 10

// Waits reports whether a message asks to wait for an answer and does nothing else: "1 sec", "hang on, let me check my diary", "ruko zara
// sochne do".
func (w Message) Waits() bool {
	if len(w.Folded) == 0 || len(w.Folded) > maxWaiting {
		return false
	}
	said := strings.ToLower(strings.Join(w.Said, " "))
	return w.OnlyWaits() || slices.ContainsFunc(lists.waits, func(p *regexp.Regexp) bool { return p.MatchString(said) })
}

// OnlyWaits reports whether a message has no words but those that ask to wait, among which a second is none of a list: "one second".
func (w Message) OnlyWaits() bool {
	return w.consists(lists.WaitPhrases, lists.Sets.Waiting, lists.Sets.Wavering)
}
