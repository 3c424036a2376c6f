// Package memories keeps what people remember, finds goals in it, and merges what is said twice. It knows nothing of gRPC.
package memories

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	_ "modernc.org/sqlite" // the driver
)

// ErrNoGoal means that the user has no such goal.
var ErrNoGoal = errors.New("no such goal")

// Memory is a sentence that a user wants to be remembered.
type Memory struct {
	ID, Text string
	At       time.Time
}

// Goal is what several memories are about.
type Goal struct {
	ID, Title  string  // the id is empty when it is not kept
	Confidence float64 // 0 to 1
	Memories   int
}

// Store keeps memories and goals in a file of SQLite. It is safe for concurrent use.
type Store struct{ db *sql.DB }

const schema = `
CREATE TABLE IF NOT EXISTS memories (id TEXT PRIMARY KEY, user_id INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS memories_of_user ON memories (user_id, at);
CREATE TABLE IF NOT EXISTS goals (id TEXT PRIMARY KEY, user_id INTEGER NOT NULL, title TEXT NOT NULL, UNIQUE (user_id, title));`

// Open opens the file, and makes it if it is not there.
func Open(ctx context.Context, file string) (*Store, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db}, nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// Add keeps a memory of a user.
func (s *Store) Add(ctx context.Context, user int32, text string, at time.Time) (Memory, error) {
	memory := Memory{ID: uuid.NewString(), Text: text, At: at}
	_, err := s.db.ExecContext(ctx, "INSERT INTO memories VALUES ($1, $2, $3, $4)", memory.ID, user, text, at.Unix())
	return memory, err
}

// AddGoal keeps a goal of a user. The same title is the same goal.
func (s *Store) AddGoal(ctx context.Context, user int32, title string) (Goal, error) {
	goal := Goal{Title: title, Confidence: 1}
	err := s.inTransaction(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `INSERT INTO goals VALUES ($1, $2, $3)
			ON CONFLICT (user_id, title) DO UPDATE SET title = title RETURNING id`, uuid.NewString(), user, title).Scan(&goal.ID); err != nil {
			return err
		}
		all, err := newest(ctx, tx, user, mostMemories)
		goal.Memories = len(about(all, title))
		return err
	})
	return goal, err
}

// goalsOf returns the goals that a user keeps: their ids by title.
func goalsOf(ctx context.Context, tx *sql.Tx, user int32) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT title, id FROM goals WHERE user_id = $1", user)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	kept := map[string]string{}
	for rows.Next() {
		var title, id string
		if err := rows.Scan(&title, &id); err != nil {
			return nil, err
		}
		kept[title] = id
	}
	return kept, rows.Err()
}

// newest returns a user's memories, the newest first, at most so many.
func newest(ctx context.Context, tx *sql.Tx, user int32, most int) (found []Memory, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, text, at FROM memories WHERE user_id = $1 ORDER BY at DESC, id LIMIT $2", user, most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			memory Memory
			at     int64
		)
		if err := rows.Scan(&memory.ID, &memory.Text, &at); err != nil {
			return nil, err
		}
		memory.At = time.Unix(at, 0)
		found = append(found, memory)
	}
	return found, rows.Err()
}

// inTransaction carries something out wholly or not at all.
func (s *Store) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// words returns the words of a text that say what it is about.
func words(text string) []string {
	isBetween := func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?\"'()-،؟۔", r) }
	fields := strings.FieldsFunc(strings.ToLower(text), isBetween)
	var telling []string
	for _, word := range fields {
		if !small[word] {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		return fields
	}
	return telling
}

var small = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(`a an the i my me we our to of in on at for with and or after before want wanted will
		would every this that is was be it from by main mein
		ne ko ka ki ke se aur hai tha mera meri mere میں نے کو کا کی کے سے اور ہے تھا میرا میری`) {
		set[word] = true
	}
	return set
}()
