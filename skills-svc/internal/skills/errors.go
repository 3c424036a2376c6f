package skills

import "errors"

var (
	// ErrNotFound means that no skill has the name.
	ErrNotFound = errors.New("no such skill")
	// ErrUnknownTool means that no registered tool has the name.
	ErrUnknownTool = errors.New("no such tool")
	// ErrNoOverride means that the skill has no override with that number.
	ErrNoOverride = errors.New("no such override")
)

// Invalid describes what is wrong with a field of a request.
type Invalid struct{ Field, Message string }

// Error returns the field with its problem.
func (v Invalid) Error() string { return v.Field + ": " + v.Message }
