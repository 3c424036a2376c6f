package dialogue

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
)

// NoteList remembers a list that is shown. The only item of a list becomes the current one.
func (t *Turn) NoteList(kind conversation.Kind, things []conversation.Item) {
	t.State.Listed = conversation.Listed{Kind: kind, Items: things}
	if len(things) != 1 {
		return
	}
	if kind == conversation.Tasks {
		t.State.Task = things[0]
	} else {
		t.State.Masjid = things[0]
	}
}

// Nth returns the item at a position, counted from 1, or from the end with -1.
func Nth(things []conversation.Item, ordinal int) (conversation.Item, bool) {
	if ordinal < 0 {
		ordinal += len(things) + 1
	}
	if ordinal < 1 || ordinal > len(things) {
		return conversation.Item{}, false
	}
	return things[ordinal-1], true
}

// Pick returns the one candidate that the message names by position, number or words. If several match, it returns
// those instead.
func (t *Turn) Pick(question conversation.Question) (conversation.Item, []conversation.Item) {
	given := t.Detector.Fragment(t.Input, question.Intent)
	prepared := Unchanged
	if question.Asks == AsksMasjid {
		prepared = words.Distinctive
	}
	for _, ordinal := range []int{t.Detected.Cues.Ordinal, given.Cues.Ordinal, t.Words.Place()} {
		if picked, ok := Nth(question.Candidates, ordinal); ok && ordinal != 0 {
			return picked, nil
		}
	}
	alone, _ := t.Detector.Number(t.Input.Text)
	for _, number := range []int{t.Words.Number(), alone, NumberOf(t.Detected.Slots.TaskID), NumberOf(given.Slots.TaskID)} {
		if picked, ok := withNumber(question, number); ok && number != 0 {
			return picked, nil
		}
	}
	for _, said := range []*string{given.Slots.TaskRef, t.Detected.Slots.TaskRef, given.Slots.MasjidName, &t.Input.Text} {
		if said == nil {
			continue
		}
		if found, _ := BestMatches(*said, question.Candidates, prepared); len(found) == 1 {
			return found[0], found
		} else if len(found) > 1 {
			return conversation.Item{}, found
		}
	}
	return conversation.Item{}, nil
}

// withNumber returns the candidate with the number that the list shows: a task's id, or a masjid's position.
func withNumber(question conversation.Question, number int) (conversation.Item, bool) {
	if question.Asks == AsksTask {
		for _, candidate := range question.Candidates {
			if int(candidate.ID) == number {
				return candidate, true
			}
		}
	}
	return Nth(question.Candidates, number)
}

// BestMatches returns the things whose names match what was said best, in either script, and how well they match.
func BestMatches(said string, things []conversation.Item, prepared func(string) string) ([]conversation.Item, matching.Fit) {
	var found []conversation.Item
	best := matching.None
	for _, nameOf := range []func(conversation.Item) string{latinName, urduName} {
		names := make([]string, 0, len(things))
		for _, thing := range things {
			names = append(names, prepared(nameOf(thing)))
		}
		indexes, fit := matching.Find(prepared(said), names)
		if fit <= best {
			continue
		}
		found, best = nil, fit
		for _, i := range indexes {
			found = append(found, things[i])
		}
	}
	return found, best
}

func latinName(thing conversation.Item) string { return thing.Name }

func urduName(thing conversation.Item) string { return thing.Urdu }

// Unchanged prepares nothing, for BestMatches.
func Unchanged(name string) string { return name }
