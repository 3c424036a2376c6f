package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

// A page reads one row more than it returns, to know whether another page follows. For a bare LIMIT $n, SQLite would plan
// again for each value.
const (
	countConversations = `SELECT COUNT(*) FROM conversations WHERE owner = $1 AND used_at > $2`
	listConversations  = `SELECT ` + summaryColumns + ` FROM conversations
		WHERE owner = $1 AND used_at > $2 AND (used_at, id) < ($3, $4)
		ORDER BY used_at DESC, id DESC LIMIT $5 + 1`
	getConversation = `SELECT ` + summaryColumns + ` FROM conversations WHERE id = $1 AND owner = $2 AND used_at > $3`
	listTurns       = `SELECT ` + turnColumns + ` FROM turns
		WHERE conversation_id = $1 AND number < $2
		ORDER BY number DESC LIMIT $3 + 1`
)

// errLimit is a programming error of the caller.
var errLimit = errors.New("a page must hold at least 1")

// List reads a page of the owner's conversations, starting after the last one of the page before.
func (s *Store) List(ctx context.Context, owner int32, limit int, pageToken string) (page conversation.Page, err error) {
	after, err := parsePlace(pageToken, owner)
	if err != nil {
		return conversation.Page{}, err
	}
	if limit < 1 {
		return conversation.Page{}, errLimit
	}
	if owner == 0 {
		return conversation.Page{}, nil
	}
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		expired := s.expired(s.clock.Now())
		if err := tx.QueryRowContext(ctx, countConversations, owner, expired).Scan(&page.Count); err != nil {
			return err
		}
		page.Conversations, err = rows(ctx, tx, s.summary, listConversations, owner, expired, after.usedAt, after.id, limit)
		return err
	})
	if err != nil {
		return conversation.Page{}, fmt.Errorf("list conversations: %w", err)
	}
	if len(page.Conversations) > limit {
		page.Conversations = page.Conversations[:limit]
		last := page.Conversations[limit-1]
		page.NextPageToken = place{usedAt: last.Updated.UnixMilli(), id: last.ID}.token(owner)
	}
	return page, nil
}

// Get reads one of the owner's conversations with a page of its turns.
func (s *Store) Get(
	ctx context.Context, owner int32, id string, limit int, pageToken string,
) (transcript conversation.Transcript, err error) {
	if !isID(id) {
		return conversation.Transcript{}, conversation.ErrNotFound
	}
	before, err := parseNumber(pageToken, owner, id)
	if err != nil {
		return conversation.Transcript{}, err
	}
	if limit < 1 {
		return conversation.Transcript{}, errLimit
	}
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		transcript.Summary, err = s.summary(tx.QueryRowContext(ctx, getConversation, id, owner, s.expired(s.clock.Now())))
		if err != nil {
			return err
		}
		transcript.Page, err = rows(ctx, tx, scanTurn, listTurns, id, before, limit)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return conversation.Transcript{}, conversation.ErrNotFound
	}
	if err != nil {
		return conversation.Transcript{}, fmt.Errorf("get a conversation: %w", err)
	}
	if len(transcript.Page) > limit {
		transcript.Page = transcript.Page[:limit]
		transcript.NextPageToken = numberToken(transcript.Page[limit-1].Number, owner, id)
	}
	return transcript, nil
}

// rows runs a query and scans each row.
func rows[T any](ctx context.Context, tx *sql.Tx, scan func(row) (T, error), query string, values ...any) ([]T, error) {
	found, err := tx.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var all []T
	for found.Next() {
		one, err := scan(found)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, found.Err()
}

// newest is the position before the first conversation of a list. noNumber is at least the number of any turn.
var newest = place{usedAt: math.MaxInt64}

const noNumber = math.MaxInt32
