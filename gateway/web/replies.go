package web

import (
	"regexp"
	"strings"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// reply is a message that a person can send with one touch.
type reply struct {
	// Label is shown, and Message is what is sent.
	Label, Message string
	// Lang is the language of Message.
	Lang string
}

// replies returns what a person may want to answer, in the language of the conversation, and whether a date is one.
func replies(language *words.Language, said *answered) (some []reply, date bool) {
	quick := func(names ...string) []reply {
		var some []reply
		for _, name := range names {
			text := language.Name("reply", name)
			some = append(some, reply{Label: text, Message: text, Lang: language.Tag})
		}
		return some
	}
	switch {
	case said.Asks == "confirm":
		return quick("yes", "no"), false
	case said.Asks == "date" || said.Asks == "due":
		return quick("today", "tomorrow"), true
	case said.Asks == "changes":
		return quick("tomorrow", "high"), true
	case said.Asks != "":
		return choices(said), false
	case said.Success && undoable[said.Tool]:
		return quick("undo"), false
	default:
		return nil, false
	}
}

var undoable = map[string]bool{
	toolnames.CreateTask: true, toolnames.UpdateTask: true, toolnames.CompleteTask: true, toolnames.DeleteTask: true,
}

// numbered is a line of a list from which the chat asks to choose: 3. read Quran, or ۳. in Urdu.
var numbered = regexp.MustCompile(`(?m)^\s*([0-9]+|[\x{06F0}-\x{06F9}]+)[.۔]\s+(.+)$`)

// choices returns one reply for each line of a list in the answer.
func choices(said *answered) []reply {
	const most = 8
	var some []reply
	for _, line := range numbered.FindAllStringSubmatch(said.Message, most) {
		label, _, _ := strings.Cut(line[2], " (")
		some = append(some, reply{Label: label, Message: line[1], Lang: said.Language})
	}
	return some
}
