// Package apitoken is the form of API tokens, such as sft_ with 38 letters and digits. The last six are a checksum, so that
// scanners for leaked secrets find tokens and nothing else, and a mistyped token is refused without asking anybody.
package apitoken

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"hash/crc32"
	"strings"
)

// Prefix begins every token, and no token of another kind.
const Prefix = "sft_"

// Pattern matches tokens in any text. It is what a scanner for leaked secrets is configured with.
const Pattern = `\bsft_[0-9A-Za-z]{38}\b`

const (
	digits         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLength   = 32 // 190 bits
	checksumLength = 6  // 32 bits
	length         = len(Prefix) + randomLength + checksumLength
)

// New returns a token that nobody can guess.
func New() string {
	text := make([]byte, 0, length)
	text = append(text, Prefix...)
	for random := [1]byte{}; len(text) < len(Prefix)+randomLength; {
		_, _ = rand.Read(random[:]) // it never fails
		const unbiased = 256 / len(digits) * len(digits)
		if int(random[0]) < unbiased {
			text = append(text, digits[int(random[0])%len(digits)])
		}
	}
	return string(appendChecksum(text))
}

// appendChecksum appends the CRC-32 of a token's text, the most significant digit first.
func appendChecksum(text []byte) []byte {
	sum := crc32.ChecksumIEEE(text)
	var checksum [checksumLength]byte
	for i := range checksum {
		checksum[checksumLength-1-i] = digits[sum%uint32(len(digits))]
		sum /= uint32(len(digits))
	}
	return append(text, checksum[:]...)
}

// Digest is the SHA-256 of a token. It is what is stored and sent: who has it cannot call with it. A token has too many bits
// to be found by trying, so the digest needs no salt and no slow hash.
type Digest [sha256.Size]byte

// String returns the digest in base64url.
func (d Digest) String() string { return base64.RawURLEncoding.EncodeToString(d[:]) }

// DigestOf returns the digest of a token. It reports whether the text has the form of a token.
func DigestOf(text string) (Digest, bool) {
	if len(text) != length || !strings.HasPrefix(text, Prefix) {
		return Digest{}, false
	}
	if strings.ContainsFunc(text[len(Prefix):], func(r rune) bool { return !strings.ContainsRune(digits, r) }) {
		return Digest{}, false
	}
	if string(appendChecksum([]byte(text[:length-checksumLength]))) != text {
		return Digest{}, false
	}
	return sha256.Sum256([]byte(text)), true
}
