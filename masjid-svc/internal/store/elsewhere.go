package store

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// mostElsewhere is the number of masjids of another source with which each added one is compared. The data set that
// comes with the program has some thirty. A source with very many masjids is not such a list of well-known ones.
const mostElsewhere = 500

// elsewhere is what an import has added that may be of masjids of another source, which are few.
type elsewhere struct {
	source string
	known  []masjids.Masjid
	// added holds, for each known masjid by id, the added masjids that it may be, at most two, and for each added masjid
	// the number of known ones that it may be.
	added map[int32][]int32
	may   map[int32]int
}

// noteElsewhere notes which masjids of the other source an added one may be.
func (i *importing) noteElsewhere(ctx context.Context, m masjids.Masjid, source string) error {
	if source == "" {
		return nil
	}
	e := &i.elsewhere
	if e.source != source {
		rows, err := i.tx.QueryContext(ctx, selectMasjid+` WHERE source = $1 ORDER BY id LIMIT $2`, source, mostElsewhere)
		if err != nil {
			return fmt.Errorf("look for masjids of %s: %w", source, err)
		}
		known, err := collect(rows)
		if err != nil {
			return err
		}
		*e = elsewhere{source, known, map[int32][]int32{}, map[int32]int{}}
	}
	for _, known := range e.known {
		if masjids.MayBe(known, m) {
			if added := e.added[known.ID]; len(added) < 2 {
				e.added[known.ID] = append(added, m.ID)
			}
			e.may[m.ID]++
		}
	}
	return nil
}

// settle joins what was added to the masjids of the other source where there is no doubt.
func (i *importing) settle(ctx context.Context) (all []masjids.Joined, err error) {
	e := i.elsewhere
	i.elsewhere = elsewhere{}
	for _, known := range e.known {
		added := e.added[known.ID]
		if len(added) != 1 || e.may[added[0]] != 1 {
			continue
		}
		joined, err := i.move(ctx, known.ID, added[0])
		if err != nil {
			return nil, fmt.Errorf("join masjid %d to %d: %w", added[0], known.ID, err)
		}
		all = append(all, joined)
	}
	return all, nil
}

// move makes the records of one masjid those of another.
func (i *importing) move(ctx context.Context, to, from int32) (joined masjids.Joined, err error) {
	known, _, err := one(i.byID.QueryRowContext(ctx, to))
	if err != nil {
		return joined, err
	}
	moved, _, err := one(i.byID.QueryRowContext(ctx, from))
	if err != nil {
		return joined, err
	}
	parts, err := i.allPartsOf(ctx, from)
	if err != nil {
		return joined, err
	}
	if len(parts) == 0 {
		parts = []masjids.Masjid{moved}
	}
	for _, statement := range []string{`DELETE FROM masjid_parts WHERE id = $1`, `DELETE FROM masjids WHERE id = $1`} {
		if _, err := i.tx.ExecContext(ctx, statement, from); err != nil {
			return joined, err
		}
	}
	if err := i.join(ctx, known, parts...); err != nil {
		return joined, err
	}
	return masjids.Joined{Source: moved.Source, SourceRef: moved.SourceRef, To: known}, nil
}
