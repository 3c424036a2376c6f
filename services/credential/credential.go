// Package credential is the platform's credential: a secret that every program of the platform reads from a file,
// presents on each of its gRPC calls, and requires of those that call it.
package credential

import (
	"crypto/sha256"
	"crypto/subtle"
	"sync"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
)

// Secrets is the most secrets that a file may hold: the one presented, and one more that is accepted while the first
// replaces it everywhere.
const Secrets = 2

// checkInterval is the least time between two checks of the file.
const checkInterval = time.Second

// Credential is the secret that its file holds now. It is safe for concurrent use. A nil *Credential holds no secret.
type Credential struct {
	file    string // "" never changes
	clock   clock.Clock
	changed func(error) // reports what became of a changed file

	base    *Credential // what it is derived from; nil if it is not
	purpose string      // for whom or what it is derived

	secrets atomic.Pointer[secrets]
	checked atomic.Int64 // when the file was last checked, in nanoseconds

	mu   sync.Mutex // held while reading again
	seen secretfile.Stamp
}

// secrets is the content of a file.
type secrets struct {
	lines     []string
	presented string
	accepted  [][sha256.Size]byte
	base      *secrets // what they are derived from
}

func newSecrets(lines []string) *secrets {
	s := &secrets{lines: lines, presented: lines[0]}
	for _, line := range lines {
		s.accepted = append(s.accepted, sha256.Sum256([]byte(line)))
	}
	return s
}

// New returns a credential whose secret never changes. The secret must not be empty.
func New(secret string) *Credential {
	c := &Credential{}
	c.secrets.Store(newSecrets([]string{secret}))
	return c
}

// Presented returns the secret to present in calls.
func (c *Credential) Presented() string { return c.current().presented }

// Accepts reports whether a caller that presents this secret is one of the platform's programs. A wrong secret takes as
// long as the right one.
func (c *Credential) Accepts(shown string) bool {
	got := sha256.Sum256([]byte(shown))
	found := 0
	for _, want := range c.current().accepted {
		found |= subtle.ConstantTimeCompare(got[:], want[:])
	}
	return found == 1
}

// String hides the secret.
func (*Credential) String() string { return "[redacted]" }

// GoString hides the secret from %#v.
func (*Credential) GoString() string { return "[redacted]" }

// current returns the last known content of the file, which is checked at most once a second.
func (c *Credential) current() *secrets {
	if c.base != nil {
		return c.derived()
	}
	if c.file != "" {
		now, last := c.clock.Now().UnixNano(), c.checked.Load()
		if now-last >= int64(checkInterval) && c.checked.CompareAndSwap(last, now) {
			c.refresh()
		}
	}
	return c.secrets.Load()
}

// refresh reads the file again if it has changed. An invalid file changes nothing, since it may be half written.
func (c *Credential) refresh() {
	c.mu.Lock()
	defer c.mu.Unlock()
	read, seen, err := load(c.file, c.seen)
	if seen == c.seen {
		return
	}
	c.seen = seen
	if err == nil && read != nil {
		c.secrets.Store(read)
	}
	c.changed(err)
}
