// Package calls remembers what a gateway's operators ask about its calls: how often each tool and RPC is called, how often
// that fails and how long it takes, and the latest calls one by one. It is in memory and bounded, whatever is called.
package calls

import (
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Call is a call that has ended.
type Call struct {
	// Number counts the calls of this gateway, from 1. Log gives it, and the Time of the end.
	Number int64
	Time   time.Time
	// Operation is the canonical name of a tool, or Service.Method of an RPC that is none.
	Operation string
	// Door is the way by which it came; empty if that is not known.
	Door string
	// UserID is the caller's; 0 is anonymous.
	UserID int32
	// Result is OK, or the code of the error.
	Result string
	Took   time.Duration
}

// OK is the Result of what succeeded.
const OK = "OK"

// The bounds of what is remembered.
const (
	// Latest is how many calls are remembered one by one.
	Latest = 200
	// maxOperations is how many tools and RPCs have figures, at a kilobyte each while they are called.
	maxOperations = 10_000
	// maxFollowers is how many may follow the calls at once, and backlog how many calls each may be behind.
	maxFollowers, backlog = 32, 256
)

// Log remembers calls. A nil *Log remembers nothing. It is safe for concurrent use.
type Log struct {
	clock clock.Clock
	since time.Time

	mu         sync.RWMutex
	operations map[string]*operation

	latest latest
}

// New returns a Log without calls.
func New(clk clock.Clock) *Log {
	l := &Log{clock: clk, since: clk.Now(), operations: map[string]*operation{}}
	l.latest.followers = map[*Follower]struct{}{}
	return l
}

// Since returns when the Log began.
func (l *Log) Since() time.Time { return l.since }

// Ended remembers a call that has ended now. Private calls count, and are not among the latest.
func (l *Log) Ended(call Call, private bool) {
	if l == nil {
		return
	}
	call.Time = l.clock.Now()
	if o := l.operation(call.Operation); o != nil {
		o.add(call, l.since)
	}
	if !private {
		l.latest.add(call)
	}
}

// operation returns the figures of an operation, nil if there are too many.
func (l *Log) operation(name string) *operation {
	l.mu.RLock()
	found := l.operations[name]
	l.mu.RUnlock()
	if found != nil {
		return found
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if found = l.operations[name]; found == nil && len(l.operations) < maxOperations {
		found = &operation{}
		l.operations[name] = found
	}
	return found
}
