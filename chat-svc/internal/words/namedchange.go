package words

// Change returns the key of the question for a new value, if the message names only what to change. Otherwise it
// returns an empty string.
func (w Message) Change() string {
	switch {
	case w.only(lists.Sets.Name):
		return "ask_new_title"
	case w.only(lists.Sets.Date):
		return "ask_new_due"
	default:
		return ""
	}
}

// only reports whether the message consists of words of the set and words without weight.
func (w Message) only(of wordSet) bool {
	for _, word := range w.Folded {
		if !of[word] && !lists.Sets.Aroundchange[word] {
			return false
		}
	}
	return w.any(of)
}

// NamesDate reports whether the message says that it is a date that is to change: "change the due date of the insurance task".
func (w Message) NamesDate() bool { return w.any(lists.Sets.Duedate) }
