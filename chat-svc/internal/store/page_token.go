package store

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

const (
	tokenVersion = 1
	tokenSumSize = 9  // bytes
	idSize       = 26 // characters, of 5 bits each
	tokenMaxSize = 1 + binary.MaxVarintLen64 + idSize + tokenSumSize
)

// tokenEncoding accepts one spelling of each token.
var tokenEncoding = base64.RawURLEncoding.Strict()

// place is where a conversation stands in its owner's list.
type place struct {
	usedAt int64
	id     string
}

func (p place) token(owner int32) string {
	return pageToken(conversationsOf(owner), append(binary.AppendVarint(nil, p.usedAt), p.id...))
}

// parsePlace reads the token of a page of owner's conversations; an empty one is that of the first page.
func parsePlace(token string, owner int32) (place, error) {
	if token == "" {
		return newest, nil
	}
	position, err := parsePageToken(conversationsOf(owner), token)
	if err != nil {
		return place{}, err
	}
	usedAt, n := binary.Varint(position)
	if n <= 0 || !isID(string(position[n:])) {
		return place{}, conversation.ErrPageToken
	}
	return place{usedAt: usedAt, id: string(position[n:])}, nil
}

func numberToken(number, owner int32, id string) string {
	return pageToken(turnsOf(owner, id), binary.AppendVarint(nil, int64(number)))
}

// parseNumber reads the token of a page of a conversation's turns; an empty one is that of the first page.
func parseNumber(token string, owner int32, id string) (int32, error) {
	if token == "" {
		return noNumber, nil
	}
	position, err := parsePageToken(turnsOf(owner, id), token)
	if err != nil {
		return 0, err
	}
	number, n := binary.Varint(position)
	if n != len(position) || number < 1 || number > noNumber {
		return 0, conversation.ErrPageToken
	}
	return int32(number), nil
}

func conversationsOf(owner int32) string    { return fmt.Sprintf("conversations|%d", owner) }
func turnsOf(owner int32, id string) string { return fmt.Sprintf("turns|%d|%s", owner, id) }

// pageToken is the position after which the next page of a list begins, with a sum over it and the list, so that a token of
// another list is told from one of this. It is no secret and protects nothing: every query is bound to the owner anyway.
func pageToken(list string, position []byte) string {
	token := append([]byte{tokenVersion}, position...)
	return tokenEncoding.EncodeToString(append(token, tokenSum(list, token)...))
}

// parsePageToken reads the position back, or returns ErrPageToken when the token is none of this list.
func parsePageToken(list, token string) ([]byte, error) {
	if len(token) > tokenEncoding.EncodedLen(tokenMaxSize) {
		return nil, conversation.ErrPageToken
	}
	raw, err := tokenEncoding.DecodeString(token)
	if err != nil || len(raw) <= 1+tokenSumSize || raw[0] != tokenVersion {
		return nil, conversation.ErrPageToken
	}
	position := raw[1 : len(raw)-tokenSumSize]
	if pageToken(list, position) != token {
		return nil, conversation.ErrPageToken
	}
	return position, nil
}

func tokenSum(list string, body []byte) []byte {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s|", list)
	hash.Write(body)
	return hash.Sum(nil)[:tokenSumSize]
}

// isID reports whether a conversation may have this id: crypto/rand.Text makes them.
func isID(id string) bool {
	return len(id) == idSize && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
