package store

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/searchtext"
)

// maxCompletions is the largest number of words by which a beginning is replaced. SQLite gathers everything under a
// beginning before it looks at any of it. For one word that many hadiths have, that takes twice as long as looking up
// the word itself.
const maxCompletions = 16

// indexedBeginnings is the longest beginning, in letters, for which SQLite has an index: see the table words.
const indexedBeginnings = 4

// complete replaces the beginnings of a term by the words that begin so. It leaves the term as it is if there are many,
// or if the engine has no vocabulary.
func (s *Store) complete(ctx context.Context, from queries, term searchtext.Term) (searchtext.Term, error) {
	vocabulary := s.words.vocabulary()
	if vocabulary == "" || !term.Beginning {
		return term, nil
	}
	whole := searchtext.Term{Stem: term.Stem, Whole: term.Whole}
	for _, form := range term.Forms {
		if utf8.RuneCountInString(form[0]) <= indexedBeginnings {
			return term, nil
		}
		words, err := texts(ctx, from, vocabulary, form[0], form[0]+"\U0010ffff", maxCompletions+1)
		if err != nil {
			return term, err
		}
		if len(words) > maxCompletions {
			return term, nil
		}
		whole.Forms = append(whole.Forms, form) // finds nothing if there is no such word
		for _, word := range words {
			if word != form[0] {
				whole.Forms = append(whole.Forms, []string{word})
			}
		}
	}
	return whole, nil
}

// texts returns the first column of a query.
func texts(ctx context.Context, from queries, query string, values ...any) (all []string, err error) {
	rows, err := from.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, fmt.Errorf("look up words: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read a word: %w", err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look up words: %w", err)
	}
	return all, nil
}
