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
)

// Secrets is the most that a file holds: the one that is presented, and one more that is accepted while the first
// replaces it everywhere.
const Secrets = 2

// checkInterval is how often the file is looked at, at the most.
const checkInterval = time.Second

// Credential is the secret as its file holds it now. It is safe for concurrent use. A nil *Credential is none.
type Credential struct {
	file    string // "" never changes
	clock   clock.Clock
	changed func(error) // told what became of a changed file

	secrets atomic.Pointer[secrets]
	checked atomic.Int64 // when the file was looked at last, in nanoseconds

	mu   sync.Mutex // of reading again
	seen stamp
}

// secrets are what a file holds.
type secrets struct {
	presented string
	accepted  [][sha256.Size]byte
}

func newSecrets(lines []string) *secrets {
	s := &secrets{presented: lines[0]}
	for _, line := range lines {
		s.accepted = append(s.accepted, sha256.Sum256([]byte(line)))
	}
	return s
}

// New makes a credential of a secret that stays what it is. It must not be empty.
func New(secret string) *Credential {
	c := &Credential{}
	c.secrets.Store(newSecrets([]string{secret}))
	return c
}

// Presented is the secret to call with.
func (c *Credential) Presented() string { return c.current().presented }

// Accepts reports whether a caller who shows this secret is one of the platform's programs. It takes as long for a wrong
// secret as for the right one.
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

// current is what the file holds, as far as is known; the file is looked at once a second at the most.
func (c *Credential) current() *secrets {
	if c.file != "" {
		now, last := c.clock.Now().UnixNano(), c.checked.Load()
		if now-last >= int64(checkInterval) && c.checked.CompareAndSwap(last, now) {
			c.refresh()
		}
	}
	return c.secrets.Load()
}

// refresh reads the file again if it has changed. One that cannot be used changes nothing: it may be half written.
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
