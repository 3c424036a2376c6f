package masjids

import "context"

// Store keeps masjids. It is safe for concurrent use.
type Store interface {
	// Revision is a number that grows with each import that changes anything; 0 before the first.
	Revision(ctx context.Context) (int64, error)
	// Each calls do with every masjid, by number, until do returns an error, which it returns.
	Each(ctx context.Context, do func(Masjid) error) error
	// Get returns the masjids of these numbers in their order. Numbers of no masjid are left out.
	Get(ctx context.Context, ids []int32) ([]Masjid, error)
	// Import keeps masjids, all or none: one whose Source and SourceRef are known replaces what was known and keeps its
	// number; another gets the next number. ID is not looked at.
	Import(ctx context.Context, records []Masjid) (Outcome, error)
}

// Outcome is what an import did.
type Outcome struct {
	Added, Changed, Unchanged int
}
