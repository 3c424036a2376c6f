package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// indexWords indexes the words of everything that was written, at the end. Between other statements, SQLite would write
// each hadith's words to the file one by one, which takes ten times as long.
func (i *importing) indexWords(ctx context.Context) error {
	slices.Sort(i.written)
	for _, id := range i.written {
		if i.again[id] {
			if _, err := i.unindex.ExecContext(ctx, id); err != nil {
				return fmt.Errorf("remove the words of hadith %d: %w", id, err)
			}
		}
		words, err := indexOne(ctx, i.get, i.index, id)
		if err != nil {
			return err
		}
		i.gathered.add(id, words)
	}
	if err := i.keepCommon(ctx); err != nil {
		return err
	}
	return execAll(ctx, i.tx, i.settle)
}

// indexOne indexes the words of a hadith, and returns them.
func indexOne(ctx context.Context, get, index *sql.Stmt, id int32) (string, error) {
	h, err := scan(get.QueryRowContext(ctx, id))
	if err != nil {
		return "", err
	}
	words := wordsOf(h)
	if _, err := index.ExecContext(ctx, id, words); err != nil {
		return "", fmt.Errorf("index hadith %d: %w", id, err)
	}
	return words, nil
}

func execAll(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("settle the index of words: %w", err)
		}
	}
	return nil
}

// tidy runs after an import. The import has succeeded even if tidy fails.
func (s *Store) tidy(ctx context.Context) {
	if tidy := s.words.tidy(); tidy != "" {
		_, _ = s.db.Reader().ExecContext(ctx, tidy)
	}
}

// Reindex rebuilds the index of words, and the labels, if an earlier version of this service built them in another way.
func (s *Store) Reindex(ctx context.Context) error {
	if version, err := indexedVersion(ctx, s.db.Reader()); err != nil || version == wordsVersion {
		return err
	}
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := takeTurn(ctx, tx); err != nil {
			return err
		}
		if version, err := indexedVersion(ctx, tx); err != nil || version == wordsVersion {
			return err // another process was faster
		}
		return s.reindex(ctx, tx)
	})
	if err == nil {
		s.tidy(ctx)
	}
	return err
}

func indexedVersion(ctx context.Context, from queries) (version int, err error) {
	if err := from.QueryRowContext(ctx, `SELECT words_version FROM library WHERE id = 1`).Scan(&version); err != nil {
		return 0, fmt.Errorf("read how words are indexed: %w", err)
	}
	return version, nil
}

func (s *Store) reindex(ctx context.Context, tx *sql.Tx) error {
	_, insert, empty := s.words.statements()
	all, err := ids(ctx, tx, `SELECT id FROM hadiths ORDER BY id`)
	if err != nil {
		return err
	}
	get, err := tx.PrepareContext(ctx, selectHadith+` WHERE h.id = $1`)
	if err != nil {
		return fmt.Errorf("prepare to index: %w", err)
	}
	defer get.Close() //nolint:errcheck // the transaction ends it in any case
	index, err := tx.PrepareContext(ctx, insert)
	if err != nil {
		return fmt.Errorf("prepare to index: %w", err)
	}
	defer index.Close() //nolint:errcheck // the transaction ends it in any case
	if err := relabel(ctx, tx, get, all); err != nil {
		return err
	}
	if err := execAll(ctx, tx, []string{empty}); err != nil {
		return err
	}
	gathered, last := postings{}, int32(0)
	for _, id := range all {
		words, err := indexOne(ctx, get, index, id)
		if err != nil {
			return err
		}
		gathered.add(id, words)
		last = id
	}
	if err := replaceCommon(ctx, tx, gathered, last); err != nil {
		return err
	}
	return execAll(ctx, tx, slices.Concat(s.words.settle(), []string{setVersion}))
}
