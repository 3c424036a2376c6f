// Package sqlite is the driver of SQLite for sqlstore. A program whose data may be in SQLite names Pool in its schema; one
// whose data is in PostgreSQL alone does not, and so does not link SQLite.
package sqlite

import (
	"database/sql"

	"modernc.org/sqlite"
)

// Pool returns connections to a file, which are opened as they are needed and kept open: opening one costs more than a
// query. options are added to the URL of the file. told is told each error of SQLite's; it must not block. Each connection
// has 16 MiB of pages of its own, and maps the first 256 MiB of the file: rows that lie far apart in a large file then cost
// little more than in a small one.
func Pool(path string, connections int, options string, told func(error)) *sql.DB {
	const all = "_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)" +
		"&_pragma=cache_size(-16384)&_pragma=mmap_size(268435456)"
	dsn := fileURL(path) + "?" + all + "&" + options
	pool := sql.OpenDB(connector{driver: &sqlite.Driver{}, dsn: dsn, told: told})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool
}
