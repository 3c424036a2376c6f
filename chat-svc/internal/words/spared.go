package words

import (
	"maps"
	"slices"
	"strings"
)

// Spared returns what a message leaves out of all that it means, and the message without that: "dentist ke siwa sab mita do" leaves out
// "dentist", and "sab mita do" remains. Both are empty for any other message.
func Spared(message string) (but, rest string) {
	for _, pattern := range lists.spared {
		if found := pattern.FindStringSubmatchIndex(message); found != nil {
			rest = message[:found[2]] + " " + message[found[3]:]
			return strings.TrimSpace(message[found[4]:found[5]]), strings.Trim(rest, " ,،;")
		}
	}
	return "", ""
}

// OneOf returns what makes a place in a list of a word that may be another: pehle wala.
func OneOf(text string) string {
	if Parse(text).Arabic {
		return " " + lists.OneOf["ur"]
	}
	return " " + lists.OneOf["ur-Latn"]
}

// Few returns of how many of a list a message speaks, and whether from its end: "pehle do", "آخری تین". It is 0 for any other message.
// number reads a number in words.
func Few(message string, number func(string) (int, bool)) (count int, last bool) {
	if count := manySaid(firstCapture(lists.firstFew, message), number); count > 1 {
		return count, false
	}
	if count := manySaid(firstCapture(lists.lastFew, message), number); count > 1 {
		return count, true
	}
	return 0, false
}

// manySaid returns the number that a text is, also as all that there are: teeno.
func manySaid(said string, number func(string) (int, bool)) int {
	if count, ok := number(said); ok {
		return count
	}
	return Parse(said).CountsAll()
}

// NewTasks returns how many new tasks a message wants made, 0 for any that does not count them: "do task bana dein".
func NewTasks(message string, number func(string) (int, bool)) int {
	found := lists.newTasks.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	count, _ := number(found[1])
	return count
}

// Numbered returns two things that a text tells one by one: "ek atta lana, doosra Hamza ki fees". It is nil for any other.
func Numbered(text string) []string {
	for _, pattern := range lists.numbered {
		if found := pattern.FindStringSubmatch(strings.TrimSpace(text)); found != nil {
			return []string{strings.Trim(found[1], " ,،"), strings.Trim(found[2], " ,،.۔")}
		}
	}
	return nil
}

// AllOf returns the number that a message says are all: 3 for "teeno", 0 for none.
func (w Message) AllOf() int {
	for _, count := range slices.Sorted(maps.Keys(lists.AllOfThem)) {
		if w.any(lists.AllOfThem[count]) {
			return count
		}
	}
	return 0
}

// IsTheLot reports whether a name means all there is: "the lot".
func IsTheLot(name string) bool {
	said := Parse(name).Folded
	return slices.ContainsFunc(lists.TheLot, func(phrase []string) bool { return slices.Equal(said, phrase) })
}

// Thanks reports whether the message says thanks, whatever else.
func (w Message) Thanks() bool { return w.any(lists.Sets.Thanking) }
