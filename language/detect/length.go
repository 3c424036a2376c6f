package detect

import (
	"github.com/salaatflow/platform/language/detect/when"
)

// Length is an amount of time.
type Length = when.Length

// Length is the amount of time that a text is, and nothing else: an hour, 30 min, dedh ghanta, دو دن.
func (d *Detector) Length(typed string) (Length, bool) { return d.reader.Length(typed) }
