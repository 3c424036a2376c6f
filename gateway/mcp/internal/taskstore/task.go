// Package taskstore keeps the tasks of MCP: calls of tools whose client does not wait for their result. Gateways share them in Redis,
// where any of them answers for a task, or each keeps its own.
package taskstore

import (
	"context"
	"time"
)

// Status is where a task is.
type Status string

// The statuses of tasks. A task that is neither working nor waiting for input has ended, and stays as it is.
const (
	Working       Status = "working"
	InputRequired Status = "input_required"
	Completed     Status = "completed"
	Failed        Status = "failed"
	Cancelled     Status = "cancelled"
)

// HasEnded reports whether a task of this status stays as it is.
func (s Status) HasEnded() bool { return s != Working && s != InputRequired }

// Task is what is kept of a call.
type Task struct {
	ID string
	// Owner is whom it is for. For others it does not exist.
	Owner            string
	Status           Status
	Created, Updated time.Time
	// Body is the result of a task that is completed, the error of one that failed, and what its owner keeps of one that waits for
	// input, in JSON.
	Body []byte
}

// Limits bound what is kept.
type Limits struct {
	// Kept is how long a task is kept from its beginning.
	Kept time.Duration
	// Lease is how long a task that is working goes without a sign of its gateway before it counts as failed.
	Lease time.Duration
	// Max limits the tasks of all, and MaxOfOwner those of one owner.
	Max, MaxOfOwner int
	// Lost is the error of a task whose gateway is gone, in JSON.
	Lost []byte
}

// Store keeps tasks. It is safe for concurrent use. Its errors mean that it cannot be asked.
type Store interface {
	// Create keeps a task that is working. It returns nil if there is no room.
	Create(ctx context.Context, id, owner string) (*Task, error)
	// Get returns an owner's task, or nil if it has none of that id.
	Get(ctx context.Context, id, owner string) (*Task, error)
	// Renew says that a task is still worked at. It returns false if it has ended.
	Renew(ctx context.Context, id string) (bool, error)
	// End ends a task that is working.
	End(ctx context.Context, id string, status Status, body []byte) error
	// Pause has a task that is working wait for input. Nobody works at it then.
	Pause(ctx context.Context, id string, body []byte) error
	// Swap replaces the body of a task that waits for input, which goes on waiting.
	Swap(ctx context.Context, id string, before, body []byte) (bool, error)
	// Resume has a task that waits for input work again, for the caller to work at. Like Swap it returns false if the task does not
	// wait any more, or its body is not as it was before.
	Resume(ctx context.Context, id string, before []byte) (bool, error)
	// Cancel ends an owner's task, unless it has ended. It returns false if the owner has none of that id.
	Cancel(ctx context.Context, id, owner string) (bool, error)
	// Listen calls changed with each task that changes, until ctx ends. Whoever is away when it is told never learns it.
	Listen(ctx context.Context, changed func(id string, status Status))
}
