// Package store keeps the audit trail in SQLite or PostgreSQL.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of the trail.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "audit", Migrations: sqlstore.Embedded(migrations), Command: "audit-svc migrate", SQLite: sqlite.Pool}
}

// Store implements trail.Store.
type Store struct{ db *sqlstore.DB }

var _ trail.Store = (*Store)(nil)

// New returns a Store on db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB) *Store { return &Store{db: db} }

// Append adds lines to the end of the chain.
func (s *Store) Append(ctx context.Context, source string, lines []trail.Recorded) (appended trail.Appended, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		appended, err = add(ctx, tx, source, lines)
		return err
	})
	return appended, err
}

func add(ctx context.Context, tx *sql.Tx, source string, lines []trail.Recorded) (appended trail.Appended, err error) {
	end, err := lock(ctx, tx)
	if err != nil {
		return appended, err
	}
	var lastHash string
	err = tx.QueryRowContext(ctx, `SELECT through, hash FROM audit_sources WHERE source = $1`, source).
		Scan(&appended.Through, &lastHash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return appended, fmt.Errorf("read what is kept of an outbox: %w", err)
	}
	if lastHash == "" {
		lastHash = chain.Hash{}.String()
	}
	added := make([]addition, 0, len(lines))
	for _, line := range lines {
		if line.Line.Seq <= appended.Through {
			continue
		}
		if line.Line.Seq != appended.Through+1 || line.Line.Prev.String() != lastHash {
			appended.Broken = true
		}
		added = append(added, addition{line.Line.Entry, line.Head})
		appended.Through, lastHash = line.Line.Seq, line.Line.Hash.String()
		appended.Added++
	}
	if appended.Added == 0 {
		return appended, nil
	}
	if end, err = insert(ctx, tx, end, added...); err != nil {
		return appended, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO audit_sources (source, through, hash) VALUES ($1, $2, $3)
		ON CONFLICT (source) DO UPDATE SET through = excluded.through, hash = excluded.hash`,
		source, appended.Through, lastHash)
	if err != nil {
		return appended, fmt.Errorf("note what is kept of an outbox: %w", err)
	}
	return appended, setHead(ctx, tx, end)
}

// lock returns the last line, without its entry, and locks the chain until the transaction ends: updating a column to its own
// value does on both engines.
func lock(ctx context.Context, tx *sql.Tx) (end chain.Line, err error) {
	var hash string
	err = tx.QueryRowContext(ctx, `UPDATE audit_head SET seq = seq WHERE id = 1 RETURNING seq, hash`).Scan(&end.Seq, &hash)
	if err != nil {
		return end, fmt.Errorf("lock the audit trail: %w", err)
	}
	end.Hash, err = chain.ParseHash(hash)
	return end, err
}

func setHead(ctx context.Context, tx *sql.Tx, end chain.Line) error {
	if _, err := tx.ExecContext(ctx, `UPDATE audit_head SET seq = $1, hash = $2 WHERE id = 1`, end.Seq, end.Hash.String()); err != nil {
		return fmt.Errorf("set the end of the audit trail: %w", err)
	}
	return nil
}

// addition is an entry that is added, and its head.
type addition struct {
	json []byte
	trail.Head
}

// insert adds entries after the last line, and returns the new last one.
func insert(ctx context.Context, tx *sql.Tx, end chain.Line, added ...addition) (chain.Line, error) {
	hash := end.Hash.String()
	for rows := range slices.Chunk(added, atOnce) {
		values := make([]any, 0, len(rows)*columns)
		for _, entry := range rows {
			end = end.Next(entry.json)
			prev := hash
			hash = end.Hash.String()
			values = append(values, end.Seq, prev, hash, string(entry.json), entry.Time.UnixMicro(), entry.UserID, entry.Tool,
				string(entry.Decision))
		}
		statement := insertMany
		if len(rows) < atOnce {
			statement = inserting(len(rows))
		}
		if _, err := tx.ExecContext(ctx, statement, values...); err != nil {
			return chain.Line{}, fmt.Errorf("add to the audit trail: %w", err)
		}
	}
	return end, nil
}

// atOnce is how many lines one statement adds, of so many columns each. With more, SQLite's driver takes longer to bind them
// than that saves.
const atOnce, columns = 8, 8

var insertMany = inserting(atOnce)

// inserting returns the statement that adds so many lines.
func inserting(rows int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO audit_lines (seq, prev, hash, entry, ended_at, user_id, tool, decision) VALUES ")
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}

// Head returns the last line.
func (s *Store) Head(ctx context.Context) (head chain.Line, err error) {
	var hash string
	err = s.db.Reader().QueryRowContext(ctx, `SELECT seq, hash FROM audit_head WHERE id = 1`).Scan(&head.Seq, &hash)
	if err != nil {
		return head, fmt.Errorf("read the end of the audit trail: %w", err)
	}
	head.Hash, err = chain.ParseHash(hash)
	return head, err
}

// Export returns lines in order.
func (s *Store) Export(ctx context.Context, after int64, limit int) (lines []chain.Line, count int, err error) {
	err = s.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// Without gaps, so that nothing needs to be counted.
		row := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq) - MIN(seq) + 1, 0) FROM audit_lines`)
		if err := row.Scan(&count); err != nil {
			return fmt.Errorf("count the audit trail: %w", err)
		}
		lines, err = export(ctx, tx, after, limit)
		return err
	})
	return lines, count, err
}

