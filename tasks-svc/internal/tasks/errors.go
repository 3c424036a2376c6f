package tasks

import (
	"errors"
	"strings"
)

var (
	// ErrNotFound means that the user has no such task, or has deleted it.
	ErrNotFound = errors.New("no such task")
	// ErrNotDeleted means that a task to bring back is there.
	ErrNotDeleted = errors.New("the task is not deleted")
	// ErrPageToken means that a page token was not made by this list, or for other filters or another user.
	ErrPageToken = errors.New("the page token does not belong to this list")
)

// Invalid says what is wrong with which fields of a request. It is never empty.
type Invalid []Violation

// Violation is what is wrong with one field, named as callers name it.
type Violation struct{ Field, Message string }

// Error names each field with what is wrong with it.
func (v Invalid) Error() string {
	texts := make([]string, len(v))
	for i, one := range v {
		texts[i] = one.Field + ": " + one.Message
	}
	return strings.Join(texts, "; ")
}

// orNil is v as an error, nil when nothing is wrong.
func (v Invalid) orNil() error {
	if len(v) == 0 {
		return nil
	}
	return v
}

func (v *Invalid) add(field, message string) { *v = append(*v, Violation{field, message}) }

// addError adds what is wrong with field, if err says so.
func (v *Invalid) addError(field string, err error) {
	if err != nil {
		v.add(field, err.Error())
	}
}
