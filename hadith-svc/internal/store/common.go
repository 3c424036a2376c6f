package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// A word is common if one in 16 hadiths has it, and at least a thousand; rarer words are quick to count. Whether a text
// is about a word matters only for common words. A word is common in this sense if one in 128 texts is about it, and
// more than are ranked.
const (
	commonOneIn  = 16
	commonLeast  = 1000
	aboutOneIn   = 128
	aboutAtLeast = hadith.MaxRanked
)

// leastIn returns how many hadiths of a library of this size must have a word, or the beginning of one, for it to be
// common.
func leastIn(size int32) func(key string) int {
	words, about := max(commonLeast, int(size)/commonOneIn), max(aboutAtLeast, int(size)/aboutOneIn)
	return func(key string) int {
		if searchtext.IsAbout(key) {
			return about
		}
		return words
	}
}

// commonGrowth is the part by which a library must grow or change until its common words are determined again.
const commonGrowth = 4

// keepCommon brings the table common_words up to date with what was indexed. A few hadiths are removed from every set
// and added to the sets of their words. After many, all sets are gathered again.
func (i *importing) keepCommon(ctx context.Context) error {
	if len(i.written) == 0 {
		return nil
	}
	var known int32
	if err := i.tx.QueryRowContext(ctx, `SELECT common_at FROM library WHERE id = 1`).Scan(&known); err != nil {
		return fmt.Errorf("read how common words were found: %w", err)
	}
	grown := i.last - known
	if len(i.written)*commonGrowth < int(i.last) && grown*commonGrowth < i.last {
		return i.changeCommon(ctx)
	}
	for id := int32(1); id <= i.last; id++ {
		if _, gathered := i.again[id]; gathered {
			continue
		}
		h, err := scan(i.get.QueryRowContext(ctx, id))
		if err != nil {
			return err
		}
		i.gathered.add(id, wordsOf(h))
	}
	return replaceCommon(ctx, i.tx, i.gathered, i.last)
}

// replaceCommon stores the common words of a library of this size.
func replaceCommon(ctx context.Context, tx *sql.Tx, all postings, size int32) error {
	if err := execAll(ctx, tx, []string{
		`DELETE FROM common_words`, `UPDATE library SET common_at = ` + strconv.Itoa(int(size)) + ` WHERE id = 1`,
	}); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO common_words (word, hadiths) VALUES ($1, $2)`) //nolint:sqlclosecheck // it is, below
	if err != nil {
		return fmt.Errorf("prepare to store common words: %w", err)
	}
	defer insert.Close() //nolint:errcheck // the transaction ends it in any case
	return all.common(leastIn(size), func(key string, hadiths idset) error {
		if _, err := insert.ExecContext(ctx, key, hadiths.encode()); err != nil {
			return fmt.Errorf("store a common word: %w", err)
		}
		return nil
	})
}

// changeCommon removes the hadiths that were indexed from all sets, and adds them to those of their words.
func (i *importing) changeCommon(ctx context.Context) error {
	words := i.gathered.words()
	keys, err := texts(ctx, i.tx, `SELECT word FROM common_words ORDER BY word`)
	if err != nil {
		return err
	}
	for _, key := range keys {
		sets, err := commonSets(ctx, i.tx, []string{key})
		if err != nil {
			return err
		}
		set := sets[key].without(i.written)
		set.unite(i.gathered.under(key, words))
		if _, err := i.tx.ExecContext(ctx, `UPDATE common_words SET hadiths = $2 WHERE word = $1`, key, set.encode()); err != nil {
			return fmt.Errorf("store a common word: %w", err)
		}
	}
	return nil
}

// commonSets returns the hadiths of those keys that are common.
func commonSets(ctx context.Context, from queries, keys []string) (map[string]idset, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	marks, values := make([]string, len(keys)), make([]any, len(keys))
	for n, key := range keys {
		marks[n], values[n] = "$"+strconv.Itoa(n+1), key
	}
	rows, err := from.QueryContext(ctx,
		`SELECT word, hadiths FROM common_words WHERE word IN (`+strings.Join(marks, ", ")+`)`, values...)
	if err != nil {
		return nil, fmt.Errorf("look up common words: %w", err)
	}
	defer rows.Close()
	sets := map[string]idset{}
	for rows.Next() {
		var key string
		var text []byte
		if err := rows.Scan(&key, &text); err != nil {
			return nil, fmt.Errorf("read a common word: %w", err)
		}
		if sets[key], err = decode(text); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look up common words: %w", err)
	}
	return sets, nil
}
