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

// wordsOf returns the words by which a search finds a task.
func wordsOf(t tasks.Task) []string { return searchtext.Forms(textOf(t)) }

// textOf returns what a search looks through.
func textOf(t tasks.Task) string { return t.Title + "\n" + t.Description }

// changeWords stores the words of a task in place of those that it had before a change.
func changeWords(ctx context.Context, tx *sql.Tx, before, after tasks.Task) error {
	if textOf(before) == textOf(after) {
		return nil
	}
	had, has := wordsOf(before), wordsOf(after)
	if err := removeWords(ctx, tx, after, without(had, has)); err != nil {
		return err
	}
	return addWords(ctx, tx, after, without(has, had))
}

// without returns the words that are not among others.
func without(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(others, word) })
}

// wordsAtOnce is how many words one statement stores or removes at the most, a power of two.
const wordsAtOnce = 32

func addWords(ctx context.Context, tx *sql.Tx, task tasks.Task, words []string) error {
	return inBatches(words, func(batch []string) error {
		values := []any{task.UserID, task.ID}
		rows := make([]string, len(batch))
		for i, word := range batch {
			values = append(values, []byte(word))
			rows[i] = "($1, $2, $" + strconv.Itoa(len(values)) + ")"
		}
		if _, err := tx.ExecContext(ctx, insertWords(rows), values...); err != nil {
			return fmt.Errorf("store the words of a task: %w", err)
		}
		return nil
	})
}

func removeWords(ctx context.Context, tx *sql.Tx, task tasks.Task, words []string) error {
	return inBatches(words, func(batch []string) error {
		values := []any{task.UserID, task.ID}
		words := marks(&values, batch)
		if _, err := tx.ExecContext(ctx, deleteWords(words), values...); err != nil {
			return fmt.Errorf("remove the words of a task: %w", err)
		}
		return nil
	})
}

func insertWords(rows []string) string {
	return `INSERT INTO task_words (user_id, id, word) VALUES ` + strings.Join(rows, ", ") + ` ON CONFLICT DO NOTHING`
}

func deleteWords(words string) string {
	return `DELETE FROM task_words WHERE user_id = $1 AND id = $2 AND word IN (` + words + `)`
}

// inBatches calls do with each word once, so many at a time that there are few different statements to prepare: the powers of two
// up to wordsAtOnce.
func inBatches(words []string, do func(batch []string) error) error {
	for size := wordsAtOnce; size > 0; size /= 2 {
		for len(words) >= size {
			if err := do(words[:size]); err != nil {
				return err
			}
			words = words[size:]
		}
	}
	return nil
}

// ReadWords stores the words of tasks whose words are still to be read.
func (s *Store) ReadWords(ctx context.Context, limit int) (read int, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, older := range []bool{false, true} {
			n, err := readWords(ctx, tx, older, limit-read)
			if err != nil {
				return err
			}
			read += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("read the words of tasks: %w", err)
	}
	return read, nil
}

// readWords does it for tasks that have none; with older, for those that have words of an earlier text, which are looked for among
// all of their user's: that takes long and is rare.
func readWords(ctx context.Context, tx *sql.Tx, older bool, limit int) (int, error) {
	which := "words_at = -1"
	if older {
		which = "words_at <> -1 AND words_at <> updated_at"
	}
	unread, err := readAll(tx.QueryContext(ctx, `UPDATE tasks SET words_at = updated_at
		WHERE `+which+` AND (user_id, id) IN (SELECT user_id, id FROM tasks WHERE words_at <> updated_at AND `+which+` LIMIT $1)
		RETURNING `+columns, limit))
	if err != nil {
		return 0, err
	}
	for _, task := range unread {
		if older {
			if _, err := tx.ExecContext(ctx, `DELETE FROM task_words WHERE user_id = $1 AND id = $2`, task.UserID, task.ID); err != nil {
				return 0, err
			}
		}
		if err := addWords(ctx, tx, task, wordsOf(task)); err != nil {
			return 0, err
		}
	}
	return len(unread), nil
}

// readAll reads the tasks of rows, and closes them.
func readAll(rows *sql.Rows, err error) (all []tasks.Task, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		task, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, task)
	}
	return all, rows.Err()
}
