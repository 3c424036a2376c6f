package words

import (
	"maps"
	"slices"
)

// openings are the words of messages that say which deed is wanted, and of what only that it is a task: "I should like to add a task".
type openings struct {
	Things wordSet            `yaml:"things"`
	Around wordSet            `yaml:"around"`
	Deeds  map[string]wordSet `yaml:"deeds"`
	New    wordSet            `yaml:"new"`
	Behind wordSet            `yaml:"behind"`
}

// maxOpening is the most words of a message that only says which deed is wanted.
const maxOpening = 12

// Opens returns the tool that a message wants used, where it says nothing of what with: "ek kaam likhna hai". It is empty for any other
// message.
func (w Message) Opens() string {
	if len(w.Folded) > maxOpening || !w.any(lists.Openings.Things) {
		return ""
	}
	for _, tool := range slices.Sorted(maps.Keys(lists.Openings.Deeds)) {
		if w.opens(lists.Openings.Deeds[tool]) {
			return tool
		}
	}
	return ""
}

func (w Message) opens(deed wordSet) bool {
	around := func(word string) bool {
		return lists.Openings.Things[word] || lists.Openings.Around[word] || isDigits(word)
	}
	return w.any(deed) && !slices.ContainsFunc(w.Folded, func(word string) bool { return !deed[word] && !around(word) })
}

// OpensByVerb reports whether a message that opens a request says by a verb what is wanted, and not only that something is new.
func (w Message) OpensByVerb() bool {
	verbs := Message{Folded: slices.DeleteFunc(slices.Clone(w.Folded), func(word string) bool { return lists.Openings.New[word] })}
	return verbs.Opens() != ""
}

// IsDeed reports whether a title is an English deed, which begins with its verb, although all its words may open a request: "write a note".
func IsDeed(title string) bool {
	said := Parse(title).Folded
	for _, deed := range lists.Openings.Deeds {
		if len(said) > 1 && deed[said[0]] && !lists.Sets.Something[said[0]] && !lists.Openings.Behind[said[0]] {
			return true
		}
	}
	return false
}
