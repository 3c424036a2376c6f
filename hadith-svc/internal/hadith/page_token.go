package hadith

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// position is where the next page begins: after a place in a list, or at an offset of a search.
type position struct {
	Place  *Place `json:"p,omitempty"`
	Offset int    `json:"o,omitempty"`
	// Sum detects a token of another list. It is not a secret and protects nothing.
	Sum []byte `json:"s"`
}

const tokenSumSize = 9 // bytes

// tokenEncoding accepts only one spelling of each token.
var tokenEncoding = base64.RawURLEncoding.Strict()

func (s Selection) pageToken(p position) string {
	p.Sum = s.sum(p)
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // only strings and numbers
	}
	return tokenEncoding.EncodeToString(text)
}

// after returns the position in the selection's page token, or ErrPageToken.
func (s Selection) after() (position, error) {
	if s.PageToken == "" {
		return position{}, nil
	}
	text, err := tokenEncoding.DecodeString(s.PageToken)
	if err != nil {
		return position{}, ErrPageToken
	}
	var p position
	if err := json.Unmarshal(text, &p); err != nil || s.pageToken(p) != s.PageToken {
		return position{}, ErrPageToken
	}
	return p, nil
}

func (s Selection) sum(p position) []byte {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q|%q|%d|%q|%q|%q|%d", s.Query, s.Collection, s.Book, s.Grade, s.Language, s.Topic, p.Offset)
	if p.Place != nil {
		fmt.Fprintf(hash, "|%q|%d|%d", p.Place.Collection, p.Place.Position, p.Place.ID)
	}
	return hash.Sum(nil)[:tokenSumSize]
}
