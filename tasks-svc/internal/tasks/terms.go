package tasks

import "slices"

// Priority is how important a task is. Lower numbers come first in a list.
type Priority uint8

// The priorities.
const (
	High   Priority = 1
	Medium Priority = 2
	Low    Priority = 3
)

var priorityNames = map[Priority]string{High: "high", Medium: "medium", Low: "low"}

// String returns the name of the priority: high, medium or low.
func (p Priority) String() string { return priorityNames[p] }

// PriorityNamed returns the priority with a name, and whether there is one.
func PriorityNamed(name string) (Priority, bool) {
	for p, n := range priorityNames {
		if n == name {
			return p, true
		}
	}
	return 0, false
}

// Recurrence is the rhythm of a recurring task.
type Recurrence string

// The rhythms. Once is none.
const (
	Once    Recurrence = ""
	Daily   Recurrence = "daily"
	Weekly  Recurrence = "weekly"
	Monthly Recurrence = "monthly"
)

// Status selects tasks to list.
type Status string

// The statuses.
const (
	Pending   Status = "pending"
	Completed Status = "completed"
	All       Status = "all"
)

// What tasks have once been given stays here: a list names each value of what its filter leaves open.
var (
	recurrences = []string{string(Daily), string(Weekly), string(Monthly)}
	statuses    = []string{string(Pending), string(Completed), string(All)}
	prayers     = []string{"Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"}
	categories  = []string{"prayer", "quran", "dhikr", "charity", "learning", "other"}
)

// Prayers returns the prayers that a task may be linked to.
func Prayers() []string { return slices.Clone(prayers) }

// Categories returns the categories of tasks.
func Categories() []string { return slices.Clone(categories) }

// Recurrences returns the rhythms of recurring tasks.
func Recurrences() []string { return slices.Clone(recurrences) }

// known reports whether value is empty or one of terms.
func known(value string, terms []string) bool { return value == "" || slices.Contains(terms, value) }
