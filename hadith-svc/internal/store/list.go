package store

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// List reads a page by the place of the hadith before it, so that a page far on costs what the first does.
func (s *Store) List(ctx context.Context, query hadith.ListQuery) (hadith.Page, error) {
	var page conditions
	page.match(query.Filter)
	count, err := s.count(ctx, "SELECT COUNT(*) FROM hadiths h WHERE "+page.text, page.values)
	if err != nil {
		return hadith.Page{}, err
	}
	if p := query.After; p != nil {
		page.add(" AND (h.collection, h.position, h.id) > (?, ?, ?)", p.Collection, p.Position, p.ID)
	}
	page.add(" ORDER BY h.collection, h.position, h.id LIMIT ?", query.Limit+1) // one more, to know whether any follow
	read, err := s.read(ctx, selectHadith+" WHERE "+page.text, page.values, query.Limit)
	read.Count = count
	return read, err
}

// Search reads the best of those in whose words every term is found. Where very many are found, for the words are in every
// other text, only the first of them are ranked.
func (s *Store) Search(ctx context.Context, query hadith.SearchQuery) (hadith.Page, error) {
	text, asked := s.words.lookUp(query.Words)
	var found conditions
	found.add(" FROM "+asked.from, text)
	if query.Filter != (hadith.Filter{}) {
		found.text += " AND EXISTS (SELECT 1 FROM hadiths h WHERE h.id = " + asked.id + " AND "
		found.match(query.Filter)
		found.text += ")"
	}
	count, err := s.count(ctx, "SELECT COUNT(*)"+found.text, found.values)
	if err != nil || count == 0 {
		return hadith.Page{}, err
	}
	found.add(" ORDER BY "+asked.id+" LIMIT ?", hadith.MaxRanked)
	ranked := "SELECT " + asked.id + " AS id, " + asked.badness + " AS badness" + found.text
	found.text = selectHadith + " JOIN (SELECT id, badness FROM (" + ranked + ") ranked"
	found.add(" ORDER BY badness, id LIMIT ? OFFSET ?", query.Limit+1, query.Offset)
	read, err := s.read(ctx, found.text+") best ON best.id = h.id ORDER BY best.badness, h.id", found.values, query.Limit)
	read.Count = count
	return read, err
}

func (s *Store) count(ctx context.Context, text string, values []any) (count int, err error) {
	if err := s.db.Reader().QueryRowContext(ctx, text, values...).Scan(&count); err != nil {
		return 0, fmt.Errorf("count hadiths: %w", err)
	}
	return count, nil
}

func (s *Store) read(ctx context.Context, text string, values []any, limit int) (page hadith.Page, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, text, values...)
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
