package store

import (
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/searchtext"
)

// words is the index of words, which each engine has in its own way: the one exception to one SQL text.
type words interface {
	// statements remove the words of the hadith $1, and insert the words $2 of the hadith $1.
	statements() (remove, insert string)
	// settle are statements to run, in the same transaction, after the words of an import were indexed.
	settle() []string
	// hint is a statement to run in the transaction of a search, before it; "" for none.
	hint() string
	// lookUp is a query in the engine's language, and what it is asked with.
	lookUp(query searchtext.Query) (text string, asked lookUp)
}

// lookUp is how an engine is asked: what comes after FROM, with one ? for the query and a WHERE clause at the end; the id of
// what is found; and an expression that is the smaller the better the match.
type lookUp struct{ from, id, badness string }

// wordsOf are the words of a hadith to be indexed.
func wordsOf(h hadith.Hadith) string {
	var texts []string
	for _, language := range hadith.Languages {
		texts = append(texts, searchtext.Index(h.Text(language), language))
	}
	return strings.Join(texts, " ")
}

type sqliteWords struct{}

func (sqliteWords) statements() (remove, insert string) {
	return `DELETE FROM words WHERE rowid = $1`, `INSERT INTO words (rowid, terms) VALUES ($1, $2)`
}

func (sqliteWords) settle() []string { return nil }

func (sqliteWords) hint() string { return "" }

func (sqliteWords) lookUp(query searchtext.Query) (text string, asked lookUp) {
	text = expression(query, ` AND `, ` OR `, func(form []string, beginning bool) string {
		phrase := `"` + strings.Join(form, " ") + `"`
		if beginning {
			phrase += ` *`
		}
		return phrase
	})
	return text, lookUp{from: `words WHERE terms MATCH ?`, id: `words.rowid`, badness: `rank`}
}

type postgresWords struct{}

func (postgresWords) statements() (remove, insert string) {
	return `DELETE FROM words WHERE hadith_id = $1`,
		`INSERT INTO words (hadith_id, terms) VALUES ($1, to_tsvector('simple', $2))`
}

// settle takes what was inserted out of the index's list of pending entries: while that is long, and the table is not
// analyzed, the planner reads all of it for each search, until autovacuum comes by.
func (postgresWords) settle() []string {
	return []string{`SELECT gin_clean_pending_list('words_terms')`, `ANALYZE words`}
}

// hint keeps the planner from reading the whole table for a word that many hadiths have: it takes each row for as cheap as a
// number, where it is thousands of bytes that are kept elsewhere and compressed.
func (postgresWords) hint() string { return `SET LOCAL enable_seqscan = off` }

func (postgresWords) lookUp(query searchtext.Query) (text string, asked lookUp) {
	text = expression(query, ` & `, ` | `, func(form []string, beginning bool) string {
		phrase := `'` + strings.Join(form, `' <-> '`) + `'`
		if beginning {
			phrase += `:*`
		}
		return phrase
	})
	return text, lookUp{
		from: `words w, (SELECT to_tsquery('simple', ?) AS q) q WHERE w.terms @@ q.q`,
		id:   `w.hadith_id`, badness: `-ts_rank(w.terms, q.q)`,
	}
}

// expression says that every term must be found, in any of its forms. Forms have letters and digits alone, so that
// nothing in them means anything to an engine.
func expression(query searchtext.Query, and, or string, form func(words []string, beginning bool) string) string {
	terms := make([]string, len(query.Terms))
	for i, term := range query.Terms {
		var forms []string
		if term.Stem != "" && (!term.Beginning || term.Forms[0][0] != term.Stem) { // else its beginning finds it
			forms = append(forms, form([]string{term.Stem}, false))
		}
		for _, words := range term.Forms {
			forms = append(forms, form(words, term.Beginning))
		}
		terms[i] = `(` + strings.Join(forms, or) + `)`
	}
	return strings.Join(terms, and)
}
