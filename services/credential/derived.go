package credential

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// derivationRounds makes it slow to guess the platform's secret from one that is derived from it.
const derivationRounds = 100_000

// For returns the credential to present to one service that is not the platform's, and that this service accepts: it is derived
// from the secret and the service's name, so that it is good for nothing else, and tells nobody the secret. It follows the changes of
// c. It returns nil if c is nil.
func (c *Credential) For(service string) *Credential {
	if c == nil {
		return nil
	}
	return &Credential{base: c, purpose: "salaatflow credential for " + service}
}

// Keys returns a function that returns the keys for a purpose of the platform's own: that of the present secret, and of one that it
// replaces. They are derived as credentials are, and are none. It returns nil if c is nil.
func (c *Credential) Keys(purpose string) func() [][sha256.Size]byte {
	if c == nil {
		return nil
	}
	derived := &Credential{base: c, purpose: "salaatflow key for " + purpose}
	return func() [][sha256.Size]byte { return derived.current().accepted }
}

// derived returns what is derived of the base's present content. It is computed when that is first asked for, which takes some 20 ms.
func (c *Credential) derived() *secrets {
	base := c.base.current()
	if known := c.secrets.Load(); known != nil && known.base == base {
		return known
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.secrets.Load(); known != nil && known.base == base {
		return known
	}
	lines := make([]string, len(base.lines))
	for i, line := range base.lines {
		lines[i] = derive(line, c.purpose)
	}
	made := newSecrets(lines)
	made.base = base
	c.secrets.Store(made)
	return made
}

// derive is described in docs/operations.md, for services in other languages.
func derive(secret, purpose string) string {
	key, err := pbkdf2.Key(sha256.New, secret, []byte(purpose), derivationRounds, sha256.Size)
	if err != nil {
		panic(fmt.Sprintf("credential: derive: %v", err)) // only for lengths that are not these
	}
	return hex.EncodeToString(key)
}
