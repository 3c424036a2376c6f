package prayertime

import (
	"errors"
	"fmt"
)

// ErrUnordered means that the given minutes or angles put the times of a day out of order, as adjustments can that move
// Asr past Maghrib. The sun is never the cause: for that there is always an answer, see [Day.Notes].
var ErrUnordered = errors.New("the adjustments or angles put the prayers out of order")

// InputError describes which input is not usable, and what is accepted.
type InputError struct {
	Field   string // latitude, longitude, elevation, timezone, date, method, asr, high_latitude_rule, shafaq, adjustments
	Message string
}

func (e *InputError) Error() string { return e.Field + ": " + e.Message }

func invalid(field, format string, args ...any) error {
	return &InputError{Field: field, Message: fmt.Sprintf(format, args...)}
}
