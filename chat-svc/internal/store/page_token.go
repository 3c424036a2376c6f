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

// place is a conversation's position in its owner's list.
type place struct {
	usedAt int64
	id     string
}

func (p place) token(owner int32) string {
	return pageToken(conversationsOf(owner), append(binary.AppendVarint(nil, p.usedAt), p.id...))
}

// parsePlace parses a page token of owner's conversations. An empty token means the first page.
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

// parseNumber parses a page token of a conversation's turns. An empty token means the first page.
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

// pageToken encodes the position after which the next page begins, with a checksum over it and the list, so that
// tokens of another list are rejected. The token is not a secret and protects nothing: every query is bound to the owner
// anyway.
func pageToken(list string, position []byte) string {
	token := append([]byte{tokenVersion}, position...)
	return tokenEncoding.EncodeToString(append(token, tokenSum(list, token)...))
}

// parsePageToken returns the position, or ErrPageToken if the token does not belong to this list.
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

// isID reports whether id has the form that crypto/rand.Text produces.
func isID(id string) bool {
	return len(id) == idSize && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
