package dialogue

import (
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// NamedIn returns, in their order, the things that a text names piece by piece: "emails and payroll", "2 and the last". It is nil where a
// piece names none, or says more than a name.
func (t *Turn) NamedIn(said string, things []conversation.Item) []conversation.Item {
	named := map[int32]bool{}
	for _, piece := range words.Pieces(said) {
		found := t.namedBy(piece, things)
		if len(found) == 0 {
			return nil
		}
		for _, one := range found {
			named[one.ID] = true
		}
	}
	var all []conversation.Item
	for _, thing := range things {
		if named[thing.ID] {
			all = append(all, thing)
		}
	}
	return all
}

// namedBy returns the things that one name means: a number, a place in the list, or words that are all in their titles.
func (t *Turn) namedBy(name string, things []conversation.Item) []conversation.Item {
	number := words.Parse(name).Number()
	if number == 0 {
		number, _ = t.Detector.Number(name)
	}
	if number != 0 {
		at := slices.IndexFunc(things, func(one conversation.Item) bool { return int(one.ID) == number })
		if at < 0 {
			return nil
		}
		return things[at : at+1]
	}
	if found, fit := BestMatches(name, things, Unchanged); fit >= matching.All {
		return found
	}
	for _, ending := range []string{"", words.OneOf(name)} { // pehla, which alone may be before
		in := t.Input
		in.Text = name + ending
		given := t.Detector.Fragment(in, detect.DeleteTask)
		if picked, ok := Nth(things, given.Cues.Ordinal); ok && given.Slots.TaskRef == nil {
			return []conversation.Item{picked}
		}
	}
	return nil
}
