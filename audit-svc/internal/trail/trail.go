// Package trail is the audit trail: one chain of entries for all programs, which are only ever added, and removed from the
// beginning alone.
package trail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

// Head is what of an entry is looked at when it comes: what is kept beside it, for finding it, and who recorded it.
type Head struct {
	ID       string         `json:"id"`
	Time     time.Time      `json:"time"`
	UserID   int32          `json:"user_id"`
	Program  string         `json:"program"`
	Tool     string         `json:"tool"`
	Decision audit.Decision `json:"decision"`
}

// ParseHead parses the head of what a program has recorded. It looks at nothing else, since all that is recorded comes by here.
func ParseHead(text []byte) (head Head, err error) {
	if err := json.Unmarshal(text, &head); err != nil {
		return Head{}, fmt.Errorf("the entry is no audit record: %w", err)
	}
	if head.ID == "" || head.Time.IsZero() {
		return Head{}, errors.New("the entry has no id, or no time")
	}
	return head, nil
}

// Recorded is a line of a program's outbox.
type Recorded struct {
	// Line is the line in the chain of that outbox, and Head that of its entry.
	Line chain.Line
	Head Head
}

// Appended is what became of lines.
type Appended struct {
	// Through is the number of the outbox's last line that is kept.
	Through int64
	// Added is how many were not kept before.
	Added int
	// Broken says that the lines do not follow from those before them: some were lost or changed in the outbox. They
	// are kept nevertheless.
	Broken bool
}

// Selection says which entries to list. Zero fields select all.
type Selection struct {
	Tool     string
	UserID   int32
	Decision string
	// Since is the first time, Until the first that is too late.
	Since, Until time.Time
	// Before is the number of a line that was listed; 0 begins with the newest.
	Before int64
	Limit  int
}

// Listed is an entry and the number of its line.
type Listed struct {
	Seq   int64
	Entry audit.Record
}

// Store keeps the trail. It is safe for concurrent use, also by several processes.
type Store interface {
	// Append adds the lines of an outbox that are not kept yet to the end of the chain, in their order.
	Append(ctx context.Context, source string, lines []Recorded) (Appended, error)
	// List returns entries, the newest first, and how many there are on all pages.
	List(ctx context.Context, selection Selection) ([]Listed, int, error)
	// Head returns the last line of the chain, without its entry and the hash before it; the zero Line of an empty chain.
	Head(ctx context.Context) (chain.Line, error)
	// Export returns lines of the chain in order, beginning after a number, and how many are kept.
	Export(ctx context.Context, after int64, limit int) ([]chain.Line, int, error)
	// Cut removes lines from the beginning of the chain that are older than a time, at most so many and never the last,
	// and adds a line that says so. It returns how many it removed.
	Cut(ctx context.Context, before, now time.Time, most int) (removed int64, err error)
}
