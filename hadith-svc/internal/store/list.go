package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// queries are a pool of connections or a transaction.
type queries interface {
	QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, values ...any) *sql.Row
}

// List reads a page by the place of the hadith before it, so that a page far on costs what the first does.
func (s *Store) List(ctx context.Context, query hadith.ListQuery) (hadith.Page, error) {
	var page conditions
	page.match(query.Filter)
	total, err := count(ctx, s.db.Reader(), "SELECT COUNT(*) FROM hadiths h WHERE "+page.text, page.values)
	if err != nil {
		return hadith.Page{}, err
	}
	if p := query.After; p != nil {
		page.add(" AND (h.collection, h.position, h.id) > (?, ?, ?)", p.Collection, p.Position, p.ID)
	}
	page.add(" ORDER BY h.collection, h.position, h.id LIMIT ?", query.Limit+1) // one more, to know whether any follow
	found, err := read(ctx, s.db.Reader(), selectHadith+" WHERE "+page.text, page.values, query.Limit)
	found.Count = total
	return found, err
}

// Search reads the best of those in whose words every term is found. Where very many are found, for the words are in every
// other text, only the first of them are ranked.
func (s *Store) Search(ctx context.Context, query hadith.SearchQuery) (hadith.Page, error) {
	var page hadith.Page
	err := s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if hint := s.words.hint(); hint != "" {
			if _, err := tx.ExecContext(ctx, hint); err != nil {
				return fmt.Errorf("prepare a search: %w", err)
			}
		}
		page, err = s.search(ctx, tx, query)
		return err
	})
	return page, err
}

func (s *Store) search(ctx context.Context, tx queries, query hadith.SearchQuery) (hadith.Page, error) {
	text, asked := s.words.lookUp(query.Words)
	var found conditions
	found.add(" FROM "+asked.from, text)
	if query.Filter != (hadith.Filter{}) {
		found.text += " AND EXISTS (SELECT 1 FROM hadiths h WHERE h.id = " + asked.id + " AND "
		found.match(query.Filter)
		found.text += ")"
	}
	total, err := count(ctx, tx, "SELECT COUNT(*)"+found.text, found.values)
	if err != nil || total == 0 {
		return hadith.Page{}, err
	}
	found.add(" ORDER BY "+asked.id+" LIMIT ?", hadith.MaxRanked)
	ranked := "SELECT " + asked.id + " AS id, " + asked.badness + " AS badness" + found.text
	found.text = selectHadith + " JOIN (SELECT id, badness FROM (" + ranked + ") ranked"
	found.add(" ORDER BY badness, id LIMIT ? OFFSET ?", query.Limit+1, query.Offset)
	page, err := read(ctx, tx, found.text+") best ON best.id = h.id ORDER BY best.badness, h.id", found.values, query.Limit)
	page.Count = total
	return page, err
}

func count(ctx context.Context, from queries, text string, values []any) (count int, err error) {
	if err := from.QueryRowContext(ctx, text, values...).Scan(&count); err != nil {
		return 0, fmt.Errorf("count hadiths: %w", err)
	}
	return count, nil
}

func read(ctx context.Context, from queries, text string, values []any, limit int) (page hadith.Page, err error) {
	rows, err := from.QueryContext(ctx, text, values...)
	if err != nil {
		return hadith.Page{}, fmt.Errorf("list hadiths: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if len(page.Hadiths) == limit {
			page.More = true
			break
		}
		h, err := scan(rows)
		if err != nil {
			return hadith.Page{}, err
		}
		page.Hadiths = append(page.Hadiths, h)
	}
	if err := rows.Err(); err != nil {
		return hadith.Page{}, fmt.Errorf("list hadiths: %w", err)
	}
	return page, nil
}
