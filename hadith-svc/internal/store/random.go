package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// guesses is how often a hadith of the rarest label is picked before the matching ones are counted.
const guesses = 32

// Random picks hadiths of the rarest label by rank until one matches everything else. Each matching hadith has the same
// probability, which what was rejected does not change.
func (s *Store) Random(
	ctx context.Context, filter hadith.Filter, avoid int32, pick func(n int) int,
) (found hadith.Hadith, err error) {
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
		id, err := random(ctx, tx, filter, avoid, pick)
		if err != nil {
			return err
		}
		found, err = scan(tx.QueryRowContext(ctx, selectHadith+` WHERE h.id = $1`, id))
		return err
	})
	return found, err
}

func random(ctx context.Context, tx *sql.Tx, filter hadith.Filter, avoid int32, pick func(n int) int) (int32, error) {
	rarest, size, err := rarestLabel(ctx, tx, filter)
	if err != nil {
		return 0, err
	}
	if size == 0 {
		return 0, hadith.ErrNotFound
	}
	var match conditions
	match.add("SELECT h.id FROM labels r JOIN hadiths h ON h.id = r.hadith_id WHERE r.label = ? AND ", rarest)
	match.match(filter)
	for range guesses {
		guess := match
		guess.add(" AND r.rank = ? AND h.id <> ?", pick(size), avoid)
		id, err := firstID(ctx, tx, guess)
		if id != 0 || err != nil {
			return id, err
		}
	}
	return countedRandom(ctx, tx, match, avoid, pick)
}

// countedRandom is for filters that match so few hadiths that guessing does not find them.
func countedRandom(
	ctx context.Context, tx *sql.Tx, match conditions, avoid int32, pick func(n int) int,
) (int32, error) {
	others := match
	others.add(" AND h.id <> ?", avoid)
	for _, candidates := range []conditions{others, match} {
		var count int
		err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM ("+candidates.text+") matching", candidates.values...).
			Scan(&count)
		if err != nil {
			return 0, fmt.Errorf("count hadiths that match: %w", err)
		}
		if count > 0 {
			candidates.add(" ORDER BY h.id LIMIT 1 OFFSET ?", pick(count))
			return firstID(ctx, tx, candidates)
		}
	}
	return 0, hadith.ErrNotFound
}

// rarestLabel returns the label of the filter that the fewest hadiths have, and their number.
func rarestLabel(ctx context.Context, tx *sql.Tx, filter hadith.Filter) (rarest string, size int, err error) {
	labels := filter.Labels()
	if len(labels) == 0 {
		labels = []string{hadith.LabelAll}
	}
	for i, label := range labels {
		var n int
		err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(rank), -1) + 1 FROM labels WHERE label = $1`, label).Scan(&n)
		if err != nil {
			return "", 0, fmt.Errorf("count a label: %w", err)
		}
		if i == 0 || n < size {
			rarest, size = label, n
		}
	}
	return rarest, size, nil
}

// firstID returns the first id of a query, or 0.
func firstID(ctx context.Context, tx *sql.Tx, query conditions) (id int32, err error) {
	err = tx.QueryRowContext(ctx, query.text, query.values...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("pick a hadith: %w", err)
	}
	return id, nil
}
