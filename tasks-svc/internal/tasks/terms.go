package tasks

import "slices"

// Priority is how important a task is. The lower number comes first in a list.
type Priority uint8

// The priorities there are.
const (
	High   Priority = 1
	Medium Priority = 2
	Low    Priority = 3
)

var priorityNames = map[Priority]string{High: "high", Medium: "medium", Low: "low"}

// String is the name of the priority: high, medium or low.
func (p Priority) String() string { return priorityNames[p] }

// PriorityNamed is the priority of a name; false when it is none.
func PriorityNamed(name string) (Priority, bool) {
	for p, n := range priorityNames {
		if n == name {
			return p, true
		}
	}
	return 0, false
}

// Recurrence is the rhythm of a task.
type Recurrence string

// The rhythms there are; Once is none.
const (
	Once    Recurrence = ""
	Daily   Recurrence = "daily"
	Weekly  Recurrence = "weekly"
	Monthly Recurrence = "monthly"
)

// Status says which tasks to list.
type Status string

// The statuses there are.
const (
	Pending   Status = "pending"
	Completed Status = "completed"
	All       Status = "all"
)

var (
	recurrences = []string{string(Daily), string(Weekly), string(Monthly)}
	statuses    = []string{string(Pending), string(Completed), string(All)}
	prayers     = []string{"Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"}
	categories  = []string{"prayer", "quran", "dhikr", "charity", "learning", "other"}
)

// known says whether value is empty or one of terms.
func known(value string, terms []string) bool { return value == "" || slices.Contains(terms, value) }
