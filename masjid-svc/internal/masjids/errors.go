package masjids

import (
	"errors"
	"strings"
)

var (
	// ErrNotFound means that there is no masjid with the id.
	ErrNotFound = errors.New("no such masjid")
	// ErrPageToken means that a page token belongs to another list or other parameters.
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
