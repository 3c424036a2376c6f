// Package conversation is what is kept of a conversation: what it is about, for its next turn, and its turns, for people to
// read them again.
package conversation

import (
	"encoding/json"

	"github.com/salaatflow/platform/language/detect"
)

// State is what is remembered of a conversation between its turns. Everything in it can be written as JSON and read back. The zero
// State is of one that has just begun.
type State struct {
	// Language is that of the last message which had one; empty before.
	Language detect.Language `json:"language,omitempty"`
	// Listed are the things shown last, in the order in which they were shown.
	Listed Listed `json:"listed"`
	// Task and Masjid are those spoken of last; zero for none.
	Task   Item `json:"task"`
	Masjid Item `json:"masjid"`
	// Place is where the conversation is about; zero for nowhere in particular.
	Place Place `json:"place"`
	// Prayer is the one spoken of last; empty for none.
	Prayer string `json:"prayer,omitempty"`
	// About is what the last message that asked for something was about.
	About detect.Topic `json:"about,omitempty"`
	// Last is what was asked for last; zero for nothing yet.
	Last Asked `json:"last"`
	// Question is the one that is open; nil when none is.
	Question *Question `json:"question,omitempty"`
	// Undo takes back the last change; nil when there is none to take back.
	Undo *Undo `json:"undo,omitempty"`
}

// Kind says what sort of things were listed.
type Kind string

// What may be listed.
const (
	Tasks   Kind = "tasks"
	Masjids Kind = "masjids"
)

// Listed is a list that was shown.
type Listed struct {
	Kind  Kind   `json:"kind,omitempty"`
	Items []Item `json:"items,omitempty"`
	// Next is the tool's token for the rest; empty when all was shown.
	Next string `json:"next,omitempty"`
}

// Item is a task or a masjid: its number and what it is called. The zero Item is none.
type Item struct {
	ID   int32  `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	// Urdu is the name in Urdu script, of a masjid that has one.
	Urdu string `json:"urdu,omitempty"`
	// Said is what the user called it; empty where it was pointed at.
	Said string `json:"said,omitempty"`
}

// Called is what the user called a thing, or else its name.
func (i Item) Called() string {
	if i.Said != "" {
		return i.Said
	}
	return i.Name
}

// Place is a masjid, or else an area or a city.
type Place struct {
	Masjid int32  `json:"masjid,omitempty"`
	Area   string `json:"area,omitempty"`
	City   string `json:"city,omitempty"`
}

// Asked is something that was asked for, and with what.
type Asked struct {
	Intent detect.Intent `json:"intent,omitempty"`
	Slots  detect.Slots  `json:"slots"`
}

// Question is one that the user has yet to answer.
type Question struct {
	// Asks is the slot that the answer fills, or "changes", or "confirm".
	Asks string `json:"asks"`
	Asked
	// Again is how often the answer was not understood.
	Again int `json:"again,omitempty"`
	// Candidates are the tasks or masjids that the answer may name; none means any.
	Candidates []Item `json:"candidates,omitempty"`
	// Task is the one that a confirmation or a change is about; zero for none.
	Task Item `json:"task"`
	// Tool and Arguments are the call that waits for the answer, where the intent does not say it: that of a tool which
	// the platform was not built with, or one that the larger model proposed.
	Tool      string          `json:"tool,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Steps are the deeds that wait for a yes together; none where it is one.
	Steps []Step `json:"steps,omitempty"`
}

// Step is one of several deeds: what is to be done to a task, DeleteTask or CompleteTask.
type Step struct {
	Intent detect.Intent `json:"intent"`
	Task   Item          `json:"task"`
}

// Undo is how to take a change back: the tool that was called, the task and, for an update, what the changed fields
// were before.
type Undo struct {
	Did  string `json:"did"`
	Task Item   `json:"task"`
	// Before are the arguments of the update that restores what was changed; nil for other changes.
	Before json.RawMessage `json:"before,omitempty"`
	// Next is the number of the next occurrence that completing a recurring task made; 0 for none.
	Next int32 `json:"next,omitempty"`
	// Fresh is true in the turn directly after the change.
	Fresh bool `json:"fresh,omitempty"`
	// Also are the changes that were made with it, before it; they are taken back with it.
	Also []Undo `json:"also,omitempty"`
}
