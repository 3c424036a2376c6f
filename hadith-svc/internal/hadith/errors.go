package hadith

import "errors"

var (
	// ErrNotFound means that there is no such hadith, or none that matches.
	ErrNotFound = errors.New("no such hadith")
	// ErrEmpty means that the library has no hadiths at all.
	ErrEmpty = errors.New("the library is empty")
	// ErrPageToken means that a page token was not made by this list, or for other filters.
	ErrPageToken = errors.New("the page token does not belong to this list")
)

// Invalid says what is wrong with a field of a request.
type Invalid struct{ Field, Message string }

// Error names the field with what is wrong with it.
func (v Invalid) Error() string { return v.Field + ": " + v.Message }

// NoneAbout means that no hadith that matches is about a topic.
type NoneAbout struct {
	// Topic is what was asked for, Known its key where it is a known one.
	Topic, Known string
}

// Error says what there is none about.
func (n NoneAbout) Error() string { return "no hadith that matches is about " + n.Topic }

// Unwrap is ErrNotFound.
func (NoneAbout) Unwrap() error { return ErrNotFound }
