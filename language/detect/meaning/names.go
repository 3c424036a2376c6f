package meaning

import "github.com/salaatflow/platform/language/detect/text"

// NamesIn are the words of the slots that hold words as typed.
func NamesIn(slots Slots) map[string]bool {
	named := map[string]bool{}
	for _, slot := range [...]*string{slots.Title, slots.TaskRef} {
		if slot == nil {
			continue
		}
		for _, token := range text.Parse(*slot).Tokens {
			named[token.Norm] = true
		}
	}
	return named
}
