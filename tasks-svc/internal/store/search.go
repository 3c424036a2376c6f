package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

const (
	// completions is how many longer words the beginning of a word stands for, the first in order.
	completions = 32
	// manyTasks is up to how many tasks of a word are counted.
	manyTasks = 1000
	// firstReach is how many tasks that have the rarest word a search reads first, and growth how many times more after that.
	firstReach, growth = 128, 4
)

// lookup is a word to look for: a task has it that has any of these.
type lookup struct {
	words []string
	tasks int // that have it, up to manyTasks
}

// Search looks for the word that the fewest tasks have, the newest tasks first, and asks of each of these whether it has the
// others. So the cost depends on the page, except where many tasks have each word and few have all: then on
// tasks.SearchReach.
func (s *Store) Search(ctx context.Context, userID int32, query tasks.SearchQuery) (page tasks.SearchPage, err error) {
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
		page, err = search(ctx, tx, userID, query)
		return err
	})
	if err != nil {
		return tasks.SearchPage{}, fmt.Errorf("search tasks: %w", err)
	}
	return page, nil
}

func search(ctx context.Context, tx *sql.Tx, userID int32, query tasks.SearchQuery) (page tasks.SearchPage, err error) {
	lookups, err := lookupsOf(ctx, tx, userID, query.Words)
	if err != nil || len(lookups) == 0 || lookups[0].tasks == 0 {
		return page, err
	}
	before, reach := query.Before, firstReach
	for reached := 0; reached < tasks.SearchReach; reach *= growth {
		reach = min(reach, tasks.SearchReach-reached)
		found, err := candidates(ctx, tx, userID, query.Status, lookups, before, reach)
		if err != nil {
			return page, err
		}
		if err := add(ctx, tx, userID, &page, query, found.matching); err != nil || len(page.Tasks) > query.Limit {
			return cut(page, query.Limit), err
		}
		if found.read < reach {
			return page, nil
		}
		before = found.last
		reached += found.read
	}
	page.Next = before
	return page, nil
}

// cut takes from a page what is more than its limit.
func cut(page tasks.SearchPage, limit int) tasks.SearchPage {
	if len(page.Tasks) > limit {
		page.Tasks = page.Tasks[:limit]
		page.Next = page.Tasks[limit-1].ID
	}
	return page
}

// lookupsOf returns what to look for, the rarest first.
func lookupsOf(ctx context.Context, tx *sql.Tx, userID int32, query searchtext.Query) ([]lookup, error) {
	var all []lookup
	for _, term := range query.Terms {
		for _, words := range term.Exact() {
			if term.Beginning {
				longer, err := complete(ctx, tx, userID, words)
				if err != nil {
					return nil, err
				}
				words = append(words, longer...)
			}
			all = append(all, lookup{words: padded(words)})
		}
	}
	if err := count(ctx, tx, userID, all); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b lookup) int { return a.tasks - b.tasks })
	return all, nil
}

// padded repeats the last word until there are a power of two, so that there are few statements to prepare.
func padded(words []string) []string {
	for len(words)&(len(words)-1) != 0 {
		words = append(words, words[len(words)-1])
	}
	return words
}

// complete returns longer words that begin with one of words.
func complete(ctx context.Context, tx *sql.Tx, userID int32, words []string) (longer []string, err error) {
	for _, beginning := range words {
		// Steps from each word to the next, over all tasks that have it.
		rows, err := tx.QueryContext(ctx, `WITH RECURSIVE longer (word) AS (
				SELECT (SELECT word FROM task_words WHERE user_id = $1 AND word > $2 AND word < $3 ORDER BY word LIMIT 1)
				UNION ALL
				SELECT (SELECT task_words.word FROM task_words WHERE user_id = $1 AND task_words.word > longer.word
					AND task_words.word < $3 ORDER BY task_words.word LIMIT 1)
				FROM longer WHERE longer.word IS NOT NULL
			) SELECT word FROM longer WHERE word IS NOT NULL LIMIT $4`,
			userID, []byte(beginning), []byte(beginning+"\xff"), completions-len(longer))
		if err != nil {
			return nil, err
		}
		found, err := texts(rows)
		if err != nil {
			return nil, err
		}
		longer = append(longer, found...)
	}
	return longer, nil
}

func texts(rows *sql.Rows) (all []string, err error) {
	defer rows.Close()
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, string(text))
	}
	return all, rows.Err()
}

