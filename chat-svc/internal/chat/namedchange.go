package chat

// change returns the key of the question for a new value, if the message names only what to change. Otherwise it
// returns an empty string.
func (w words) change() string {
	switch {
	case w.only(nameWords):
		return "ask_new_title"
	case w.only(dateWords):
		return "ask_new_due"
	default:
		return ""
	}
}

var (
	nameWords    = setOf(`name title naam نام`)
	dateWords    = setOf(`date due deadline day tareekh tarikh din تاریخ دن`)
	aroundChange = setOf(`the its it is iska uska ka ki ko us please plz badal badlo badlein change kar karo do dein den new naya nayi
		اس کا کی کو بدل بدلو بدلیں کر کرو دو دیں نیا نئی`)
)

// only reports whether the message consists of words of the set and words without weight.
func (w words) only(of map[string]bool) bool {
	for _, word := range w.folded {
		if !of[word] && !aroundChange[word] {
			return false
		}
	}
	return w.any(of)
}
