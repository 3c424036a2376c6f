// Package chain is the form in which audit records are kept: lines of JSON, each with the hash of the one before it, so that
// a line which is removed, changed or moved shows.
package chain

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Hash is the SHA-256 of a line. The zero Hash stands before the first.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash parses what String returns, and nothing else.
func ParseHash(text string) (h Hash, err error) {
	if len(text) != hex.EncodedLen(len(h)) {
		return h, fmt.Errorf("a hash has %d hexadecimal digits, not %d", hex.EncodedLen(len(h)), len(text))
	}
	if _, err := hex.Decode(h[:], []byte(text)); err != nil {
		return h, errors.New("a hash has hexadecimal digits only")
	}
	return h, nil
}

// MaxLine is the longest line, in bytes with its line feed.
const MaxLine = 16 << 10

// MaxEntry is the longest entry of a line, in bytes. What a line has besides is shorter than the rest.
const MaxEntry = MaxLine - 256

// Line is a line of a chain.
type Line struct {
	// Seq is the line's number, from 1 and without a gap.
	Seq int64
	// Prev is the hash of the line before it, and Hash its own.
	Prev, Hash Hash
	// Entry is a JSON object, exactly as it was hashed.
	Entry []byte
}

// Next returns the line of an entry that follows this one; the zero Line is before the first.
func (l Line) Next(entry []byte) Line {
	next := Line{Seq: l.Seq + 1, Prev: l.Hash, Entry: entry}
	next.Hash = next.sum()
	return next
}

// sum is the SHA-256 of number, previous hash and entry, with line feeds between them.
func (l Line) sum() Hash {
	var usual [2048]byte // on the stack; longer texts are rare
	text := strconv.AppendInt(usual[:0], l.Seq, 10)
	text = append(text, '\n')
	text = hex.AppendEncode(text, l.Prev[:])
	text = append(text, '\n')
	return sha256.Sum256(append(text, l.Entry...))
}

// Intact returns an error unless the hash is that of the line.
func (l Line) Intact() error {
	if l.sum() != l.Hash {
		return fmt.Errorf("line %d was changed: its hash is not that of its content", l.Seq)
	}
	return nil
}

// Append appends the line as JSON and a line feed.
func (l Line) Append(to []byte) []byte {
	to = append(to, beforeSeq...)
	to = strconv.AppendInt(to, l.Seq, 10)
	to = append(to, beforePrev...)
	to = hex.AppendEncode(to, l.Prev[:])
	to = append(to, beforeHash...)
	to = hex.AppendEncode(to, l.Hash[:])
	to = append(to, beforeEntry...)
	to = append(to, l.Entry...)
	return append(append(to, afterEntry...), '\n')
}

// The text of a line around its parts.
const (
	beforeSeq, beforePrev, beforeHash, beforeEntry, afterEntry = `{"seq":`, `,"prev":"`, `","hash":"`, `","entry":`, `}`
)

// Parse parses a line, with its line feed or without. Only what Append writes is one.
func Parse(text []byte) (Line, error) {
	text = bytes.TrimSuffix(text, []byte{'\n'})
	if len(text) >= MaxLine {
		return Line{}, fmt.Errorf("a line has at most %d bytes", MaxLine)
	}
	rest, isLine := bytes.CutPrefix(text, []byte(beforeSeq))
	seq, rest, _ := bytes.Cut(rest, []byte(beforePrev))
	prev, rest, _ := bytes.Cut(rest, []byte(beforeHash))
	hash, rest, _ := bytes.Cut(rest, []byte(beforeEntry))
	entry, isWhole := bytes.CutSuffix(rest, []byte(afterEntry))
	number, err := strconv.ParseInt(string(seq), 10, 64)
	if !isLine || !isWhole || err != nil || !json.Valid(entry) || bytes.ContainsAny(entry, "\r\n") {
		return Line{}, errors.New("it is not written as lines of an audit are: members seq, prev, hash and entry, in this order")
	}
	line, err := NewLine(number, string(prev), string(hash), entry)
	if err != nil {
		return Line{}, err
	}
	var usual [2048]byte                                                           // on the stack
	if again := line.Append(usual[:0]); !bytes.Equal(again[:len(again)-1], text) { // such as 01 for 1
		return Line{}, errors.New("it is not written as lines of an audit are: numbers and hashes have one spelling")
	}
	return line, nil
}

// NewLine returns the line with these parts; hashes are in hexadecimal.
func NewLine(seq int64, prev, hash string, entry []byte) (Line, error) {
	line := Line{Seq: seq, Entry: entry}
	if seq < 1 {
		return Line{}, fmt.Errorf("line numbers begin at 1, not at %d", seq)
	}
	if len(entry) == 0 || entry[0] != '{' {
		return Line{}, errors.New("the entry must be a JSON object")
	}
	var err error
	if line.Prev, err = ParseHash(prev); err != nil {
		return Line{}, fmt.Errorf("prev: %w", err)
	}
	if line.Hash, err = ParseHash(hash); err != nil {
		return Line{}, fmt.Errorf("hash: %w", err)
	}
	return line, nil
}
