package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Classifications implements classification.Store.
type Classifications struct{ db *sqlstore.DB }

var _ classification.Store = (*Classifications)(nil)

// NewClassifications returns a Classifications on db, which must have Schema. The caller closes db.
func NewClassifications(db *sqlstore.DB) *Classifications { return &Classifications{db: db} }

// recordsAtOnce is how many definitions one query reads.
const recordsAtOnce = 200

// Records returns what is stored about definitions.
func (s *Classifications) Records(ctx context.Context, refs []classification.Ref) ([]classification.Record, error) {
	found := map[classification.Ref]classification.Record{}
	err := s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for len(refs) > 0 {
			n := min(len(refs), recordsAtOnce)
			if err := readOpinions(ctx, tx, refs[:n], found); err != nil {
				return err
			}
			if err := readOutcomes(ctx, tx, refs[:n], found); err != nil {
				return err
			}
			refs = refs[n:]
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read tool classifications: %w", err)
	}
	records := make([]classification.Record, 0, len(found))
	for _, record := range found {
		records = append(records, record)
	}
	return records, nil
}

func readOpinions(
	ctx context.Context, tx *sql.Tx, refs []classification.Ref, into map[classification.Ref]classification.Record,
) error {
	places, values := placeholders(refs)
	//nolint:gosec // places holds only numbers
	text := `SELECT tool, definition_hash, origin, categories, model, given_at, given_by, withdrawn FROM tool_opinions
		WHERE (tool, definition_hash) IN (VALUES ` + places + `)`
	rows, err := tx.QueryContext(ctx, text, values...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var o classification.Opinion
		var categories string
		var at int64
		err := rows.Scan(&o.Tool, &o.Hash, &o.Origin, &categories, &o.Model, &at, &o.By, &o.Withdrawn)
		if err != nil {
			return err
		}
		o.Categories, o.At = strings.Fields(categories), instant(at)
		record, ok := into[o.Ref]
		if !ok {
			record = classification.Record{Ref: o.Ref, Opinions: map[skills.Origin]classification.Opinion{}}
		}
		record.Opinions[o.Origin] = o
		into[o.Ref] = record
	}
	return rows.Err()
}

func readOutcomes(
	ctx context.Context, tx *sql.Tx, refs []classification.Ref, into map[classification.Ref]classification.Record,
) error {
	places, values := placeholders(refs)
	//nolint:gosec // places holds only numbers
	text := `SELECT tool, definition_hash, outcome FROM tool_questions
		WHERE (tool, definition_hash) IN (VALUES ` + places + `)`
	rows, err := tx.QueryContext(ctx, text, values...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var ref classification.Ref
		var outcome classification.Outcome
		if err := rows.Scan(&ref.Tool, &ref.Hash, &outcome); err != nil {
			return err
		}
		record := into[ref]
		record.Ref, record.Outcome = ref, outcome
		into[ref] = record
	}
	return rows.Err()
}

// placeholders returns ($1, $2), ($3, $4), …
func placeholders(refs []classification.Ref) (text string, values []any) {
	places := make([]string, len(refs))
	for i, ref := range refs {
		values = append(values, ref.Tool, ref.Hash)
		places[i] = "($" + strconv.Itoa(2*i+1) + ", $" + strconv.Itoa(2*i+2) + ")"
	}
	return strings.Join(places, ", "), values
}

// Note stores opinions.
func (s *Classifications) Note(ctx context.Context, opinions []classification.Opinion) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error { return note(ctx, tx, opinions) })
	if err != nil {
		return fmt.Errorf("store tool classifications: %w", err)
	}
	return nil
}

func note(ctx context.Context, tx *sql.Tx, opinions []classification.Opinion) error {
	if err := revise(ctx, tx); err != nil { // first, because writers take turns by it
		return err
	}
	for _, o := range opinions {
		switch o.Origin {
		case skills.OriginDeclared, skills.OriginMap, skills.OriginNone:
			_, err := tx.ExecContext(ctx,
				`DELETE FROM tool_opinions WHERE tool = $1 AND origin = $2 AND definition_hash <> $3`, o.Tool, o.Origin, o.Hash)
			if err != nil {
				return err
			}
		case skills.OriginAdmin, skills.OriginModel:
		}
		_, err := tx.ExecContext(ctx,
			`INSERT INTO tool_opinions (tool, definition_hash, origin, categories, model, given_at, given_by, withdrawn)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
			ON CONFLICT (tool, definition_hash, origin) DO UPDATE SET categories = excluded.categories,
				model = excluded.model, given_at = excluded.given_at, given_by = excluded.given_by, withdrawn = 0`,
			o.Tool, o.Hash, o.Origin, strings.Join(o.Categories, " "), o.Model, milliseconds(o.At), o.By)
		if err != nil {
			return err
		}
	}
	return nil
}

// Withdraw withdraws an administrator's opinion.
func (s *Classifications) Withdraw(ctx context.Context, ref classification.Ref) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := revise(ctx, tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx,
			`UPDATE tool_opinions SET withdrawn = 1 WHERE tool = $1 AND definition_hash = $2 AND origin = $3`,
			ref.Tool, ref.Hash, skills.OriginAdmin)
		return err
	})
	if err != nil {
		return fmt.Errorf("withdraw an administrator's classification: %w", err)
	}
	return nil
}

// Revision returns a number that grows with each change.
func (s *Classifications) Revision(ctx context.Context) (revision int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT revision FROM classification_state WHERE id = 1`).Scan(&revision)
	if err != nil {
		return 0, fmt.Errorf("read the revision of tool classifications: %w", err)
	}
	return revision, nil
}

func revise(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE classification_state SET revision = revision + 1 WHERE id = 1`)
	return err
}
