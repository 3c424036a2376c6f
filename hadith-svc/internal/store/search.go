package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// Search returns the hadiths in whose texts every term occurs, best first. Of very many, those that are about a term
// are ranked and come first. The others follow by their ids.
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

func (s *Store) search(ctx context.Context, tx queries, query hadith.SearchQuery) (page hadith.Page, err error) {
	result, err := s.result(ctx, tx, query)
	if err != nil {
		return page, err
	}
	found := result.page(query.Offset, query.Limit+1) // one more, to know whether any follow
	page.Count, page.More = result.count, len(found) > query.Limit
	page.Hadiths, err = inOrder(ctx, tx, found[:min(query.Limit, len(found))])
	return page, err
}

// result returns the remembered result of a search, or else asks the engine.
func (s *Store) result(ctx context.Context, tx queries, query hadith.SearchQuery) (result, error) {
	var revision int64
	if err := tx.QueryRowContext(ctx, `SELECT revision FROM library WHERE id = 1`).Scan(&revision); err != nil {
		return result{}, fmt.Errorf("read the revision of the library: %w", err)
	}
	name := s.words.syntax().all(query.Filter, query.Words.Terms)
	if found, ok := s.results.of(revision, name); ok {
		return found, nil
	}
	found, err := s.find(ctx, tx, query)
	if err == nil {
		s.results.set(revision, name, found)
	}
	return found, err
}

// find finds and ranks.
func (s *Store) find(ctx context.Context, tx queries, query hadith.SearchQuery) (result, error) {
	all, err := s.hadithsOf(ctx, tx, query)
	if err != nil {
		return result{}, err
	}
	found := result{others: all, count: all.count()}
	switch {
	case found.count == 0:
		return found, nil
	case found.count > hadith.MaxRanked:
		found.best, err = s.bestAbout(ctx, tx, query, all)
	default:
		found.best, err = s.best(ctx, tx, query, all.from(0, found.count))
	}
	found.others = all.without(found.best)
	return found, err
}

// best ranks ids by how well they match the words.
func (s *Store) best(ctx context.Context, tx queries, query hadith.SearchQuery, among []int32) ([]int32, error) {
	terms, err := s.completed(ctx, tx, query.Words.Terms)
	if err != nil {
		return nil, err
	}
	syntax := s.words.syntax()
	return s.ranked(ctx, tx, syntax.fits(query.Words.Terms), among, syntax.all(query.Filter, terms))
}

// bestAbout returns those of very many that are about a term, the first ones by id, ranked by how much they are.
func (s *Store) bestAbout(ctx context.Context, tx queries, query hadith.SearchQuery, all idset) ([]int32, error) {
	var abouts []searchtext.Term
	for _, term := range query.Words.Terms {
		abouts = append(abouts, term.About())
	}
	about, err := s.anyOf(ctx, tx, abouts)
	if err != nil {
		return nil, err
	}
	among := all.and(about).from(0, hadith.MaxRanked)
	if len(among) == 0 {
		return nil, nil
	}
	if abouts, err = s.completed(ctx, tx, abouts); err != nil {
		return nil, err
	}
	syntax := s.words.syntax()
	fit := syntax.either(abouts)
	return s.ranked(ctx, tx, fit, among, syntax.all(query.Filter, query.Words.Terms)+syntax.and+fit)
}

func (s *Store) ranked(ctx context.Context, tx queries, fit string, among []int32, asked string) ([]int32, error) {
	list, err := json.Marshal(among)
	if err != nil {
		return nil, fmt.Errorf("write ids: %w", err)
	}
	return ids(ctx, tx, s.words.ranked(), fit, string(list), asked)
}

// completed returns terms with the words that they may be the beginnings of.
func (s *Store) completed(ctx context.Context, tx queries, terms []searchtext.Term) ([]searchtext.Term, error) {
	whole := make([]searchtext.Term, len(terms))
	for i, term := range terms {
		var err error
		if whole[i], err = s.complete(ctx, tx, term); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// ids returns the ids that a query finds.
func ids(ctx context.Context, from queries, text string, values ...any) (found []int32, err error) {
	rows, err := from.QueryContext(ctx, text, values...)
	if err != nil {
		return nil, fmt.Errorf("search hadiths: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("read what a search found: %w", err)
		}
		found = append(found, id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("search hadiths: %w", err)
	}
	return found, nil
}

// inOrder reads the hadiths with these ids, in their order.
func inOrder(ctx context.Context, from queries, ids []int32) ([]hadith.Hadith, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	place := map[int32]int{}
	values, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		place[id], values[i], marks[i] = i, id, "$"+strconv.Itoa(i+1)
	}
	page, err := read(ctx, from, selectHadith+" WHERE h.id IN ("+strings.Join(marks, ", ")+")", values, len(ids))
	slices.SortFunc(page.Hadiths, func(a, b hadith.Hadith) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	return page.Hadiths, err
}
