// Package store stores profiles in SQLite or PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of profiles.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "users", Migrations: sqlstore.Embedded(migrations), Command: "users-svc migrate", SQLite: sqlite.Pool}
}

// Store implements users.Store.
type Store struct{ db *sqlstore.DB }

var _ users.Store = (*Store)(nil)

// New returns a Store on db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB) *Store { return &Store{db: db} }

// columns are the columns of values and scan, in their order.
const columns = `id, display_name, email, language, city, area, timezone, preferred_masjid_id, asr_school, created_at,
	updated_at, prayer_method, country, latitude, longitude`

// Get returns a profile.
func (s *Store) Get(ctx context.Context, id int32) (users.User, error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT `+columns+` FROM users WHERE id = $1`, id)
	user, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return users.User{}, users.ErrNotFound
	}
	return user, err
}

// errUnchanged rolls back a transaction that has nothing to write.
var errUnchanged = errors.New("the profile has not changed")

// Change reads the profile, creating it if there is none, applies rule, and writes the result.
func (s *Store) Change(ctx context.Context, initial users.User, rule users.Rule) (user users.User, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		user, err = change(ctx, tx, initial, rule)
		return err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return users.User{}, err
	}
	return user, nil
}

func change(ctx context.Context, tx *sql.Tx, initial users.User, rule users.Rule) (users.User, error) {
	before, err := lock(ctx, tx, initial)
	if err != nil {
		return users.User{}, err
	}
	after, err := rule(before)
	if err != nil {
		return users.User{}, err
	}
	if after == before {
		return before, errUnchanged
	}
	_, err = tx.ExecContext(ctx,
		`UPDATE users SET display_name = $2, email = $3, language = $4, city = $5, area = $6, timezone = $7,
			preferred_masjid_id = $8, asr_school = $9, created_at = $10, updated_at = $11,
			prayer_method = $12, country = $13, latitude = $14, longitude = $15
		WHERE id = $1`, values(after)...)
	if err != nil {
		return users.User{}, fmt.Errorf("update a profile: %w", err)
	}
	return after, nil
}

// lock reads a profile, or creates it from initial, and locks its row until the transaction ends. Updating a column to
// its own value locks the row on both engines with the same SQL.
func lock(ctx context.Context, tx *sql.Tx, initial users.User) (users.User, error) {
	user, err := scan(tx.QueryRowContext(ctx,
		`INSERT INTO users (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (id) DO UPDATE SET id = users.id
		RETURNING `+columns, values(initial)...))
	if err != nil {
		return users.User{}, fmt.Errorf("lock a profile: %w", err)
	}
	return user, nil
}

func values(u users.User) []any {
	latitude := sql.Null[float64]{V: u.Place.Latitude, Valid: u.Place.Known}
	longitude := sql.Null[float64]{V: u.Place.Longitude, Valid: u.Place.Known}
	return []any{
		u.ID, u.DisplayName, u.Email, u.Language, u.City, u.Area, u.Timezone, u.PreferredMasjidID, u.AsrSchool,
		milliseconds(u.CreatedAt), milliseconds(u.UpdatedAt), u.PrayerMethod, u.Place.Country,
		latitude, longitude,
	}
}

func scan(row *sql.Row) (users.User, error) {
	var u users.User
	var created, updated int64
	var latitude, longitude sql.Null[float64]
	err := row.Scan(&u.ID, &u.DisplayName, &u.Email, &u.Language, &u.City, &u.Area, &u.Timezone, &u.PreferredMasjidID,
		&u.AsrSchool, &created, &updated, &u.PrayerMethod, &u.Place.Country, &latitude, &longitude)
	if err != nil {
		return users.User{}, fmt.Errorf("read a profile: %w", err)
	}
	u.Place.Known, u.Place.Latitude, u.Place.Longitude = latitude.Valid, latitude.V, longitude.V
	u.CreatedAt, u.UpdatedAt = instant(created), instant(updated)
	return u, nil
}

// milliseconds returns t as stored in a column: 0 for the zero time.
func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}
