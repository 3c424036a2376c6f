// Package store keeps overrides and classifications in SQLite or PostgreSQL.
package store

import (
	"embed"
	"io/fs"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is the tables of the service.
func Schema() sqlstore.Schema {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // only for a name that is no path
	}
	return sqlstore.Schema{Name: "skills", Migrations: files, Command: "skills-svc migrate"}
}

// milliseconds is t as a column has it, 0 for none.
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
