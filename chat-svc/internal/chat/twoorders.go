package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/words/twofold"
	"github.com/salaatflow/platform/language/detect"
)

// request is what one turn answers of a message.
type request struct {
	text string
	// rest is what stands beside it and is not understood; it is said to be so.
	rest string
}

// twoOrders parts a message that orders a new task and something else besides, each in so many words, "add buy milk and also delete the
// uniform one": the new task first, since a change may leave a question open. Where only the new task can be read, the other is its rest.
// Of two changes of tasks it parts none: those are planned together.
func twoOrders(parts [][2]string, read func(string) detect.Result) []request {
	for _, part := range parts {
		before, behind := part[0], part[1]
		makesFirst, makesThen := twofold.Makes(before), twofold.Makes(behind)
		switch {
		case makesFirst && makesThen && makes(read(before)) && makes(read(behind)):
			return []request{{text: before}, {text: behind}}
		case makesFirst && twofold.Changes(behind) && twofold.SaysTask(behind) && makes(read(before)):
			return besides(before, behind, read(behind))
		case makesThen && twofold.Changes(before) && makes(read(behind)) && changes(read(before)):
			return []request{{text: behind}, {text: before}}
		}
	}
	return nil
}

// besides are the requests of a new task and of what is ordered besides. What is so of the new task itself parts none: "add order insulin
// and mark it urgent".
func besides(before, behind string, read detect.Result) []request {
	switch {
	case changes(read):
		return []request{{text: before}, {text: behind}}
	case read.Intent == detect.UpdateTask && read.Cues.Pronoun && read.Slots.ChangesTask():
		return nil
	default:
		return []request{{text: before, rest: behind}}
	}
}

// makes reports whether a part surely orders a new task, and says how it is called.
func makes(r detect.Result) bool {
	return r.Intent == detect.CreateTask && r.Confidence >= sureOfPart && r.Slots.Title != nil
}

// changes reports whether a part surely orders a change of a task that it names.
func changes(r detect.Result) bool {
	names := r.Slots.TaskRef != nil || r.Slots.TaskID != nil || r.Cues.Ordinal != 0
	return r.Intent.Writes() && r.Intent != detect.CreateTask && r.Confidence >= sureOfPart && names && !r.Cues.Pronoun
}
