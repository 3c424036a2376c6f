package hadith

import "errors"

var (
	// ErrNotFound means that there is no such hadith, or none that matches.
	ErrNotFound = errors.New("no such hadith")
	// ErrEmpty means that the library has no hadiths at all.
	ErrEmpty = errors.New("the library is empty")
	// ErrPageToken means that a page token belongs to another list or other filters.
	ErrPageToken = errors.New("the page token does not belong to this list")
)

// Invalid describes what is wrong with a field of a request.
type Invalid struct{ Field, Message string }

// Error returns the field with its problem.
func (v Invalid) Error() string { return v.Field + ": " + v.Message }

// NoneAbout means that no matching hadith is about a topic.
type NoneAbout struct {
	// Topic is the topic that was asked for. Known is its key if it is a known one.
	Topic, Known string
}

// Error names the topic.
func (n NoneAbout) Error() string { return "no hadith that matches is about " + n.Topic }

// Unwrap returns ErrNotFound.
func (NoneAbout) Unwrap() error { return ErrNotFound }
