package tasks

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The longest texts, in characters.
const (
	maxTitle       = 200
	maxDescription = 2000
)

// fields holds what a user sets in a task. Nil leaves a field as it is. An empty string or 0 clears an optional one.
type fields struct {
	Title, Description, Priority, LinkedPrayer, Due, Recurrence, Category *string
	MasjidID, PrayerOffset                                                *int32
}

// set applies the fields to task. If it returns Invalid, task is in no useful state.
func (f fields) set(task *Task, zone *time.Location) error {
	var wrong Invalid
	before := *task
	setText(&wrong, "title", f.Title, &task.Title, maxTitle)
	if f.Title != nil && task.Title == "" {
		wrong.add("title", "must have 1 to 200 characters, not counting white space around it")
	}
	setText(&wrong, "description", f.Description, &task.Description, maxDescription)
	f.setPriority(&wrong, task)
	setTerm(&wrong, "linked_prayer", f.LinkedPrayer, &task.LinkedPrayer, prayers)
	setTerm(&wrong, "category", f.Category, &task.Category, categories)
	f.setMasjid(&wrong, task)
	f.setRhythm(&wrong, task, zone)
	f.setOffset(&wrong, task, before, zone)
	return wrong.orNil()
}

func setText(wrong *Invalid, field string, value, to *string, most int) {
	if value == nil {
		return
	}
	*to = strings.TrimSpace(*value)
	switch {
	case !utf8.ValidString(*to) || strings.ContainsRune(*to, 0): // PostgreSQL stores neither
		wrong.add(field, "must be text without NUL characters")
	case utf8.RuneCountInString(*to) > most:
		wrong.add(field, "must have at most "+strconv.Itoa(most)+" characters")
	}
}

func setTerm[T ~string](wrong *Invalid, field string, value *string, to *T, terms []string) {
	if value == nil {
		return
	}
	if !known(*value, terms) {
		wrong.add(field, "must be one of "+strings.Join(terms, ", "))
	}
	*to = T(*value)
}

func (f fields) setPriority(wrong *Invalid, task *Task) {
	if f.Priority == nil {
		return
	}
	priority, ok := PriorityNamed(*f.Priority)
	if !ok {
		wrong.add("priority", "must be low, medium or high")
	}
	task.Priority = priority
}

func (f fields) setMasjid(wrong *Invalid, task *Task) {
	if f.MasjidID == nil {
		return
	}
	if *f.MasjidID < 0 {
		wrong.add("masjid_id", "must not be negative")
	}
	task.MasjidID = *f.MasjidID
}

// setRhythm sets the due time and the recurrence. If either changes, a new series begins at the due time.
func (f fields) setRhythm(wrong *Invalid, task *Task, zone *time.Location) {
	due, recurrence := task.Due, task.Recurrence
	setTerm(wrong, "recurrence", f.Recurrence, &task.Recurrence, recurrences)
	if f.Due != nil {
		task.Due = time.Time{}
		if text := strings.TrimSpace(*f.Due); text != "" {
			parsed, err := parseDue(text, zone)
			wrong.addError("due_datetime", err)
			task.Due = parsed
		}
	}
	switch {
	case task.Recurrence == Once:
		task.Anchor = time.Time{}
	case !task.Due.Equal(due) || task.Recurrence != recurrence:
		task.Anchor = task.Due
		if f.Due != nil && !task.Due.IsZero() {
			task.Anchor = anchorOf(strings.TrimSpace(*f.Due), task.Recurrence, task.Due, zone)
		}
	}
}

// anchorOf returns the anchor of a series that begins at a due time, as it was written. Where the clocks skip that time on that day, it is
// one period earlier: each later occurrence is at the time that was written.
func anchorOf(text string, rhythm Recurrence, due time.Time, zone *time.Location) time.Time {
	written, in, err := parseWall(text, zone)
	if err != nil || written == wallOf(due, in) {
		return due
	}
	switch rhythm {
	case Weekly:
		written = written.plusDays(-daysOfWeek)
	case Monthly:
		written = written.plusMonths(-1)
	default:
		written = written.plusDays(-1)
	}
	return milliseconds(written.in(in))
}
