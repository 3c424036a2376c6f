package tasks

import (
	"errors"
	"strings"
)

var (
	// ErrNotFound means that the user has no such task, or has deleted it.
	ErrNotFound = errors.New("no such task")
	// ErrNotDeleted means that the task to restore is not deleted.
	ErrNotDeleted = errors.New("the task is not deleted")
	// ErrPageToken means that a page token belongs to another list, other filters or another user.
	ErrPageToken = errors.New("the page token does not belong to this list")
)

// Invalid lists the invalid fields of a request. It is never empty.
type Invalid []Violation

// Violation describes what is wrong with one field, by the name that callers use.
type Violation struct{ Field, Message string }

// Error returns each field with its problem.
func (v Invalid) Error() string {
	texts := make([]string, len(v))
	for i, one := range v {
		texts[i] = one.Field + ": " + one.Message
	}
	return strings.Join(texts, "; ")
}

// orNil returns v as an error, or nil if nothing is wrong.
func (v Invalid) orNil() error {
	if len(v) == 0 {
		return nil
	}
	return v
}

func (v *Invalid) add(field, message string) { *v = append(*v, Violation{field, message}) }

// addError adds err as a violation of field, unless err is nil.
func (v *Invalid) addError(field string, err error) {
	if err != nil {
		v.add(field, err.Error())
	}
}
