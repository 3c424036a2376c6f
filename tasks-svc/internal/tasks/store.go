package tasks

import (
	"context"
	"time"
)

// Store keeps tasks. Every method but Purge is about one user's tasks and MUST NOT read or change another's.
// Implementations MUST be safe for concurrent use by several processes, MUST be durable when they return without an
// error, and MUST have changed nothing when they return one. A deleted task MUST be as if it were not there, but for
// Undelete and Purge, for every reader as soon as Delete has returned.
type Store interface {
	// Create keeps task, whose ID is ignored, and returns it with its number. Numbers MUST be consecutive from 1 for
	// each user, without gaps, however many are created at once, and MUST NOT be used again, purged tasks' included.
	Create(ctx context.Context, task Task) (Task, error)

	// Get returns the user's task. It MUST return ErrNotFound when the user has none of this number.
	Get(ctx context.Context, userID, id int32) (Task, error)

	// List returns the tasks that match, ordered by due time (those without one last), then by priority (high first),
	// then by number. The cost MUST depend on the user's own tasks alone, not on how many others there are.
	List(ctx context.Context, userID int32, query Query) (Page, error)

	// Change applies rule to the user's task in one transaction: no other change of this task happens between what rule
	// reads and what it writes. It MUST return ErrNotFound when the user has none of this number, and rule's error as
	// it is. It returns the task as kept. rule MAY be run more than once and MUST have no effect of its own.
	Change(ctx context.Context, userID, id int32, rule Rule) (Task, error)

	// Delete deletes the user's task, at a time. It MUST return ErrNotFound when the user has none of this number.
	Delete(ctx context.Context, userID, id int32, at time.Time) error

	// Undelete brings back the user's task if it was deleted after a time, just as it was, and returns it. It MUST
	// return ErrNotDeleted when the task is there, and else ErrNotFound.
	Undelete(ctx context.Context, userID, id int32, deletedAfter time.Time) (Task, error)

	// Purge removes for good at most limit tasks, of any user, that were deleted at a time or before, and returns how
	// many.
	Purge(ctx context.Context, deletedUntil time.Time, limit int) (int, error)
}

// Rule says how a task changes. An error means that it does not.
type Rule func(Current) (Change, error)

// Current is a task before a change.
type Current struct {
	Task Task
	// NextLives says whether the occurrence that Task.NextID names is there and not deleted.
	NextLives bool
}

// Change is a task after a change. It MUST have the number and the user of the task before.
type Change struct {
	Task Task
	// Next is an occurrence to create, as by Create, in the same transaction; its number becomes Task.NextID. Nil makes
	// none.
	Next *Task
}

// Query says which of a user's tasks to list.
type Query struct {
	Filter
	// After is the last task of the page before; nil for the first page.
	After *Position
	// Limit is the most tasks to return, at least 1.
	Limit int
}

// Filter says which tasks match. The zero value of a field lets every task match, but for Status.
type Filter struct {
	Status       Status
	Priority     Priority
	LinkedPrayer string
	Category     string
	Recurrence   Recurrence
	// DueFrom and DueBefore bound the due time, DueBefore itself excluded. A task that is due at no time does not match
	// when either is given.
	DueFrom, DueBefore time.Time
}

// Position is the place of a task in a list: it holds all that the order depends on.
type Position struct {
	Due      time.Time
	Priority Priority
	ID       int32
}

// Page is a part of a list.
type Page struct {
	Tasks []Task
	// Count is how many tasks match the filter, on all pages together.
	Count int
	// More says whether tasks follow the last one.
	More bool
}
