package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

// summaryColumns and turnColumns are the columns that summary and scanTurn read, in this order.
const (
	summaryColumns = `id, first_message, turns, created_at, used_at`
	turnColumns    = `number, message, answer, language, intent, tool, error, at, asks, arguments, data`
)

const insertTurn = `INSERT INTO turns (conversation_id, ` + turnColumns + `)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

func insert(ctx context.Context, tx *sql.Tx, id string, t conversation.Turn) error {
	_, err := tx.ExecContext(ctx, insertTurn, id, t.Number, storable(t.Message), storable(t.Answer), storable(t.Language),
		storable(t.Intent), storable(t.Tool), storable(t.Error), t.At.UnixMilli(), storable(t.Asks), storable(t.Arguments),
		storable(t.Data))
	return err
}

// row is a *sql.Row or *sql.Rows.
type row interface{ Scan(values ...any) error }

func (s *Store) summary(r row) (conversation.Summary, error) {
	var c conversation.Summary
	var created, used int64
	if err := r.Scan(&c.ID, &c.FirstMessage, &c.Turns, &created, &used); err != nil {
		return conversation.Summary{}, err
	}
	c.Created, c.Updated = instant(created), instant(used)
	c.Expires = c.Updated.Add(s.limits.Expiry)
	return c, nil
}

func scanTurn(r row) (conversation.Turn, error) {
	var t conversation.Turn
	var at int64
	err := r.Scan(&t.Number, &t.Message, &t.Answer, &t.Language, &t.Intent, &t.Tool, &t.Error, &at, &t.Asks, &t.Arguments, &t.Data)
	t.At = instant(at)
	return t, err
}

func instant(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }

// unreadable replaces what a column cannot store.
const unreadable = "\uFFFD"

// storable returns text as PostgreSQL accepts it: valid UTF-8 without NUL. Replacing a character is better than
// losing the turn.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, unreadable), "\x00", unreadable)
}

func encode(state conversation.State) (string, error) {
	text, err := json.Marshal(state)
	if err != nil {
		return "", fmt.Errorf("encode the state of a conversation: %w", err)
	}
	return string(bytes.ToValidUTF8(text, []byte(unreadable))), nil // JSON contains no NUL, but raw messages may be invalid UTF-8
}

func decode(text string) (state conversation.State, err error) {
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		return conversation.State{}, fmt.Errorf("decode the state of a conversation: %w", err)
	}
	return state, nil
}
