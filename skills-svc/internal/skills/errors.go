package skills

import "errors"

var (
	// ErrNotFound means that no skill has the name.
	ErrNotFound = errors.New("no such skill")
	// ErrUnknownTool means that no tool registered now has the name.
	ErrUnknownTool = errors.New("no such tool")
	// ErrNoOverride means that the skill has no override of that number.
	ErrNoOverride = errors.New("no such override")
)

// Invalid says what is wrong with a field of a request.
type Invalid struct{ Field, Message string }

// Error names the field with what is wrong with it.
func (v Invalid) Error() string { return v.Field + ": " + v.Message }
