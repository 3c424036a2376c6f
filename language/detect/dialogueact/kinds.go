package dialogueact

import "slices"

// Kind is what a message does behind what the chat said.
type Kind string

// What a message may do.
const (
	Order     Kind = "order"    // asks for a change by itself: another task, another deed
	Question  Kind = "question" // asks for something by itself that changes nothing
	Gives     Kind = "gives"    // answers what was asked, or gives the task spoken of another value
	Agrees    Kind = "agree"
	Refuses   Kind = "refuse"   // says no, or leaves what is open
	TakesBack Kind = "back"     // wants that what was just done had not been done
	Finished  Kind = "finished" // says that the task spoken of, or one that was shown, has been done
	More      Kind = "more"     // goes on with a question, in words that need it
	Asks      Kind = "asks"     // asks about what was done, or about the task spoken of
	Instead   Kind = "instead"  // says that another task was meant, and which
	Waits     Kind = "wait"
	Talks     Kind = "talk" // anything else: it orders nothing
)

// Kinds are all kinds, in the order of the model's classes.
func Kinds() []Kind {
	return []Kind{Order, Question, Gives, Agrees, Refuses, TakesBack, Instead, Finished, More, Asks, Waits, Talks}
}

// Ordering are the kinds that may change something.
func Ordering() []Kind { return []Kind{Order, Gives, Agrees, TakesBack, Instead, Finished} }

// Idle are the kinds that change nothing.
func Idle() []Kind {
	return slices.DeleteFunc(Kinds(), func(kind Kind) bool { return slices.Contains(Ordering(), kind) })
}

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return slices.Contains(Kinds(), k) }
