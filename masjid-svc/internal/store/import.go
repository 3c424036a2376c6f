package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Import keeps what read adds in one transaction. Imports take turns: each locks the one row that counts.
func (s *Store) Import(ctx context.Context, read func(masjids.Intake) error) error {
	return s.change(ctx, func(tx *sql.Tx, state *state) error {
		importing := &importing{tx: tx, state: state, analyzes: s.db.Engine() == sqlstore.PostgreSQL}
		defer importing.close()
		if err := importing.prepare(ctx); err != nil {
			return err
		}
		return read(intake{ctx, importing})
	})
}

// intake is an import for as long as its transaction lasts.
type intake struct {
	ctx context.Context //nolint:containedctx // the transaction's
	*importing
}

func (i intake) Add(r masjids.Record) (masjids.Outcome, error) { return i.add(i.ctx, r) }
func (i intake) Settle() ([]masjids.Joined, error)             { return i.settle(i.ctx) }

// importing is an import that runs.
type importing struct {
	tx        *sql.Tx
	state     *state
	analyzes  bool
	written   int
	elsewhere elsewhere

	byID, byRef, partByRef, parts, near    *sql.Stmt
	insert, update, insertPart, updatePart *sql.Stmt
}

func (i *importing) prepare(ctx context.Context) error {
	for _, prepared := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&i.byID, selectMasjid + ` WHERE id = $1`},
		{&i.byRef, selectMasjid + ` WHERE source = $1 AND source_ref = $2`},
		{&i.partByRef, selectPart + ` WHERE source = $1 AND source_ref = $2`},
		{&i.parts, selectPart + ` WHERE id = $1 ORDER BY source_ref`},
		{&i.near, selectMasjid + inCells},
		{&i.insert, insertMasjid},
		{&i.update, updateMasjid},
		{&i.insertPart, insertPart},
		{&i.updatePart, updatePart},
	} {
		statement, err := i.tx.PrepareContext(ctx, prepared.text) //nolint:sqlclosecheck // closed by close
		if err != nil {
			return fmt.Errorf("prepare an import: %w", err)
		}
		*prepared.to = statement
	}
	return nil
}

func (i *importing) close() {
	for _, statement := range []*sql.Stmt{
		i.byID, i.byRef, i.partByRef, i.parts, i.near, i.insert, i.update, i.insertPart, i.updatePart,
	} {
		if statement != nil {
			_ = statement.Close() // the transaction ends it in any case
		}
	}
}

func (i *importing) add(ctx context.Context, r masjids.Record) (outcome masjids.Outcome, err error) {
	known, found, err := i.known(ctx, &r)
	switch {
	case err != nil:
	case found:
		outcome, err = i.change(ctx, known, r)
	case r.Incomplete != nil:
		return 0, &masjids.RefusedError{Reason: r.Incomplete.Error()}
	default:
		outcome, err = i.mergeOrInsert(ctx, r)
	}
	if refused := (*masjids.RefusedError)(nil); err == nil || errors.As(err, &refused) {
		return outcome, err
	}
	return 0, fmt.Errorf("%s %s: %w", r.Source, r.SourceRef, err)
}

// known finds the masjid that a record is of. The record gets the source and the reference under which it is known.
func (i *importing) known(ctx context.Context, r *masjids.Record) (masjids.Masjid, bool, error) {
	if r.ID != 0 {
		known, found, err := one(i.byID.QueryRowContext(ctx, r.ID))
		if err == nil && !found {
			return known, false, &masjids.RefusedError{Reason: fmt.Sprintf("there is no masjid with the masjid_id %d", r.ID)}
		}
		r.Source, r.SourceRef = known.Source, known.SourceRef
		return known, found, err
	}
	known, found, err := one(i.byRef.QueryRowContext(ctx, r.Source, r.SourceRef))
	if found || err != nil {
		return known, found, err
	}
	part, found, err := one(i.partByRef.QueryRowContext(ctx, r.Source, r.SourceRef))
	if !found || err != nil {
		return part, false, err
	}
	return one(i.byID.QueryRowContext(ctx, part.ID))
}

// one reads a row that need not be there.
func one(row *sql.Row) (m masjids.Masjid, found bool, err error) {
	m, err = scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return m, false, nil
	}
	return m, err == nil, err
}

