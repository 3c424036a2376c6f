// Package sqlstore opens a service's database by URL, SQLite or PostgreSQL, and runs one SQL text on both: parameters
// are written $1, $2, ….
//
// SQLite has one writing connection (WAL, synchronous=FULL: a committed transaction survives a power cut) and several
// reading ones, and those who wait to write share a commit; PostgreSQL has one pool. SQLite is linked only by programs
// whose Schema names it. Migrations are embedded, forward only, and run by goose as a library.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/salaatflow/platform/services/setting"
)

// Location is the URL of the database, with the word PASSWORD where a password stands in it.
func (db *DB) Location() string { return db.location }

// Folder is where the file of a SQLite database is; empty on PostgreSQL.
func (db *DB) Folder() string {
	if db.file == "" {
		return ""
	}
	return filepath.Dir(db.file)
}

// Engine is the kind of database.
type Engine string

// The engines there are.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine Engine
	file   string // of SQLite; "" on PostgreSQL
	// location is the URL without what is secret in it.
	location string
	schema   Schema
	writer   *sql.DB
	line     *line           // of those who write to SQLite; nil on PostgreSQL
	reader   *sql.DB         // on PostgreSQL the same as writer
	probe    *sql.DB         // one connection beside the pool, to ask whether the server is there; nil on SQLite
	connect  *pgx.ConnConfig // to PostgreSQL; nil on SQLite

	condition *condition
}

// Open opens the database at url:
//
//	sqlite:PATH            a file, made with its folder if it is not there; PATH may be relative
//	postgres://user@host/db  see the PostgreSQL documentation for the parameters; the server may be away
//
// It does not migrate: call Prepare, or Migrate. An error names what is wrong with the URL, never its password.
func Open(ctx context.Context, url string, schema Schema) (*DB, error) {
	if err := schema.validate(); err != nil {
		return nil, err
	}
	if err := CheckURL(url); err != nil {
		return nil, setting.Wrong(err)
	}
	if path, isFile := strings.CutPrefix(url, sqliteScheme); isFile {
		return openSQLite(ctx, path, schema)
	}
	return openPostgres(url, schema)
}

// sqliteScheme begins the URL of a file.
const sqliteScheme = "sqlite:"

// CheckURL returns what is wrong with the URL of a database, never with its password. It opens nothing.
func CheckURL(url string) error {
	scheme, rest, _ := strings.Cut(url, ":")
	switch {
	case scheme == "sqlite" && (rest == "" || rest == ":memory:"):
		return errors.New("the database URL must name a file: sqlite:PATH")
	case scheme == "sqlite":
		return nil
	case scheme == "postgres", scheme == "postgresql":
		_, err := parsePostgres(url)
		return err
	default:
		return errors.New("the database URL must be sqlite:PATH or postgres://USER@HOST/DATABASE")
	}
}

// Engine is the kind of database it is.
func (db *DB) Engine() Engine { return db.engine }

// Reader is for single queries that change nothing. On SQLite it refuses to write.
func (db *DB) Reader() *sql.DB { return db.reader }

// Close waits for what runs, then closes every connection.
func (db *DB) Close() error {
	err := db.reader.Close()
	if db.writer != db.reader {
		err = errors.Join(err, db.writer.Close())
	}
	if db.probe != nil {
		err = errors.Join(err, db.probe.Close())
	}
	if err != nil {
		return fmt.Errorf("close the %s database: %w", db.schema.Name, err)
	}
	return nil
}

// reach makes sure that the database can be talked to.
func (db *DB) reach(ctx context.Context) error {
	pools := []*sql.DB{db.writer} // first, for it makes a SQLite file that is not there
	if db.reader != db.writer {
		pools = append(pools, db.reader)
	}
	for _, pool := range pools {
		if err := pool.PingContext(ctx); err != nil {
			return fmt.Errorf("reach the %s database: %w", db.schema.Name, err)
		}
	}
	return nil
}
