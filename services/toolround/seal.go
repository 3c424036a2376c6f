package toolround

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// KeyBytes is the least length of a key.
const KeyBytes = 32

// NewKey returns a key that only this process has.
func NewKey() []byte {
	key := make([]byte, KeyBytes)
	_, _ = rand.Read(key) // it never fails
	return key
}

// life is how long after a question its answer is taken.
const life = time.Hour

// MaxState is the length of a state that a tool may give, in bytes.
const MaxState = 16 << 10

// What is wrong with a state.
var (
	ErrForeign = errors.New("the state was not given for this call: send it as it came, with the same arguments")
	ErrExpired = errors.New("the question was asked over an hour ago: call the tool again")
)

// Sealer encrypts what a tool keeps between two rounds, so that its caller can neither read, change nor use it for another call.
// Those with the same key open what the others sealed. It is safe for concurrent use.
type Sealer struct {
	cipher cipher.AEAD
	clock  clock.Clock
}

// NewSealer returns a sealer with a key of at least KeyBytes.
func NewSealer(key []byte, from clock.Clock) (*Sealer, error) {
	if len(key) < KeyBytes {
		return nil, errors.New("the key of rounds is too short: it needs at least 32 bytes")
	}
	derived, err := hkdf.Key(sha256.New, key, nil, "salaatflow state of a round", KeyBytes)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &Sealer{aead, from}, nil
}

// Seal returns a text for a state, which opens only for the same parts: whose call it is, and of what.
func (s *Sealer) Seal(state string, parts ...[]byte) string {
	ends := s.clock.Now().Add(life).Unix()
	plain := binary.BigEndian.AppendUint64(nil, uint64(ends)) //nolint:gosec // a time after 1970
	plain = append(plain, state...)
	sealed := s.cipher.Seal(nil, nil, plain, digest(parts)) //nolint:gosec // the cipher makes the nonce, and wants none
	return base64.RawURLEncoding.EncodeToString(sealed)
}

// Open returns the state of a text that Seal made. The error is ErrForeign or ErrExpired.
func (s *Sealer) Open(text string, parts ...[]byte) (string, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", ErrForeign
	}
	plain, err := s.cipher.Open(nil, nil, sealed, digest(parts))
	const head = 8 // the end of its time
	if err != nil || len(plain) < head {
		return "", ErrForeign
	}
	if ends := int64(binary.BigEndian.Uint64(plain)); s.clock.Now().Unix() > ends { //nolint:gosec // as Seal wrote it
		return "", ErrExpired
	}
	return string(plain[head:]), nil
}

// digest is the same for the same parts alone.
func digest(parts [][]byte) []byte {
	all := sha256.New()
	for _, part := range parts {
		sum := sha256.Sum256(part)
		all.Write(sum[:])
	}
	return all.Sum(nil)
}
