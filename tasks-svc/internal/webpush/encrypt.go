// Package webpush sends messages to browsers: encrypted for the browser alone (RFC 8291), and signed as the program to which it subscribed
// (RFC 8292). It is some hundred lines on the standard library, which tests compare with the published example and decrypt as a browser
// does; so there is no dependency for it.
package webpush

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	// AuthLength is the length of a browser's authentication secret.
	AuthLength = 16
	// MaxMessage is the longest message: push services take 4,096 bytes at least, and 103 are not the message's.
	MaxMessage = recordSize - headerLength - 1 - 16

	saltLength   = 16
	pointLength  = 65 // a point of P-256, not compressed
	headerLength = saltLength + 4 + 1 + pointLength
	recordSize   = 4096
)

var (
	// ErrKeys means that what was given are not the keys of a browser.
	ErrKeys = errors.New("not the keys of a push subscription")
	// errLength means that a message is longer than MaxMessage.
	errLength = errors.New("the message is too long for a push service")
)

// Browser are the keys that a browser gives with its subscription: its point of P-256 and the authentication secret.
type Browser struct{ Point, Auth []byte }

// Check returns ErrKeys unless messages can be encrypted for the keys.
func (b Browser) Check() error {
	_, err := b.key()
	return err
}

func (b Browser) key() (*ecdh.PublicKey, error) {
	key, err := ecdh.P256().NewPublicKey(b.Point)
	if err != nil || len(b.Auth) != AuthLength {
		return nil, ErrKeys
	}
	return key, nil
}

// Encrypt returns the body that only the browser can read: one record of the content coding aes128gcm (RFC 8188).
func (b Browser) Encrypt(message []byte) ([]byte, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // it never fails
	return b.encrypt(message, own, salt)
}

func (b Browser) encrypt(message []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	theirs, err := b.key()
	if err != nil {
		return nil, err
	}
	if len(message) > MaxMessage {
		return nil, errLength
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	point := own.PublicKey().Bytes()
	sealed, nonce, err := sealer(shared, b.Auth, salt, "WebPush: info\x00"+string(b.Point)+string(point))
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, recordSize)
	body = append(body, salt...)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, pointLength)
	body = append(body, point...)
	const last = 2 // the delimiter of a last record
	return sealed.Seal(body, nonce, append(append([]byte{}, message...), last), nil), nil
}

// sealer returns what seals the record of a message, and its nonce.
func sealer(shared, auth, salt []byte, info string) (cipher.AEAD, []byte, error) {
	material, err := hkdf.Key(sha256.New, shared, auth, info, sha256.Size)
	if err != nil {
		return nil, nil, err
	}
	const keyLength, nonceLength = 16, 12
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", keyLength)
	if err != nil {
		return nil, nil, err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", nonceLength)
	if err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, nil, err
	}
	sealed, err := cipher.NewGCM(block)
	return sealed, nonce, err
}
