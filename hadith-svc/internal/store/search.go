package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/searchtext"
)

// Search reads those in whose words every term is found, best first. Of very many, those that are about a term are ranked
// and come first; the others follow by their ids.
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
	first := len(result.first)
	wanted := query.Limit + 1 // one more, to know whether any follow
	found := result.first[min(query.Offset, first):min(query.Offset+wanted, first)]
	if missing := wanted - len(found); missing > 0 && first < result.count {
		others, err := s.others(ctx, tx, result, missing, max(query.Offset, first))
		if err != nil {
			return page, err
		}
		found = slices.Concat(found, others)
	}
	page.Count, page.More = result.count, len(found) > query.Limit
	page.Hadiths, err = inOrder(ctx, tx, found[:min(query.Limit, len(found))])
	return page, err
}

// result is what a search finds, as it is remembered or else as the engine says.
func (s *Store) result(ctx context.Context, tx queries, query hadith.SearchQuery) (result, error) {
	var revision int64
	if err := tx.QueryRowContext(ctx, `SELECT revision FROM library WHERE id = 1`).Scan(&revision); err != nil {
		return result{}, fmt.Errorf("read the revision of the library: %w", err)
	}
	name := s.words.syntax().expressions(query, query.Words.Terms, nil).found
	if found, ok := s.results.of(revision, name); ok {
		return found, nil
	}
	found, err := s.find(ctx, tx, query)
	if err == nil {
		s.results.set(revision, name, found)
	}
	return found, err
}

func (s *Store) find(ctx context.Context, tx queries, query hadith.SearchQuery) (result, error) {
	asked, err := s.asked(ctx, tx, query)
	if err != nil {
		return result{}, err
	}
	found := result{found: asked.found, best: asked.found}
	found.count, err = count(ctx, tx, s.words.count(), []any{asked.found})
	if err != nil || found.count == 0 {
		return found, err
	}
	fit := asked.fit
	if found.count > hadith.MaxRanked {
		found.best, fit = asked.about, asked.fitAbout
	}
	found.first, err = ids(ctx, tx, s.words.ranked(), fit, found.best, hadith.MaxRanked)
	found.ranked = len(found.first)
	if missing := min(found.count, hadith.MaxRanked) - found.ranked; err == nil && missing > 0 {
		var others []int32
		others, err = s.others(ctx, tx, found, missing, found.ranked)
		found.first = append(found.first, others...)
	}
	return found, err
}

// others are what is found besides what is ranked, from a place among all.
func (s *Store) others(ctx context.Context, tx queries, r result, limit, offset int) ([]int32, error) {
	return ids(ctx, tx, s.words.others(), r.found, r.best, hadith.MaxRanked, limit, offset-r.ranked)
}

// asked is the search in the engine's language.
func (s *Store) asked(ctx context.Context, tx queries, query hadith.SearchQuery) (expressions, error) {
	terms, about := make([]searchtext.Term, len(query.Words.Terms)), make([]searchtext.Term, len(query.Words.Terms))
	var err error
	for i, term := range query.Words.Terms {
		if terms[i], err = s.complete(ctx, tx, term); err != nil {
			return expressions{}, err
		}
		if about[i], err = s.complete(ctx, tx, term.About()); err != nil {
			return expressions{}, err
		}
	}
	return s.words.syntax().expressions(query, terms, about), nil
}

// ids are the ids that a query finds.
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

// inOrder reads the hadiths of ids, in their order.
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
