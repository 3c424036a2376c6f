package words

import (
	"slices"
	"strings"
)

// OnlyAdds reports whether the message says that the same is meant of something, by its name, and nothing else: "راشن والا بھی".
func (w Message) OnlyAdds(name string) bool {
	named := Parse(name).Folded
	said := w.withoutToo().Folded
	for len(said) > 0 && (lists.Sets.Agree[said[0]] || lists.Sets.Excepting[said[0]]) {
		said = said[1:] // yes, but the bank too
	}
	for _, word := range said {
		sets := []wordSet{
			lists.Sets.Too, lists.Sets.Adding, lists.Sets.Joining, lists.Sets.Aroundslip, lists.Sets.Aroundnumber, lists.Sets.Number,
		}
		around := slices.ContainsFunc(sets, func(set wordSet) bool { return set[word] })
		if !around && !isDigits(word) && !slices.Contains(named, word) {
			return false
		}
	}
	first := slices.IndexFunc(w.Folded, func(word string) bool { return !lists.Sets.Agree[word] })
	goesOn := first >= 0 && first+1 < len(w.Folded) && (lists.Sets.Adding[w.Folded[first]] || lists.Sets.Joining[w.Folded[first]])
	return w.SaysToo() || goesOn
}

// SaysToo reports whether the message says that the same is meant of another.
func (w Message) SaysToo() bool {
	return w.any(lists.Sets.Too) || len(w.withoutToo().Folded) < len(w.Folded)
}

// withoutToo is the message without the phrases that say that the same is meant of another: "the rent as well".
func (w Message) withoutToo() Message {
	var rest []string
	for i := 0; i < len(w.Folded); i++ {
		if length := lists.TooPhrases.begin(w.Folded[i:]); length > 0 {
			i += length - 1
			continue
		}
		rest = append(rest, w.Folded[i])
	}
	return Message{Folded: rest}
}

// WithoutToo returns a name without the phrases that say that the same is meant of another: "same for the rent".
func WithoutToo(name string) string { return strings.Join(Parse(name).withoutToo().Folded, " ") }

// WithoutAdding returns a name without the words that say that the same is meant of it: "aur phone bhi".
func WithoutAdding(name string) string {
	said := slices.DeleteFunc(Parse(name).withoutToo().Folded, func(word string) bool {
		return lists.Sets.Too[word] || lists.Sets.Adding[word] || lists.Sets.Joining[word]
	})
	return strings.Join(said, " ")
}

// OnlyTheOther reports whether the message says nothing but that the other one is meant too: "and the other one".
func (w Message) OnlyTheOther() bool {
	if w.Corrects() || w.Denies() || !w.any(lists.Sets.Other) {
		return false
	}
	sets := []wordSet{
		lists.Sets.Other, lists.Sets.Too, lists.Sets.Adding, lists.Sets.Wala, lists.Sets.Praising, lists.Sets.Aroundnumber, lists.Sets.Aroundslip,
	}
	return !slices.ContainsFunc(w.Folded, func(word string) bool {
		return !slices.ContainsFunc(sets, func(set wordSet) bool { return set[word] })
	})
}

// IsTheOther reports whether a name only says that the other one is meant.
func IsTheOther(name string) bool {
	said := Parse(name)
	return said.OnlyTheOther()
}

// SaysOther reports whether the message says that the other one is meant, and not the one it denies.
func (w Message) SaysOther() bool { return w.any(lists.Sets.Other) && (w.Denies() || w.Corrects()) }

// PlaceToo returns the one word, most likely of a place in a list, of which the message says that the same is meant of it, and nothing
// else: "aur pehli bhi", "that first one too". It is empty for any other.
func (w Message) PlaceToo() string {
	if !w.SaysToo() || len(w.Folded) > maxPlaceToo {
		return ""
	}
	rest := slices.DeleteFunc(w.withoutToo().Folded, func(word string) bool {
		around := []wordSet{
			lists.Sets.Too, lists.Sets.Adding, lists.Sets.Joining, lists.Sets.Number, lists.Sets.Wala, lists.Sets.Pointing, lists.Sets.Marking,
		}
		return slices.ContainsFunc(around, func(set wordSet) bool { return set[word] })
	})
	if len(rest) != 1 {
		return ""
	}
	return rest[0]
}

// maxPlaceToo is the most words of such a message.
const maxPlaceToo = 6
