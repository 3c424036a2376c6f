package words

import (
	"fmt"
	"strconv"
	"time"
)

func plain(_ *Word, value string) error {
	if value != "" {
		return fmt.Errorf("takes no value, not %q", value)
	}
	return nil
}

func withRole(r Role) func(*Word, string) error {
	return func(w *Word, value string) error {
		w.Role |= r
		return plain(w, value)
	}
}

// setNumber sets a number that is not set to another one already.
func setNumber[T ~int8 | ~int16 | ~int32 | ~int](field *T, isSet bool, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	if isSet && int(*field) != n {
		return fmt.Errorf("is %d already, and cannot be %d", int(*field), n)
	}
	*field = T(n)
	return nil
}

func setMinutes(w *Word, value string) error { return setNumber(&w.Minutes, w.Minutes != 0, value) }

func setShift(w *Word, value string) error {
	isSet := w.Role&RoleShift != 0
	w.Role |= RoleShift
	return setNumber(&w.Shift, isSet, value)
}

func setDay(w *Word, value string) error { return setNumber(&w.Day, w.Class&Day != 0, value) }

func setWeekday(w *Word, value string) error {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if d.String() == value {
			isSet := w.Class&Weekday != 0
			return setNumber(&w.Weekday, isSet, strconv.Itoa(int(d)))
		}
	}
	return fmt.Errorf("%q is not a weekday", value)
}

// choose sets a field to the named one of some values.
func choose[T comparable](field *T, values map[string]T, name string) error {
	value, ok := values[name]
	if !ok {
		return fmt.Errorf("%q is none of its values", name)
	}
	var zero T
	if *field != zero && *field != value {
		return fmt.Errorf("is %v already, and cannot be %s", *field, name)
	}
	*field = value
	return nil
}
