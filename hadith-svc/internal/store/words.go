package store

import (
	"strconv"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// wordsVersion is raised whenever words are indexed or hadiths labelled in another way, so that a library rebuilds its
// index.
const wordsVersion = 4

var setVersion = `UPDATE library SET words_version = ` + strconv.Itoa(wordsVersion)

// words is the index of words. Each engine has its own, the one exception to the rule of one SQL text.
type words interface {
	// statements returns statements that remove the words of the hadith $1 and insert the words $2 of the hadith $1.
	// empty removes all words.
	statements() (remove, insert, empty string)
	// settle returns statements to run, in the same transaction, after the words of an import were indexed.
	settle() []string
	// tidy returns a statement to run after that transaction, or "". Nothing depends on it.
	tidy() string
	// hint returns a statement to run in the transaction of a search, before it, or "".
	hint() string
	// syntax returns the engine's query language.
	syntax() syntax
	// vocabulary returns a statement for the words from $1 to before $2, at most $3, or "" if beginnings are looked up
	// as fast as words.
	vocabulary() string
	// found returns a statement for the ids that the query $1 finds.
	found() string
	// ranked returns a statement for the ids $2, a JSON array, best first by how well they match the queries $1, which
	// finds them, and $3.
	ranked() string
}

// wordsOf returns the words of a hadith to index, with its labels.
func wordsOf(h hadith.Hadith) string {
	var labels, texts []string
	for _, label := range h.Labels() {
		labels = append(labels, searchtext.Label(label))
	}
	if h.Book != 0 {
		labels = append(labels, bookLabel(h.Book))
	}
	for _, language := range hadith.Languages {
		texts = append(texts, searchtext.Index(h.Text(language), language))
	}
	return strings.Join(append(texts, strings.Join(labels, " ")), searchtext.Apart)
}

func bookLabel(book int32) string { return searchtext.Label("book:" + strconv.Itoa(int(book))) }

type sqliteWords struct{}

func (sqliteWords) statements() (remove, insert, empty string) {
	return `DELETE FROM words WHERE rowid = $1`, `INSERT INTO words (rowid, terms) VALUES ($1, $2)`,
		`INSERT INTO words (words) VALUES ('delete-all')`
}

func (sqliteWords) settle() []string { return nil }

func (sqliteWords) tidy() string { return "" }

func (sqliteWords) hint() string { return "" }

func (sqliteWords) syntax() syntax {
	return syntax{and: ` AND `, or: ` OR `, phrase: func(form []string, beginning bool) string {
		phrase := `"` + strings.Join(form, " ") + `"`
		if beginning {
			phrase += ` *`
		}
		return phrase
	}, fit: func(whole, asked string) string { return `(` + whole + ` OR ` + asked + `)` }}
}

func (sqliteWords) vocabulary() string {
	return `SELECT term FROM words_vocabulary WHERE term >= $1 AND term < $2 LIMIT $3`
}

func (sqliteWords) found() string { return `SELECT rowid FROM words WHERE terms MATCH $1` }

// The + before rowid keeps SQLite from running the full-text query once for each id. SQLite stops the query at the last
// id.
func (sqliteWords) ranked() string {
	return `SELECT rowid FROM words WHERE terms MATCH $1 AND +rowid IN (SELECT value FROM json_each($2))
		AND rowid <= (SELECT MAX(value) FROM json_each($2)) AND $3 <> ''
		ORDER BY rank, rowid`
}

type postgresWords struct{}

func (postgresWords) statements() (remove, insert, empty string) {
	return `DELETE FROM words WHERE hadith_id = $1`,
		`INSERT INTO words (hadith_id, terms) VALUES ($1, to_tsvector('simple', $2))`,
		`DELETE FROM words`
}

// settle moves what was inserted out of the index's pending list. While that list is long and the table is not
// analyzed, the planner reads all of it for each search, until autovacuum runs. Only the owner of the tables may do this:
// for a role that just reads and writes them, both statements do nothing, and autovacuum does it.
func (postgresWords) settle() []string {
	return []string{
		`SELECT gin_clean_pending_list(oid) FROM pg_class WHERE oid = 'words_terms'::regclass AND pg_has_role(relowner, 'USAGE')`,
		`ANALYZE words`,
	}
}

// tidy lets a search count the index's entries without checking the visibility of each row. Autovacuum would do it
// later.
func (postgresWords) tidy() string { return `VACUUM words` }

// hint keeps the planner from reading the whole table for a common word. The planner takes each row for as cheap as a
// number, although its thousands of bytes are stored elsewhere and compressed.
func (postgresWords) hint() string { return `SET LOCAL enable_seqscan = off` }

func (postgresWords) syntax() syntax {
	return syntax{and: ` & `, or: ` | `, phrase: func(form []string, beginning bool) string {
		phrase := `'` + strings.Join(form, `' <-> '`) + `'`
		if beginning {
			phrase += `:*`
		}
		return phrase
	}, fit: func(whole, _ string) string { return whole }}
}

func (postgresWords) vocabulary() string { return "" }

func (postgresWords) found() string {
	return `SELECT hadith_id FROM words WHERE terms @@ to_tsquery('simple', $1)`
}

func (postgresWords) ranked() string {
	return `SELECT hadith_id FROM words WHERE hadith_id IN (SELECT value::INTEGER FROM json_array_elements_text($2::JSON))
		ORDER BY ts_rank(terms, to_tsquery('simple', $1), 1) + ts_rank(terms, to_tsquery('simple', $3), 1) DESC, hadith_id`
}
