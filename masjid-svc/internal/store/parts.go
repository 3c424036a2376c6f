package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// tellingParts is the number of records that determine a masjid: those of its own source first, then by reference. No
// masjid is on a map so often. Without this bound, each further record would be combined with all before it.
const tellingParts = 32

// join makes records parts of a masjid.
func (i *importing) join(ctx context.Context, known masjids.Masjid, more ...masjids.Masjid) error {
	_, several, err := one(i.partByRef.QueryRowContext(ctx, known.Source, known.SourceRef))
	if err != nil {
		return err
	}
	if !several {
		more = append([]masjids.Masjid{known}, more...)
	}
	for _, part := range more {
		part.ID = known.ID
		if _, err := i.insertPart.ExecContext(ctx, values(part)...); err != nil {
			return err
		}
	}
	i.state.changed = true
	_, err = i.makeUp(ctx, known)
	return err
}

// makeUp makes a masjid what its records say.
func (i *importing) makeUp(ctx context.Context, known masjids.Masjid) (masjids.Outcome, error) {
	parts, err := i.partsOf(ctx, known)
	if err != nil {
		return 0, err
	}
	return i.rewrite(ctx, known, whole(known, parts))
}

// partsOf returns the first records of a masjid that consists of several: those of its own source, then others if those
// are few.
func (i *importing) partsOf(ctx context.Context, known masjids.Masjid) (parts []masjids.Masjid, err error) {
	for _, some := range []*sql.Stmt{i.ownParts, i.partsBefore, i.partsAfter} {
		rows, err := some.QueryContext(ctx, known.ID, known.Source, tellingParts-len(parts))
		if err != nil {
			return nil, err
		}
		found, err := collect(rows)
		if err != nil {
			return nil, err
		}
		i.looked += len(found)
		if parts = append(parts, found...); len(parts) == tellingParts {
			break
		}
	}
	return parts, nil
}

// allPartsOf returns all records of a masjid that consists of several, and none for any other.
func (i *importing) allPartsOf(ctx context.Context, id int32) ([]masjids.Masjid, error) {
	rows, err := i.allParts.QueryContext(ctx, id)
	if err != nil {
		return nil, err
	}
	return collect(rows)
}

// whole returns the masjid that several records make.
func whole(known masjids.Masjid, parts []masjids.Masjid) masjids.Masjid {
	ofOther := func(m masjids.Masjid) int {
		if m.Source == known.Source {
			return 0
		}
		return 1
	}
	slices.SortFunc(parts, func(a, b masjids.Masjid) int {
		return cmp.Or(ofOther(a)-ofOther(b), strings.Compare(a.SourceRef, b.SourceRef))
	})
	m := parts[0]
	for _, part := range parts[1:] {
		m = m.Filled(part)
		if part.Source != known.Source {
			m = m.Crediting(part)
		}
	}
	m.ID, m.Source, m.SourceRef = known.ID, known.Source, known.SourceRef
	return m
}
