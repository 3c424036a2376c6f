package tasks

import (
	"context"
	"time"

	"github.com/salaatflow/platform/language/searchtext"
)

// Store stores tasks. Every method but Purge, ReadWords and ToPlan works on one user's tasks and MUST NOT read or change another's.
// Implementations MUST be safe for concurrent use by several processes. When a method returns no error, its effect MUST
// be durable; when it returns one, it MUST have changed nothing. As soon as Delete has returned, the task MUST be gone
// for every reader but Undelete and Purge.
type Store interface {
	// Create stores task, ignoring its ID, and returns it with its number. For each user, numbers MUST be consecutive
	// from 1, without gaps, however many tasks are created at once. A number MUST NOT be used again, not even that of a
	// purged task.
	Create(ctx context.Context, task Task) (Task, error)

	// Get returns the user's task. It MUST return ErrNotFound if the user has none with this number.
	Get(ctx context.Context, userID, id int32) (Task, error)

	// List returns the tasks that match, ordered by due time (tasks without one last), then by priority (high first),
	// then by number. The cost MUST depend on the length of the page and on MaxCount, not on how many tasks there are.
	List(ctx context.Context, userID int32, query Query) (Page, error)

	// Search returns the tasks that have all the words of a query, the newest first.
	Search(ctx context.Context, userID int32, query SearchQuery) (SearchPage, error)

	// ReadWords makes at most limit tasks, of any user, known to Search which are not, and returns how many. Those that this
	// Store has created and changed are always known.
	ReadWords(ctx context.Context, limit int) (int, error)

	// Change applies rule to the user's task in one transaction: no other change of this task happens between what rule
	// reads and what it writes. It MUST return ErrNotFound if the user has none with this number, and rule's error as it
	// is. It returns the task as stored. rule MAY run more than once and MUST have no side effects.
	Change(ctx context.Context, userID, id int32, rule Rule) (Task, error)

	// Delete deletes the user's task at a time. It MUST return ErrNotFound if the user has none with this number.
	Delete(ctx context.Context, userID, id int32, at time.Time) error

	// Undelete restores the user's task exactly as it was, if it was deleted after a time, and returns it. It MUST
	// return ErrNotDeleted if the task is not deleted, and otherwise ErrNotFound.
	Undelete(ctx context.Context, userID, id int32, deletedAfter time.Time) (Task, error)

	// Quiet returns the user's quiet hours, or DefaultQuiet if none were set.
	Quiet(ctx context.Context, userID int32) (Quiet, error)

	// SetQuiet sets the user's quiet hours, and the PlanAt of the user's pending tasks that remind and are not linked to a prayer.
	SetQuiet(ctx context.Context, userID int32, quiet Quiet, planAt time.Time) error

	// ToPlan returns at most limit pending tasks, of any user, whose PlanAt has come, the earliest first.
	ToPlan(ctx context.Context, now time.Time, limit int) ([]Task, error)

	// Purge removes at most limit tasks for good, of any user, that were deleted at or before a time. It returns their
	// number.
	Purge(ctx context.Context, deletedUntil time.Time, limit int) (int, error)
}

// Rule returns how a task changes, or an error to leave it as it is.
type Rule func(Current) (Change, error)

// Current is a task before a change.
type Current struct {
	Task Task
	// NextLives reports whether the occurrence that Task.NextID names exists and is not deleted.
	NextLives bool
}

// Change is a task after a change. Its number and user MUST be those of the task before.
type Change struct {
	Task Task
	// Next is an occurrence to create in the same transaction, as by Create; its number becomes Task.NextID. Nil creates
	// none.
	Next *Task
}

// Query selects the tasks of a user to list.
type Query struct {
	Filter
	// After is the last task of the page before, or nil for the first page.
	After *Position
	// Limit is the largest number of tasks to return, at least 1.
	Limit int
}

// Filter selects the tasks that match. The zero value of a field matches every task, except for Status.
type Filter struct {
	Status       Status
	Priority     Priority
	LinkedPrayer string
	Category     string
	Recurrence   Recurrence
	// DueFrom and DueBefore bound the due time; DueBefore itself is excluded. If either is set, a task without a due
	// time does not match.
	DueFrom, DueBefore time.Time
}

// SearchQuery selects the tasks of a user to find.
type SearchQuery struct {
	Words  searchtext.Query
	Status Status
	// Before is the number before which the page begins, math.MaxInt32 for the first page.
	Before int32
	// Limit is the largest number of tasks to return, at least 1.
	Limit int
}

// SearchPage is one page of what a search finds.
type SearchPage struct {
	Tasks []Task
	// Next is the Before of the next page; 0 when there is none.
	Next int32
}

// Position is the place of a task in a list. It holds everything that the order depends on.
type Position struct {
	Due      time.Time
	Priority Priority
	ID       int32
}

// Page is one page of a list.
type Page struct {
	Tasks []Task
	// Count is the number of matching tasks on all pages, at most MaxCount. CountCapped reports whether there are more.
	Count       int
	CountCapped bool
	// More reports whether tasks follow the last one.
	More bool
}
