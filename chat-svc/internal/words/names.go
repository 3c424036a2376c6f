package words

import (
	"regexp"
	"strings"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// NewName returns the new name that a message gives to something, or nothing: "call it Quran class".
func NewName(message string) string { return firstCapture(lists.rename, message) }

// AddedToName returns what a new title adds to the one there is, or nothing: "mein gulshan bhi".
func AddedToName(title string) string {
	if found := lists.nameAdds.FindStringSubmatch(title); found != nil {
		return found[1]
	}
	return ""
}

// NewValue returns what a message wants something changed to, or nothing.
func NewValue(message string) string { return firstCapture(lists.change, message) }

// WithoutLead returns a title without what leads up to it: "haan, ...".
func WithoutLead(title string) string { return lists.titleLead.ReplaceAllString(title, "") }

// CallsIt reports whether an answer says that what follows is the name of something: "it's called water the plants".
func CallsIt(answer string) bool {
	return lists.titleCalled.MatchString(answer) || NewName(strings.TrimSpace(answer)) != ""
}

// Reminding returns an English sentence that asks to be reminded of what is to be done.
func Reminding(deed string) string { return lists.RemindMe + " " + deed }

// maxMeant is the most words of a name that a correction tells alone.
const maxMeant = 3

// NameMeant returns what a correction says, as it was typed, where that may be a name: "no sorry, Sana". It is empty for any other.
func NameMeant(message string) string {
	said := text.Parse(message)
	from, to := 0, len(said.Tokens)
	for from < to && AroundSlip(said.Tokens[from].Norm) {
		from++
	}
	for to > from && AroundSlip(said.Tokens[to-1].Norm) && !Marks(said.Tokens[to-1].Norm) {
		to--
	}
	meant := between(said, from, to)
	alone := Parse(meant)
	answers := alone.Agrees() || alone.Praises() || alone.IsCourtesy() || alone.Leaves() || alone.Wavers()
	if to-from == 0 || to-from > maxMeant || answers || alone.SaysNumber() || alone.SaysHalf() || !MayBeName(meant) {
		return ""
	}
	return meant
}

// Marks reports whether a word marks what the name before it does in the sentence: ko.
func Marks(word string) bool { return lists.Sets.Marking[folded(word)] }

func firstCapture(patterns []*regexp.Regexp, message string) string {
	for _, pattern := range patterns {
		if found := pattern.FindStringSubmatch(message); found != nil {
			return strings.Trim(found[1], ` "'“”«»`)
		}
	}
	return ""
}

// Distinctive returns a masjid's name without the words that many masjids share. If nothing else is left, it
// returns the name.
func Distinctive(name string) string {
	var telling []string
	for _, word := range spelling.Words(name) {
		if !lists.Sets.Ofmasjids[word] {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		return name
	}
	return strings.Join(telling, " ")
}
