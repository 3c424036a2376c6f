package tasks

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"
)

const (
	tokenVersion = 1
	tokenSumSize = 9 // bytes
	tokenMaxSize = 1 + binary.MaxVarintLen64 + 1 + binary.MaxVarintLen32 + tokenSumSize
)

// tokenEncoding accepts only one spelling of each token.
var tokenEncoding = base64.RawURLEncoding.Strict()

// pageToken returns the position after which the next page begins, with a checksum over it, the user and the filter.
// The checksum detects tokens of another list. It is not a secret and protects nothing: every query is bound to its
// caller anyway.
func pageToken(userID int32, filter Filter, p Position) string {
	token := make([]byte, 0, tokenMaxSize)
	token = append(token, tokenVersion)
	token = binary.AppendVarint(token, unixMilli(p.Due))
	token = append(token, byte(p.Priority))
	token = binary.AppendUvarint(token, uint64(p.ID))
	token = append(token, tokenSum(userID, filter, token)...)
	return tokenEncoding.EncodeToString(token)
}

// parsePageToken parses a page token. It returns ErrPageToken for a token of another user or filter.
func parsePageToken(token string, userID int32, filter Filter) (Position, error) {
	if len(token) > tokenEncoding.EncodedLen(tokenMaxSize) {
		return Position{}, ErrPageToken
	}
	raw, err := tokenEncoding.DecodeString(token)
	if err != nil || len(raw) <= 1+tokenSumSize || raw[0] != tokenVersion {
		return Position{}, ErrPageToken
	}
	body := raw[1 : len(raw)-tokenSumSize]
	due, n := binary.Varint(body)
	if n <= 0 || n+1 >= len(body) {
		return Position{}, ErrPageToken
	}
	id, _ := binary.Uvarint(body[n+1:])
	p := Position{Due: fromUnixMilli(due), Priority: Priority(body[n]), ID: int32(id)}
	if pageToken(userID, filter, p) != token {
		return Position{}, ErrPageToken
	}
	return p, nil
}

func tokenSum(userID int32, f Filter, position []byte) []byte {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d|%s|%d|%s|%s|%s|%d|%d|", userID, f.Status, f.Priority, f.LinkedPrayer, f.Category, f.Recurrence,
		unixMilli(f.DueFrom), unixMilli(f.DueBefore))
	hash.Write(position)
	return hash.Sum(nil)[:tokenSumSize]
}

// noTime stands for the zero time, whose number of milliseconds is meaningless.
const noTime = -1 << 62

func unixMilli(t time.Time) int64 {
	if t.IsZero() {
		return noTime
	}
	return t.UnixMilli()
}

func fromUnixMilli(ms int64) time.Time {
	if ms == noTime {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

const (
	searchTokenVersion = 2
	searchTokenSize    = 1 + 4 + tokenSumSize // bytes
)

// token is the number before which the next page begins, with a checksum over it, the user and the search, as in pageToken.
func (w Wanted) token(userID, before int32) string {
	token := binary.BigEndian.AppendUint32([]byte{searchTokenVersion}, uint32(before))
	hash := sha256.New()
	fmt.Fprintf(hash, "%d|%s|%q|", userID, w.Status, w.Words)
	hash.Write(token)
	return tokenEncoding.EncodeToString(append(token, hash.Sum(nil)[:tokenSumSize]...))
}

// before reads the page token. It returns ErrPageToken for a token of another user or search.
func (w Wanted) before(userID int32) (int32, error) {
	raw, err := tokenEncoding.DecodeString(w.PageToken)
	if err != nil || len(raw) != searchTokenSize {
		return 0, ErrPageToken
	}
	before := int32(binary.BigEndian.Uint32(raw[1:]))
	if w.token(userID, before) != w.PageToken {
		return 0, ErrPageToken
	}
	return before, nil
}
