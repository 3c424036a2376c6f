package meaning

// Request is what one stretch of a message asks for.
type Request struct {
	// Text is the stretch; where it shares its deed with another request, which says it, with the words for that.
	Text   string
	Result Result
	// Shares: its deed is said with another request.
	Shares bool
}

// Plan is what a sentence asks for where that is more than one deed to one task, of which Intent and Slots say only one. The
// zero Plan is that of a sentence which asks for no more than they say.
type Plan struct {
	// Several: more than one deed or task is spoken of. To do only what Intent and Slots say would be a part of it.
	Several bool
	// Acts: more than one kind of deed is spoken of.
	Acts bool
	// All: every task of a kind is meant ("all Fajr tasks", "sab delete kar do").
	All bool
	// Both: two tasks are meant that are not named ("delete both").
	Both bool
	// Tasks are the numbers of the tasks that are named by them, each once; nil for none.
	Tasks []int
	// Steps are a deed for each task that is named by its number or by its place in a list, in the order in which they are named; nil
	// where it is not certain what is meant of which.
	Steps []Step
}

// Step is a deed to one task: DeleteTask or CompleteTask.
type Step struct {
	Intent Intent
	TaskID int
	// Place is its place in the list, from 1, or -1 for the last, where no number names the task; else 0.
	Place int
}
