// Package webpushtest is the other side of Web Push, for tests: a browser that decrypts what it is sent, and a push service that verifies
// who sends.
package webpushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Browser is a browser with its keys.
type Browser struct {
	private *ecdh.PrivateKey
	auth    []byte
}

// NewBrowser returns a browser with new keys.
func NewBrowser() (*Browser, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth) // it never fails
	return &Browser{private, auth}, nil
}

// Point and Auth are what the browser gives with its subscription, in base64url.
func (b *Browser) Point() string {
	return base64.RawURLEncoding.EncodeToString(b.private.PublicKey().Bytes())
}

// Auth is the authentication secret.
func (b *Browser) Auth() string { return base64.RawURLEncoding.EncodeToString(b.auth) }

// Decrypt reads the body of a message, as RFC 8291 and RFC 8188 say.
func (b *Browser) Decrypt(body []byte) ([]byte, error) {
	const saltLength, headerLength = 16, 16 + 4 + 1
	if len(body) < headerLength || len(body) < headerLength+int(body[headerLength-1]) {
		return nil, errors.New("the body is too short")
	}
	salt, size, length := body[:saltLength], binary.BigEndian.Uint32(body[saltLength:]), int(body[headerLength-1])
	point, record := body[headerLength:headerLength+length], body[headerLength+length:]
	if len(record) > int(size) {
		return nil, fmt.Errorf("a record has %d bytes, and not more than %d", len(record), size)
	}
	theirs, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, err
	}
	shared, err := b.private.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	material, err := hkdf.Key(sha256.New, shared, b.auth, "WebPush: info\x00"+string(b.private.PublicKey().Bytes())+string(point), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	opened, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	padded, err := opened.Open(nil, nonce, record, nil)
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(string(padded), "\x00")
	message, last := strings.CutSuffix(text, "\x02")
	if !last {
		return nil, errors.New("the record is not the last one")
	}
	return []byte(message), nil
}

// Claims are what a sender says of itself.
type Claims struct {
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Subject  string `json:"sub"`
}

// Verify reads the header Authorization of a message, and returns what the sender says of itself and its public key (RFC 8292).
func Verify(authorization string) (claims Claims, public string, err error) {
	parameters, ok := strings.CutPrefix(authorization, "vapid ")
	token, public, both := strings.Cut(strings.TrimPrefix(parameters, "t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || !both || len(parts) != 3 {
		return Claims{}, "", fmt.Errorf("it is not of vapid: %s", authorization)
	}
	var decoded [3][]byte
	for i, part := range parts {
		if decoded[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			return Claims{}, "", err
		}
	}
	point, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil {
		return Claims{}, "", err
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return Claims{}, "", err
	}
	var header struct {
		Algorithm string `json:"alg"`
		Type      string `json:"typ"`
	}
	if err := errors.Join(json.Unmarshal(decoded[0], &header), json.Unmarshal(decoded[1], &claims)); err != nil {
		return Claims{}, "", err
	}
	digest, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), decoded[2]
	if header.Algorithm != "ES256" || header.Type != "JWT" || len(signature) != 64 ||
		!ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return Claims{}, "", errors.New("the signature is not one of the key")
	}
	return claims, public, nil
}
