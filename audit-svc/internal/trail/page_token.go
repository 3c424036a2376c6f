package trail

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrPageToken is a page token that is none of this list's.
var ErrPageToken = errors.New("the page token is not one of this list")

const tokenSumSize = 9 // bytes

// tokenEncoding accepts only one spelling of each token.
var tokenEncoding = base64.RawURLEncoding.Strict()

// PageToken returns the position after a line, with a checksum over it and the selection. The checksum detects tokens of
// another list. It is not a secret and protects nothing: who may see what is decided anew for each page.
func (s Selection) PageToken(seq int64) string {
	token := binary.AppendVarint(nil, seq)
	return tokenEncoding.EncodeToString(append(token, s.sum(seq)...))
}

// WithPage returns the selection of the page that a token names; an empty token names the first.
func (s Selection) WithPage(token string) (Selection, error) {
	if token == "" {
		return s, nil
	}
	raw, err := tokenEncoding.DecodeString(token)
	if err != nil {
		return s, ErrPageToken
	}
	seq, n := binary.Varint(raw)
	if n <= 0 || seq < 1 || s.PageToken(seq) != token {
		return s, ErrPageToken
	}
	s.Before = seq
	return s, nil
}

func (s Selection) sum(seq int64) []byte {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q|%d|%s|%d|%d|%d", s.Tool, s.UserID, s.Decision, s.Since.UnixMicro(), s.Until.UnixMicro(), seq)
	return hash.Sum(nil)[:tokenSumSize]
}
