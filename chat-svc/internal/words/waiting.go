package words

// OnlyWaits reports whether a message has no words but those that ask to wait, among which a second is none of a list: "one second".
func (w Message) OnlyWaits() bool {
	return w.consists(lists.WaitPhrases, lists.Sets.Waiting, lists.Sets.Wavering)
}
