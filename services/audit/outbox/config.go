package outbox

import (
	"fmt"
	"time"
)

// Config holds what an operator can set of a program's outbox. Start from DefaultConfig.
type Config struct {
	// Outbox is the folder of the outbox. Empty records nothing.
	Outbox string `placeholder:"DIR" type:"path" help:"Record calls for the audit in this folder, and send them to audit-svc from there; empty records nothing."`
	// MaxBytes is the most that may wait there.
	MaxBytes int64 `help:"The most that may wait in the folder for audit-svc, in bytes."`
	// WhenFull is what happens when nothing can be recorded: refuse or continue.
	WhenFull string `help:"What happens to calls that change something while they cannot be recorded: refuse or continue."`
	// Flush is when records are flushed to the disk: second or call.
	Flush string `help:"When records are flushed to the disk: second, once in each, of which a power cut may cost the last; or call, before the caller is answered."`
	// Address is where audit-svc is. Empty finds it through the registry.
	Address string `placeholder:"HOST:PORT" help:"Address of audit-svc; empty finds it through the registry."`
}

// What happens to calls that change something while they cannot be recorded.
const (
	Refuse   = "refuse"
	Continue = "continue"
)

// When records are flushed to the disk.
const (
	FlushSecond = "second"
	FlushCall   = "call"
)

// DefaultConfig records nothing. Once it has a folder, 256 MB may wait there, what cannot be recorded is refused, and what is
// recorded is flushed once a second.
func DefaultConfig() Config { return Config{MaxBytes: 256 << 20, WhenFull: Refuse, Flush: FlushSecond} }

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	if c.Outbox == "" {
		return nil
	}
	if c.MaxBytes < 1<<20 {
		return fmt.Errorf("--audit-max-bytes: %d is less than the 1048576 that an outbox needs", c.MaxBytes)
	}
	if c.WhenFull != Refuse && c.WhenFull != Continue {
		return fmt.Errorf("--audit-when-full: %q must be refuse or continue", c.WhenFull)
	}
	if c.Flush != FlushSecond && c.Flush != FlushCall {
		return fmt.Errorf("--audit-flush: %q must be second or call", c.Flush)
	}
	return nil
}

// syncInterval is the least time between two flushes to the disk: what a power cut may cost.
const syncInterval = time.Second

// segmentBytes is the size at which a file is followed by the next.
const segmentBytes = 4 << 20

// spareBytes is what a file may grow beyond that while the disk is full. It is reserved, so that calls which were admitted
// before that was known are recorded like others.
const spareBytes = 2 << 20

// maxHeld is how many records are held in memory while the disk does not take them.
const maxHeld = 1024