// change takes over what a record says of a masjid that is known.
func (i *importing) change(ctx context.Context, known masjids.Masjid, r masjids.Record) (masjids.Outcome, error) {
	parts, err := i.partsOf(ctx, known.ID)
	if err != nil {
		return 0, err
	}
	if len(parts) == 0 {
		return i.rewrite(ctx, known, known.With(r))
	}
	at := slices.IndexFunc(parts, func(p masjids.Masjid) bool { return p.Source == r.Source && p.SourceRef == r.SourceRef })
	if at < 0 {
		return 0, fmt.Errorf("masjid %d has no such part", known.ID)
	}
	if part := parts[at].With(r); !same(part, parts[at]) {
		parts[at] = part
		if _, err := i.updatePart.ExecContext(ctx, values(part)...); err != nil {
			return 0, err
		}
	}
	return i.rewrite(ctx, known, whole(known, parts))
}

// mergeOrInsert makes a record that is not known a part of the masjid that it is of, or else a masjid.
func (i *importing) mergeOrInsert(ctx context.Context, r masjids.Record) (masjids.Outcome, error) {
	m := r.Masjid
	if r.MayRepeat {
		twin, found, err := i.twin(ctx, m)
		if err != nil {
			return 0, err
		}
		if found {
			return masjids.Merged, i.join(ctx, twin, m)
		}
	}
	i.state.last++
	m.ID = i.state.last
	if err := i.wrote(ctx); err != nil {
		return 0, err
	}
	if _, err := i.insert.ExecContext(ctx, append(values(m), cellOf(m))...); err != nil {
		return 0, err
	}
	return masjids.Added, i.noteElsewhere(ctx, m, r.MayBeOf)
}

// twin is the first masjid of the same source that is alike.
func (i *importing) twin(ctx context.Context, m masjids.Masjid) (twin masjids.Masjid, found bool, err error) {
	rows, err := i.near.QueryContext(ctx, cellsAround(m)...)
	if err != nil {
		return twin, false, err
	}
	defer rows.Close()
	for rows.Next() {
		near, err := scan(rows)
		if err != nil {
			return twin, false, err
		}
		if near.Source == m.Source && masjids.Alike(near, m) && (!found || near.ID < twin.ID) {
			twin, found = near, true
		}
	}
	return twin, found, rows.Err()
}

// join makes records parts of a masjid.
func (i *importing) join(ctx context.Context, known masjids.Masjid, more ...masjids.Masjid) error {
	parts, err := i.partsOf(ctx, known.ID)
	if err != nil {
		return err
	}
	added := more
	if len(parts) == 0 {
		added = append([]masjids.Masjid{known}, more...)
	}
	for _, part := range added {
		part.ID = known.ID
		if _, err := i.insertPart.ExecContext(ctx, values(part)...); err != nil {
			return err
		}
		parts = append(parts, part)
	}
	i.state.changed = true
	_, err = i.rewrite(ctx, known, whole(known, parts))
	return err
}

func (i *importing) partsOf(ctx context.Context, id int32) ([]masjids.Masjid, error) {
	rows, err := i.parts.QueryContext(ctx, id)
	if err != nil {
		return nil, err
	}
	return collect(rows)
}

// whole is the masjid that several records make.
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

func (i *importing) rewrite(ctx context.Context, known, m masjids.Masjid) (masjids.Outcome, error) {
	if same(known, m) {
		return masjids.Unchanged, nil
	}
	if err := i.wrote(ctx); err != nil {
		return 0, err
	}
	_, err := i.update.ExecContext(ctx, append(values(m), cellOf(m))...)
	return masjids.Changed, err
}

func same(a, b masjids.Masjid) bool { return slices.Equal(values(a), values(b)) }

// firstAnalyzed is after how many written masjids the table is analyzed for the first time.
const firstAnalyzed = 500

// wrote counts a masjid that is written. PostgreSQL sees how the table has grown each time that it may have doubled: what it
// planned for an empty table would read all of it for each record.
func (i *importing) wrote(ctx context.Context) error {
	i.state.changed = true
	i.written++
	if i.analyzes && i.written >= firstAnalyzed && i.written&(i.written-1) == 0 {
		_, err := i.tx.ExecContext(ctx, `ANALYZE masjids`)
		return err
	}
	return nil
}
