package web

import (
	"regexp"
	"strings"
)

// reply is a message that a person can send with one touch.
type reply struct {
	// Key is the text's, for replies that pages have words for; Label is shown else.
	Key, Label string
	// Message is what is sent, in the language of the conversation.
	Message string
	// Lang is the language of Message, and Date asks for one instead.
	Lang string
	Date bool
}

// short are answers to the chat's questions, as it understands them in each language.
var short = map[string]map[string]string{
	"en":      {"yes": "yes", "no": "no", "undo": "undo", "today": "today", "tomorrow": "tomorrow", "high": "high priority"},
	"ur-Latn": {"yes": "haan", "no": "nahi", "undo": "undo", "today": "aaj", "tomorrow": "kal", "high": "high priority"},
	"ur":      {"yes": "ہاں", "no": "نہیں", "undo": "واپس لو", "today": "آج", "tomorrow": "کل", "high": "ترجیح زیادہ"},
}

// replies returns what a person may want to answer.
func replies(said *answered) []reply {
	texts := short[said.Language]
	quick := func(names ...string) []reply {
		var some []reply
		for _, name := range names {
			some = append(some, reply{Label: texts[name], Message: texts[name], Lang: said.Language})
		}
		return some
	}
	switch {
	case said.Asks == "confirm":
		return quick("yes", "no")
	case said.Asks == "date" || said.Asks == "due":
		return append(quick("today", "tomorrow"), reply{Date: true})
	case said.Asks == "changes":
		return quick("tomorrow", "high")
	case said.Asks != "":
		return choices(said)
	case said.Success && undoable[said.Tool]:
		return quick("undo")
	default:
		return nil
	}
}

var undoable = map[string]bool{"create_task": true, "update_task": true, "complete_task": true, "delete_task": true}

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
