package chain

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Anchor says that a chain had a line at a time. Kept elsewhere, it shows later whether the chain was cut before that line, or
// written anew.
type Anchor struct {
	Time time.Time `json:"time"`
	Seq  int64     `json:"seq"`
	Hash Hash      `json:"hash"`
}

// MarshalText returns what String returns.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText parses what String returns.
func (h *Hash) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHash(string(text))
	return err
}

// ReadAnchors reads anchors, each a line of JSON. Other members of a line are not looked at, so that lines of a log are read too.
// No anchor at all is an error: it would prove nothing.
func ReadAnchors(from io.Reader) (anchors []Anchor, err error) {
	scanner := bufio.NewScanner(from)
	for scanner.Scan() {
		anchor, err := parseAnchor(scanner.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d is no anchor, which has the members time, seq and hash: %w", len(anchors)+1, err)
		}
		anchors = append(anchors, anchor)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(anchors)+1, err)
	}
	if len(anchors) == 0 {
		return nil, errors.New("there is no anchor")
	}
	return anchors, nil
}

func parseAnchor(text []byte) (anchor Anchor, err error) {
	if err := json.Unmarshal(text, &anchor); err != nil {
		return anchor, err
	}
	switch {
	case anchor.Time.IsZero():
		return anchor, errors.New("it has no time")
	case anchor.Seq < 1:
		return anchor, errors.New("its seq must be 1 or more")
	case anchor.Hash == Hash{}:
		return anchor, errors.New("it has no hash")
	}
	return anchor, nil
}

// Anchorage checks that the lines of a chain, given one after the other, are those that were anchored.
type Anchorage struct {
	anchors []Anchor // by number
	next    int
	// Held is how many anchors are of lines that are there, and Removed the newest of those whose lines were removed from the
	// beginning: nil where none was.
	Held    int
	Removed *Anchor
	started bool
}

// NewAnchorage returns a check of these anchors, which may be in any order.
func NewAnchorage(anchors []Anchor) *Anchorage {
	sorted := slices.Clone(anchors)
	slices.SortStableFunc(sorted, func(a, b Anchor) int { return cmp.Compare(a.Seq, b.Seq) })
	return &Anchorage{anchors: sorted}
}

// Add compares the next line with its anchors. Lines must follow from each other, as Verifier.Add checks.
func (a *Anchorage) Add(line Line) error {
	if !a.started { // the first line tells the hash of the one before it too
		a.started = true
		if err := a.pass(line.Seq-1, line.Prev, &a.Removed); err != nil {
			return err
		}
	}
	return a.pass(line.Seq, line.Hash, nil)
}

// pass goes past the anchors of lines up to this one. Where these were removed it notes the newest of them.
func (a *Anchorage) pass(seq int64, hash Hash, removed **Anchor) error {
	for ; a.next < len(a.anchors) && a.anchors[a.next].Seq <= seq; a.next++ {
		anchor := a.anchors[a.next]
		if anchor.Seq == seq && anchor.Hash != hash {
			return fmt.Errorf("line %d is not the line that was anchored at %s: the trail was written anew, from there or from before",
				seq, anchor.Time.Format(time.RFC3339))
		}
		if removed == nil {
			a.Held++
		} else if *removed == nil || anchor.Time.After((*removed).Time) {
			*removed = &anchor
		}
	}
	return nil
}

// End returns an error if anchored lines are missing after the last line that was added, or if none of them is left.
func (a *Anchorage) End() error {
	if a.next < len(a.anchors) {
		missing := a.anchors[len(a.anchors)-1]
		return fmt.Errorf("line %d is missing, which was anchored at %s: the end of the trail was cut off",
			missing.Seq, missing.Time.Format(time.RFC3339))
	}
	if a.Held == 0 {
		return errors.New("no line that was anchored is left: retention leaves the newest of them, so the trail was cut or written anew")
	}
	return nil
}
