package masjids

import (
	"errors"
	"strings"
)

var (
	// ErrNotFound means that there is no masjid of the number.
	ErrNotFound = errors.New("no such masjid")
	// ErrPageToken means that a page token was not made by this list, or for other parameters.
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
