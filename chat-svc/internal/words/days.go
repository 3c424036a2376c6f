package words

// DaysMoved returns by how many days a message moves what was said before, where it says nothing else: 1 for "no, the day after", -1 for
// "us se ek din pehle", 0 for any other.
func DaysMoved(message string) int {
	switch {
	case firstCapture(lists.nextDay, message) != "":
		return 1
	case firstCapture(lists.dayBefore, message) != "":
		return -1
	}
	return 0
}

// SaysDayOfMonth reports whether a number in a message is said to be a day of a month: "the 6th", "6 tareekh", "۶ کو".
func SaysDayOfMonth(message string) bool { return firstCapture(lists.dayOfMonth, message) != "" }
