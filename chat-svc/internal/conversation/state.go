// Package conversation defines what is stored of a conversation: its state, for the next turn, and its turns, for
// people to read again.
package conversation

import (
	"encoding/json"
	"slices"

	"github.com/salaatflow/platform/language/detect"
)

// State is what a conversation remembers between its turns. It can be converted to JSON and back. The zero State is
// that of a new conversation.
type State struct {
	// Language is the language of the last message that had one, or empty.
	Language detect.Language `json:"language,omitempty"`
	// Listed is the list shown last.
	Listed Listed `json:"listed"`
	// Task and Masjid are the current ones: those mentioned last. The zero Item means none.
	Task   Item `json:"task"`
	Masjid Item `json:"masjid"`
	// Place is the current place. The zero Place means none in particular.
	Place Place `json:"place"`
	// Prayer is the prayer mentioned last, or empty.
	Prayer string `json:"prayer,omitempty"`
	// PrayerOn is the day of the prayer that was told as the next one, where the last request asked for that.
	PrayerOn string `json:"prayer_on,omitempty"`
	// Hadith is the hadith quoted last. The zero value means none.
	Hadith HadithPlace `json:"hadith,omitzero"`
	// About is the topic of the last request.
	About detect.Topic `json:"about,omitempty"`
	// Last is the last request. The zero Asked means none yet.
	Last Asked `json:"last"`
	// Question is the open question, or nil.
	Question *Question `json:"question,omitempty"`
	// Left is a question about tasks that the message before left open to ask for something else, or nil.
	Left *Question `json:"left,omitempty"`
	// Deleted are the tasks deleted last, the latest at the end, which may be wanted back.
	Deleted []Item `json:"deleted,omitempty"`
	// Undo reverts the last change. It is nil if there is nothing to undo.
	Undo *Undo `json:"undo,omitempty"`
	// Profile reverts a change to the profile, made since tasks were last changed. It is nil if there is none.
	Profile *ProfileUndo `json:"profile,omitempty"`
	// Said is how often each message was the answer that has several ways to be said.
	Said map[string]int `json:"said,omitempty"`
}

// HadithPlace is where a hadith stands: its collection's key, and its number there.
type HadithPlace struct {
	Collection string `json:"collection,omitempty"`
	Number     string `json:"number,omitempty"`
}

// ProfileUndo is what reverts a change to the profile or to the quiet hours: the request that says what was before. Only one is set.
type ProfileUndo struct {
	Profile json.RawMessage `json:"profile,omitempty"`
	Quiet   json.RawMessage `json:"quiet,omitempty"`
}

// Kind is the kind of things in a list.
type Kind string

// What may be listed.
const (
	Tasks   Kind = "tasks"
	Masjids Kind = "masjids"
)

// Listed is a list that was shown, in the order in which it was shown.
type Listed struct {
	Kind  Kind   `json:"kind,omitempty"`
	Items []Item `json:"items,omitempty"`
	// Next is the tool's token for the next page, or empty if everything was shown.
	Next string `json:"next,omitempty"`
}

// Item is the id and the name of a task or a masjid. The zero Item means none.
type Item struct {
	ID   int32  `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	// Urdu is the name in Urdu script, for a masjid that has one.
	Urdu string `json:"urdu,omitempty"`
	// Said is what the user called it, or empty if the user only pointed at it.
	Said string `json:"said,omitempty"`
}

// Called returns what the user called the item, or else its name.
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

// Asked is a request with its slots.
type Asked struct {
	Intent detect.Intent `json:"intent,omitempty"`
	Slots  detect.Slots  `json:"slots"`
}

// Question is a question that the user has not answered yet.
type Question struct {
	// Asks is the slot that the answer fills, or "changes" or "confirm".
	Asks string `json:"asks"`
	Asked
	// Again is the number of answers that were not understood.
	Again int `json:"again,omitempty"`
	// Candidates are the tasks or masjids that the answer may name. If empty, it may name any.
	Candidates []Item `json:"candidates,omitempty"`
	// Task is the task to confirm or change. The zero Item means none.
	Task Item `json:"task"`
	// Tool and Arguments are the call that waits for the answer, if the intent alone does not determine it: a call of
	// a registered tool, or one that the language model proposed.
	Tool      string          `json:"tool,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// HowLong, Begun and Ends are what the request asked about a prayer's time, as in detect.Cues, where the answer does not say it again.
	HowLong bool `json:"how_long,omitempty"`
	Begun   bool `json:"begun,omitempty"`
	Ends    bool `json:"ends,omitempty"`
	// ClockOnly: the request told the time of day at which the task is due, and no day; HalfTold: and which half of the day it means.
	ClockOnly bool `json:"clock_only,omitempty"`
	HalfTold  bool `json:"half_told,omitempty"`
	// Steps are several actions that wait for one confirmation.
	Steps []Step `json:"steps,omitempty"`
}

// Step is one of several actions on tasks: DeleteTask, CompleteTask or UpdateTask.
type Step struct {
	Intent detect.Intent `json:"intent"`
	Task   Item          `json:"task"`
	// Slots are what UpdateTask changes.
	Slots detect.Slots `json:"slots,omitzero"`
}

// Undo describes how to revert a change.
type Undo struct {
	Did  string `json:"did"`
	Task Item   `json:"task"`
	// Before holds the arguments of the update that restores the previous values. It is nil for other changes.
	Before json.RawMessage `json:"before,omitempty"`
	// Next is the id of the next occurrence that completing a recurring task created, or 0.
	Next int32 `json:"next,omitempty"`
	// Fresh is true in the turn directly after the change.
	Fresh bool `json:"fresh,omitempty"`
	// Reminder: the change was asked for as a reminder, or to be reminded again.
	Reminder bool `json:"reminder,omitempty"`
	// Also are the earlier changes of the same turn, which are reverted together with this one.
	Also []Undo `json:"also,omitempty"`
}

// Together returns changes, the last first, as one that is undone as a whole; nil for none.
func Together(lastFirst []Undo) *Undo {
	if len(lastFirst) == 0 {
		return nil
	}
	together := lastFirst[0]
	together.Also = slices.Clone(lastFirst[1:])
	slices.Reverse(together.Also)
	return &together
}

// Join makes one of two changes of the same turn, which are reverted together; before is the earlier one.
func (u *Undo) Join(before *Undo) {
	earlier := *before
	earlier.Also = nil
	u.Also = slices.Concat(before.Also, []Undo{earlier}, u.Also)
}
