package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// queries is a pool of connections or a transaction.
type queries interface {
	QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, values ...any) *sql.Row
}

// List reads a page by the place of the hadith before it, so that a late page costs no more than the first.
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
