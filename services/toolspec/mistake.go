package toolspec

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Mistake is what is wrong with one declaration.
type Mistake struct {
	// Of is the full name of the RPC, message or field.
	Of  protoreflect.FullName
	Err error
}

// At returns a *Mistake of a declaration; nil for no error.
func At(of protoreflect.Descriptor, err error) error {
	if err == nil {
		return nil
	}
	return &Mistake{of.FullName(), err}
}

func mistake(of protoreflect.Descriptor, format string, args ...any) error {
	return &Mistake{of.FullName(), fmt.Errorf(format, args...)}
}

func (m *Mistake) Error() string { return fmt.Sprintf("%s: %v", m.Of, m.Err) }

func (m *Mistake) Unwrap() error { return m.Err }
