package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// Import writes a collection in one transaction. Writers take turns, so that ids are consecutive.
func (s *Store) Import(
	ctx context.Context, collection hadith.Collection, from hadith.Day,
	read func(add func(hadith.Hadith) (hadith.Outcome, error)) error,
) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := takeTurn(ctx, tx); err != nil {
			return err
		}
		if err := putCollection(ctx, tx, collection); err != nil {
			return err
		}
		importing, err := s.startImport(ctx, tx, collection)
		if err != nil {
			return err
		}
		defer importing.close()
		if err := read(func(h hadith.Hadith) (hadith.Outcome, error) { return importing.add(ctx, h) }); err != nil {
			return err
		}
		return importing.finish(ctx, from)
	})
	if err == nil {
		s.tidy(ctx)
	}
	return err
}

// takeTurn waits until no other import runs, and blocks others until the transaction ends.
func takeTurn(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `UPDATE library SET revision = revision + 1 WHERE id = 1`); err != nil {
		return fmt.Errorf("wait for other imports: %w", err)
	}
	return nil
}

func putCollection(ctx context.Context, tx *sql.Tx, c hadith.Collection) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO collections (key, name, name_arabic, name_urdu, numbering, licence, source_url)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (key) DO UPDATE SET name = $2, name_arabic = $3, name_urdu = $4, numbering = $5, licence = $6,
			source_url = $7`,
		c.Key, c.Name, c.NameArabic, c.NameUrdu, c.Numbering, c.Licence, c.SourceURL)
	if err != nil {
		return fmt.Errorf("store a collection: %w", err)
	}
	return nil
}

// importing is a running import.
type importing struct {
	tx         *sql.Tx
	collection hadith.Collection
	before     int32          // the number of hadiths before
	last       int32          // the last id assigned
	written    []int32        // ids whose words are to be indexed
	again      map[int32]bool // those of them that were indexed before
	gathered   postings       // their words
	analyzeAt  int            // the number of written hadiths at which the tables are analyzed next
	settle     []string       // statements to run once the words are indexed
	find       *sql.Stmt
	get        *sql.Stmt
	insert     *sql.Stmt
	update     *sql.Stmt
	unindex    *sql.Stmt
	index      *sql.Stmt
	unlabel    *sql.Stmt
}

func (s *Store) startImport(ctx context.Context, tx *sql.Tx, collection hadith.Collection) (*importing, error) {
	i := &importing{
		tx: tx, collection: collection, again: map[int32]bool{}, gathered: postings{}, analyzeAt: firstAnalyzed, settle: s.words.settle(),
	}
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM hadiths`).Scan(&i.before); err != nil {
		return nil, fmt.Errorf("count hadiths: %w", err)
	}
	i.last = i.before
	unindex, index, _ := s.words.statements()
	for _, prepared := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&i.find, selectHadith + ` WHERE h.collection = $1 AND h.number = $2`},
		{&i.get, selectHadith + ` WHERE h.id = $1`},
		{&i.insert, insertHadith},
		{&i.update, updateHadith},
		{&i.unindex, unindex},
		{&i.index, index},
		{&i.unlabel, `DELETE FROM labels WHERE hadith_id = $1`},
	} {
		statement, err := tx.PrepareContext(ctx, prepared.text) //nolint:sqlclosecheck // closed by close
		if err != nil {
			i.close()
			return nil, fmt.Errorf("prepare an import: %w", err)
		}
		*prepared.to = statement
	}
	return i, nil
}

func (i *importing) close() {
	for _, statement := range []*sql.Stmt{i.find, i.get, i.insert, i.update, i.unindex, i.index, i.unlabel} {
		if statement != nil {
			_ = statement.Close() // the transaction ends it in any case
		}
	}
}

// add inserts a hadith, or merges it into the one with its number.
func (i *importing) add(ctx context.Context, h hadith.Hadith) (hadith.Outcome, error) {
	h.Collection = i.collection.Key
	old, err := scan(i.find.QueryRowContext(ctx, h.Collection, h.Number))
	if errors.Is(err, sql.ErrNoRows) {
		i.last++
		h.ID = i.last
		return hadith.Added, i.write(ctx, i.insert, h, nil)
	}
	if err != nil {
		return 0, err
	}
	merged := old.With(h)
	if reflect.DeepEqual(merged, old) {
		return hadith.Unchanged, nil
	}
	return hadith.Changed, i.write(ctx, i.update, merged, &old)
}

// write writes a hadith, and its labels if they differ from those of old.
func (i *importing) write(ctx context.Context, statement *sql.Stmt, h hadith.Hadith, old *hadith.Hadith) error {
	if err := i.analyze(ctx); err != nil {
		return err
	}
	row, err := values(h)
	if err != nil {
		return err
	}
	if _, err := statement.ExecContext(ctx, row...); err != nil {
		return fmt.Errorf("store hadith %s: %w", h.Number, err)
	}
	i.note(h.ID, old != nil)
	if old != nil && slices.Equal(h.Labels(), old.Labels()) {
		return nil
	}
	return i.label(ctx, h)
}

// note remembers that the words of a hadith are to be indexed.
func (i *importing) note(id int32, old bool) {
	if _, noted := i.again[id]; !noted {
		i.written = append(i.written, id)
		i.again[id] = old
	}
}

func (i *importing) label(ctx context.Context, h hadith.Hadith) error {
	if _, err := i.unlabel.ExecContext(ctx, h.ID); err != nil {
		return fmt.Errorf("remove the labels of hadith %s: %w", h.Number, err)
	}
	return insertLabels(ctx, i.tx, h)
}

// firstAnalyzed is the number of written hadiths after which the tables are first analyzed.
const firstAnalyzed = 500

// analyze tells the planner how the tables have grown, each time they have doubled. A plan made while they were empty
// reads all of them for each hadith.
func (i *importing) analyze(ctx context.Context) error {
	if len(i.written) < i.analyzeAt {
		return nil
	}
	i.analyzeAt = 2 * len(i.written)
	for _, statement := range []string{`ANALYZE hadiths`, `ANALYZE labels`} {
		if _, err := i.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("analyze a table: %w", err)
		}
	}
	return nil
}

// finish ranks the labels again, indexes what was written, and begins an epoch if the library has grown.
func (i *importing) finish(ctx context.Context, from hadith.Day) error {
	if err := rankLabels(ctx, i.tx); err != nil {
		return err
	}
	if err := i.indexWords(ctx); err != nil {
		return err
	}
	if i.last == i.before {
		return nil
	}
	if i.before == 0 {
		from = hadith.Anchor
		if err := execAll(ctx, i.tx, []string{setVersion}); err != nil {
			return err
		}
	}
	_, err := i.tx.ExecContext(ctx,
		`INSERT INTO epochs (from_day, size) VALUES ($1, $2) ON CONFLICT (from_day) DO UPDATE SET size = $2`,
		int64(from), i.last)
	if err != nil {
		return fmt.Errorf("begin an epoch: %w", err)
	}
	return nil
}