func export(ctx context.Context, tx *sql.Tx, after int64, limit int) (lines []chain.Line, err error) {
	rows, err := tx.QueryContext(ctx,
		`SELECT seq, prev, hash, entry FROM audit_lines WHERE seq > $1 ORDER BY seq LIMIT $2`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("export the audit trail: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var prev, hash, entry string
		if err := rows.Scan(&seq, &prev, &hash, &entry); err != nil {
			return nil, fmt.Errorf("export the audit trail: %w", err)
		}
		line, err := chain.NewLine(seq, prev, hash, []byte(entry))
		if err != nil {
			return nil, fmt.Errorf("line %d of the audit trail was damaged: %w", seq, err)
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}

// Cut removes the oldest lines.
func (s *Store) Cut(ctx context.Context, before, now time.Time, most int) (removed int64, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		removed, err = cut(ctx, tx, before, now, most)
		return err
	})
	return removed, err
}

func cut(ctx context.Context, tx *sql.Tx, before, now time.Time, most int) (int64, error) {
	end, err := lock(ctx, tx)
	if err != nil {
		return 0, err
	}
	through, hash, err := lastToCut(ctx, tx, before, end.Seq, most)
	if err != nil || through == 0 {
		return 0, err
	}
	result, err := tx.ExecContext(ctx, `DELETE FROM audit_lines WHERE seq <= $1`, through)
	if err != nil {
		return 0, fmt.Errorf("remove old lines of the audit trail: %w", err)
	}
	removed, err := result.RowsAffected()
	if err != nil {
		return 0, err
	}
	entry, err := retentionEntry(now, chain.Retention{Through: through, Hash: hash, Removed: removed})
	if err != nil {
		return 0, err
	}
	if end, err = insert(ctx, tx, end, entry); err != nil {
		return 0, err
	}
	return removed, setHead(ctx, tx, end)
}

// lastToCut returns the last of the lines at the beginning that are older, and its hash; 0 where the first is not. The last
// line of all always stays.
func lastToCut(ctx context.Context, tx *sql.Tx, before time.Time, end int64, most int) (through int64, hash string, err error) {
	const first = `SELECT COALESCE(MIN(seq), 0) FROM audit_lines`
	var oldest, kept int64
	if err := tx.QueryRowContext(ctx, first).Scan(&oldest); err != nil {
		return 0, "", fmt.Errorf("find the oldest line of the audit trail: %w", err)
	}
	if err := tx.QueryRowContext(ctx, first+` WHERE ended_at >= $1`, before.UnixMicro()).Scan(&kept); err != nil {
		return 0, "", fmt.Errorf("find old lines of the audit trail: %w", err)
	}
	if kept == 0 {
		kept = end
	}
	through = min(kept-1, oldest+int64(most)-1)
	if through < oldest || oldest == 0 {
		return 0, "", nil
	}
	err = tx.QueryRowContext(ctx, `SELECT hash FROM audit_lines WHERE seq = $1`, through).Scan(&hash)
	if err != nil {
		return 0, "", fmt.Errorf("read line %d of the audit trail: %w", through, err)
	}
	return through, hash, nil
}

func retentionEntry(now time.Time, cut chain.Retention) (addition, error) {
	record := audit.Record{
		ID: rand.Text(), Time: now.UTC(), Program: "audit-svc", Door: audit.DoorSystem, Tool: chain.RetentionTool,
		Decision: audit.Allowed, Result: audit.OK, Retention: &cut,
	}
	text, err := json.Marshal(record)
	return addition{text, trail.Head{ID: record.ID, Time: record.Time, Tool: record.Tool, Decision: record.Decision}}, err
}
