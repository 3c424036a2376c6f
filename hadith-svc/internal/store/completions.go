package store

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/searchtext"
)

// maxCompletions is up to how many words a beginning is looked up as each of them. SQLite puts together what all words of a
// beginning have before it looks at any, which for one word that many hadiths have takes twice as long as the word itself.
const maxCompletions = 16

// indexedBeginnings is up to how many letters SQLite has an index of beginnings: see the table words.
const indexedBeginnings = 4

// complete replaces the beginnings of a term by the words that begin so. It leaves the term as it is when they are many, and
// when the engine has no vocabulary.
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
		whole.Forms = append(whole.Forms, form) // which finds nothing if there is no such word
		for _, word := range words {
			if word != form[0] {
				whole.Forms = append(whole.Forms, []string{word})
			}
		}
	}
	return whole, nil
}

// texts are the first column of a query.
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
