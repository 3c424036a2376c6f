package understand

// Part is a set of the parts that a sentence is understood by, to measure what each is worth.
type Part uint8

// The parts: what the model is told of a sentence, and the gate.
const (
	Spellings Part = 1 << iota // words as they are written, pairs of them, and parts of them
	Concepts                   // what words stand for, alone, beside each other and in order
	Acts                       // what is done, and how it is said
	Marks                      // the marks within a sentence and at its end
	Domains                    // which of the things that tools are about is named, with the others
	Topic                      // what was spoken of before, with the others
	Gate                       // what refuses to write where no write is meant
)

// Without returns a decider that decides without these parts. A model is to be found anew for it: its features are without them too.
func (d *Decider) Without(parts Part) *Decider {
	less := *d
	less.leftOut |= parts
	return &less
}

// Has says whether a part is not left out.
func (d *Decider) Has(part Part) bool { return d.leftOut&part == 0 }