// count counts the tasks of each lookup, up to manyTasks.
func count(ctx context.Context, tx *sql.Tx, userID int32, all []lookup) error {
	values := []any{userID}
	counts, counted := make([]string, len(all)), make([]any, len(all))
	for i := range all {
		counts[i] = "(SELECT COUNT(*) FROM (SELECT 1 FROM task_words WHERE user_id = $1 AND word IN (" +
			marks(&values, all[i].words) + ") LIMIT " + strconv.Itoa(manyTasks) + ") AS counted)"
		counted[i] = &all[i].tasks
	}
	return tx.QueryRowContext(ctx, "SELECT "+strings.Join(counts, ", "), values...).Scan(counted...)
}

// marks appends words to values, and returns how a statement names them.
func marks(values *[]any, words []string) string {
	names := make([]string, len(words))
	for i, word := range words {
		*values = append(*values, []byte(word))
		names[i] = "$" + strconv.Itoa(len(*values))
	}
	return strings.Join(names, ", ")
}

// reading is what a search has read of the tasks that have its rarest word.
type reading struct {
	matching []int32 // which have the other words, too
	read     int
	last     int32
}

// candidates reads the next tasks, before a number, that have the first lookup, and tells those that have the others.
func candidates(
	ctx context.Context, tx *sql.Tx, userID int32, status tasks.Status, lookups []lookup, before int32, reach int,
) (found reading, err error) {
	text, values := candidatesStatement(userID, status, lookups, before, reach)
	rows, err := tx.QueryContext(ctx, text, values...)
	if err != nil {
		return found, err
	}
	defer rows.Close()
	for rows.Next() {
		var matches int
		if err := rows.Scan(&found.last, &matches); err != nil {
			return found, err
		}
		found.read++
		if matches == 1 {
			found.matching = append(found.matching, found.last)
		}
	}
	return found, rows.Err()
}

func candidatesStatement(
	userID int32, status tasks.Status, lookups []lookup, before int32, reach int,
) (text string, values []any) {
	values = []any{userID, before}
	most := " ORDER BY id DESC LIMIT " + strconv.Itoa(reach)
	parts := make([]string, len(lookups[0].words))
	for i, word := range lookups[0].words {
		parts[i] = "SELECT id FROM (SELECT id FROM task_words WHERE user_id = $1 AND word = " + marks(&values, []string{word}) +
			" AND id < $2" + most + ") AS part"
	}
	// Not EXISTS: for that PostgreSQL would rather read all tasks that have a word, once, than ask of each candidate.
	const has = "(SELECT 1 FROM %s WHERE user_id = $1 AND id = driver.id AND %s LIMIT 1) IS NOT NULL"
	conditions := []string{fmt.Sprintf(has, "tasks", "deleted_at = 0"+of(status))}
	for _, other := range lookups[1:] {
		conditions = append(conditions, fmt.Sprintf(has, "task_words", "word IN ("+marks(&values, other.words)+")"))
	}
	text = "SELECT id, CASE WHEN " + strings.Join(conditions, " AND ") + " THEN 1 ELSE 0 END FROM (SELECT id FROM (" +
		strings.Join(parts, " UNION ") + ") AS either" + most + ") AS driver ORDER BY id DESC"
	return text, values
}

// of is the condition of a task's status.
func of(status tasks.Status) string {
	switch status {
	case tasks.Pending:
		return " AND completed_at = 0"
	case tasks.Completed:
		return " AND completed_at <> 0"
	default:
		return ""
	}
}

// add appends to a page the tasks with these numbers that have the words and phrases, until it has one more than its limit.
func add(ctx context.Context, tx *sql.Tx, userID int32, page *tasks.SearchPage, query tasks.SearchQuery, ids []int32) error {
	for len(ids) > 0 && len(page.Tasks) <= query.Limit {
		n := min(len(ids), tasks.MaxLimit+1)
		if !query.Words.HasPhrase() {
			n = min(n, query.Limit+1-len(page.Tasks))
		}
		found, err := numbered(ctx, tx, userID, ids[:n])
		if err != nil {
			return err
		}
		for _, task := range found {
			if len(page.Tasks) <= query.Limit && query.Words.PhrasesIn(textOf(task)) {
				page.Tasks = append(page.Tasks, task)
			}
		}
		ids = ids[n:]
	}
	return nil
}

// numbered reads tasks by their numbers, the highest first.
func numbered(ctx context.Context, tx *sql.Tx, userID int32, ids []int32) ([]tasks.Task, error) {
	values := []any{userID}
	size := 1
	for size < len(ids) {
		size *= 2
	}
	names := make([]string, size)
	for i := range names {
		values = append(values, ids[min(i, len(ids)-1)])
		names[i] = "$" + strconv.Itoa(len(values))
	}
	return readAll(tx.QueryContext(ctx, `SELECT `+columns+` FROM tasks WHERE user_id = $1 AND deleted_at = 0 AND id IN (`+
		strings.Join(names, ", ")+`) ORDER BY id DESC`, values...))
}
