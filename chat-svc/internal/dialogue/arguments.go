package dialogue

import (
	"encoding/json"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// Arguments are the arguments of a tool call, by name.
type Arguments map[string]any

// WithSlots returns the arguments as JSON, together with the slots for which the tool has no parameter.
func (a Arguments) WithSlots(slots detect.Slots) json.RawMessage {
	all := SlotsOf(slots)
	for name, value := range a {
		all[name] = value
	}
	encoded, err := json.Marshal(all)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return encoded
}

// SlotsOf returns the slots that have a value, by name.
func SlotsOf(slots detect.Slots) map[string]any {
	encoded, err := json.Marshal(slots)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	stated := map[string]any{}
	if err := json.Unmarshal(encoded, &stated); err != nil {
		panic(err)
	}
	return stated
}

// Set adds an argument if value is not nil.
func Set[T any](a Arguments, name string, value *T) {
	if value != nil {
		a[name] = *value
	}
}

// SetDue adds when a task is due.
func (a Arguments) SetDue(due *string) {
	if due != nil {
		a["due_datetime"] = Due(*due)
	}
}

// Due returns a due slot as the service of tasks takes it. To that a due time of 00:00 means the day alone: midnight is one second later.
func Due(slot string) string { return strings.Replace(slot, "T00:00:00", "T00:00:01", 1) }

// CountSlots returns the number of slots that have a value.
func CountSlots(slots detect.Slots) int { return len(SlotsOf(slots)) }

// Changing returns the arguments of the call that changes a task as the slots say.
func Changing(id int32, slots detect.Slots) Arguments {
	args := Arguments{"task_id": id}
	Set(args, "title", slots.Title)
	Set(args, "priority", slots.Priority)
	Set(args, "linked_prayer", slots.LinkedPrayer)
	Set(args, "recurrence", slots.Recurrence)
	Set(args, "category", slots.Category)
	Set(args, "status", slots.Status)
	args.SetDue(slots.Due)
	return args
}
