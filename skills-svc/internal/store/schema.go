// Package store stores overrides and classifications in SQLite or PostgreSQL.
package store

import (
	"embed"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of the service.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "skills", Migrations: sqlstore.Embedded(migrations), Command: "skills-svc migrate", SQLite: sqlite.Pool}
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
