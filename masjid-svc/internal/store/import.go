package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Import stores what read adds in one transaction. Imports take turns: each locks the single row that counts.
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

// intake is an import while its transaction lasts.
type intake struct {
	ctx context.Context // the transaction's
	*importing
}

func (i intake) Add(r masjids.Record) (masjids.Outcome, error) { return i.add(i.ctx, r) }
func (i intake) Settle() ([]masjids.Joined, error)             { return i.settle(i.ctx) }

// importing is a running import.
type importing struct {
	tx        *sql.Tx
	state     *state
	analyzes  bool
	written   int
	elsewhere elsewhere

	byID, byRef, partByRef, near, byName, byUrdu *sql.Stmt
	ownParts, partsBefore, partsAfter, allParts  *sql.Stmt
	insert, update, insertPart, updatePart       *sql.Stmt

	looked int // the number of records compared to find and to make up masjids
}

func (i *importing) prepare(ctx context.Context) error {
	for _, prepared := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&i.byID, selectMasjid + ` WHERE id = $1`},
		{&i.byRef, selectMasjid + ` WHERE source = $1 AND source_ref = $2`},
		{&i.partByRef, selectPart + ` WHERE source = $1 AND source_ref = $2`},
		{&i.allParts, selectPart + ` WHERE id = $1`},
		{&i.ownParts, selectPart + ` WHERE id = $1 AND source = $2 ORDER BY source_ref LIMIT $3`},
		{&i.partsBefore, selectPart + ` WHERE id = $1 AND source < $2 ORDER BY source, source_ref LIMIT $3`},
		{&i.partsAfter, selectPart + ` WHERE id = $1 AND source > $2 ORDER BY source, source_ref LIMIT $3`},
		{&i.near, nearby},
		{&i.byName, namesakes("name_key")},
		{&i.byUrdu, namesakes("urdu_key")},
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
	return i.keyNames(ctx)
}

func (i *importing) close() {
	for _, statement := range []*sql.Stmt{
		i.byID, i.byRef, i.partByRef, i.near, i.byName, i.byUrdu, i.ownParts, i.partsBefore, i.partsAfter, i.allParts,
		i.insert, i.update, i.insertPart, i.updatePart,
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

// known returns the masjid that a record is of. It sets the record's source and reference to the known ones.
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

// one reads a row that may not exist.
func one(row *sql.Row) (m masjids.Masjid, found bool, err error) {
	m, err = scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return m, false, nil
	}
	return m, err == nil, err
}

// change applies what a record says to a known masjid.
func (i *importing) change(ctx context.Context, known masjids.Masjid, r masjids.Record) (masjids.Outcome, error) {
	part, found, err := one(i.partByRef.QueryRowContext(ctx, r.Source, r.SourceRef))
	if err != nil {
		return 0, err
	}
	if !found { // a masjid of one record
		return i.rewrite(ctx, known, known.With(r))
	}
	if changed := part.With(r); !same(part, changed) {
		if _, err := i.updatePart.ExecContext(ctx, values(changed)...); err != nil {
			return 0, err
		}
	}
	return i.makeUp(ctx, known)
}

// mergeOrInsert makes a new record a part of its masjid, or else a masjid.
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
	if _, err := i.insert.ExecContext(ctx, append(values(m), placed(m)...)...); err != nil {
		return 0, err
	}
	return masjids.Added, i.noteElsewhere(ctx, m, r.MayBeOf)
}

func (i *importing) rewrite(ctx context.Context, known, m masjids.Masjid) (masjids.Outcome, error) {
	if same(known, m) {
		return masjids.Unchanged, nil
	}
	if err := i.wrote(ctx); err != nil {
		return 0, err
	}
	_, err := i.update.ExecContext(ctx, append(values(m), placed(m)...)...)
	return masjids.Changed, err
}

func same(a, b masjids.Masjid) bool { return slices.Equal(values(a), values(b)) }

// firstAnalyzed is the number of written masjids after which the table is first analyzed.
const firstAnalyzed = 500

// wrote counts a masjid that is written. PostgreSQL is told how the table has grown each time it may have doubled,
// because a plan for an empty table would read all of it for each record.
func (i *importing) wrote(ctx context.Context) error {
	i.state.changed = true
	i.written++
	if i.analyzes && i.written >= firstAnalyzed && i.written&(i.written-1) == 0 {
		_, err := i.tx.ExecContext(ctx, `ANALYZE masjids`)
		return err
	}
	return nil
}
