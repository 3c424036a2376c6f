package sqlstore

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// errDamaged says that what is stored is damaged.
var errDamaged = errors.New("the stored data is damaged")

// condition is what a database's statements have told of what holds it. It is safe for concurrent use.
type condition struct {
	clock clock.Clock
	// lasting says that damage is there until a restart, which looks at the whole file. Servers look after their own.
	lasting bool

	mu     sync.Mutex
	counts map[Fault]int
	fault  Fault // that has not ended; "" while all is well
	err    error // that told of it last
	last   time.Time
}

func newCondition(of Engine) *condition {
	return &condition{clock: clock.System(), lasting: of == SQLite, counts: map[Fault]int{}}
}

// note notes how a statement ended.
func (c *condition) note(err error) {
	fault := faultOf(err)
	if fault == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[fault]++
	if c.stays() || fault == Away { // whether a server is there is asked anew each time
		return
	}
	c.fault, c.err, c.last = fault, err, c.clock.Now()
}

// noteRead is note for a connection on which SQLite refuses changes whatever the disk is like.
func (c *condition) noteRead(err error) {
	if faultOf(err) != ReadOnly {
		c.note(err)
	}
}

// standing returns the fault that has not ended, when it was last told of, and its error.
func (c *condition) standing() (Fault, time.Time, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fault, c.last, c.err
}

// over notes that a fault has ended, unless it was told of since.
func (c *condition) over(told time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stays() && c.last.Equal(told) {
		c.fault, c.err = "", nil
	}
}

// count returns how often statements told of a fault.
func (c *condition) count(fault Fault) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts[fault]
}

// damage returns an error once anything has told of damage: from then on nothing is written.
func (c *condition) damage() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stays() {
		return nil
	}
	return fmt.Errorf("nothing is written after damage was found: %w", c.err)
}

func (c *condition) stays() bool { return c.lasting && c.fault == Corrupt }
