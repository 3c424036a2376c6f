package signin

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// KeyBytes is the least length of a session key.
const KeyBytes = 32

// NewKey returns a key that only this process has.
func NewKey() []byte {
	key := make([]byte, KeyBytes)
	_, _ = rand.Read(key) // it never fails
	return key
}

// seal encrypts values for one purpose, so that only who has the key can read or make them.
type seal struct {
	cipher  cipher.AEAD
	purpose []byte
}

func newSeal(key []byte, purpose string) (*seal, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, "salaatflow "+purpose, KeyBytes)
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
	return &seal{aead, []byte(purpose)}, nil
}

// close returns a value as a text for a cookie.
func (s *seal) close(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("encode what is to be sealed: %w", err)
	}
	sealed := s.cipher.Seal(nil, nil, text, s.purpose) //nolint:gosec // the cipher makes the nonce, and wants none
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// open reads a text that close made; it reports whether it was made with this key and for this purpose.
func (s *seal) open(text string, value any) bool {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	plain, err := s.cipher.Open(nil, nil, sealed, s.purpose)
	return err == nil && json.Unmarshal(plain, value) == nil
}
