package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"regexp"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Schema is the tables of one service.
type Schema struct {
	// Name of the service's data, such as "tasks": ^[a-z][a-z0-9_]{0,31}$. Several services may share one PostgreSQL
	// database; each counts its versions in a table of its own, NAME_schema_version.
	Name string
	// Migrations holds the goose files (00001_what.sql, …) at its root. Types must be known to each engine
	// that the schema is for; times are BIGINT.
	Migrations fs.FS
	// Command brings the schema up to date, such as "tasks-svc migrate"; errors name it, with --database-url.
	Command string
	// SQLite is sqlite.Pool, which opens the connections to a file; nil for a schema that is PostgreSQL's alone.
	SQLite func(path string, connections int, options string, told func(error)) *sql.DB
}

// Embedded returns the folder "migrations" of files that a program embeds, which must have it.
func Embedded(files embed.FS) fs.FS {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // only for an invalid path
	}
	return folder
}

var schemaName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

func (s Schema) validate() error {
	switch {
	case !schemaName.MatchString(s.Name):
		return fmt.Errorf("the schema name %q must match %s", s.Name, schemaName)
	case s.Migrations == nil:
		return fmt.Errorf("the schema %s has no migrations", s.Name)
	default:
		return nil
	}
}

func (s Schema) versionTable() string { return s.Name + "_schema_version" }

// Newest is the number of the schema's last migration. It returns an error where the schema has none.
func (s Schema) Newest() (newest int64, err error) {
	if err := s.validate(); err != nil {
		return 0, err
	}
	names, err := fs.Glob(s.Migrations, "*.sql")
	if err != nil || len(names) == 0 {
		return 0, errors.Join(err, fmt.Errorf("the schema %s has no migrations", s.Name))
	}
	for _, name := range names {
		number, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("the migration %s of %s: %w", name, s.Name, err)
		}
		newest = max(newest, number)
	}
	return newest, nil
}

// Prepare makes the database ready to serve: SQLite, which nobody else uses, is migrated; PostgreSQL is checked, so
// that no two replicas migrate at once.
func (db *DB) Prepare(ctx context.Context) error {
	if db.engine == SQLite {
		return db.Migrate(ctx)
	}
	return db.Check(ctx)
}

// Migrate runs every migration that is missing, each in a transaction. A SQLite file that is damaged it refuses with a *DamageError: it
// checks a small one page by page, see CheckLarge for others. It is safe to run from several processes on
// PostgreSQL: they take turns.
func (db *DB) Migrate(ctx context.Context) error {
	if err := db.reach(ctx); err != nil {
		return db.orDamaged(err)
	}
	if err := db.checkFile(ctx); err != nil {
		return err
	}
	provider, err := db.provider()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return db.orDamaged(fmt.Errorf("migrate the %s database: %w", db.schema.Name, err))
	}
	return nil
}

// Check fails when a migration is missing, and names the command to run. A schema that is newer than this program is
// fine: migrations keep older programs working while a new version rolls out. It changes nothing.
func (db *DB) Check(ctx context.Context) error {
	provider, err := db.provider()
	if err != nil {
		return err
	}
	sources := provider.ListSources()
	want := sources[len(sources)-1].Version
	have, err := db.Version(ctx)
	if err != nil {
		return err
	}
	if have < want {
		return fmt.Errorf("the %s database has schema version %d and %d is needed: run `%s --database-url '%s'`",
			db.schema.Name, have, want, db.schema.Command, db.location)
	}
	return nil
}

// Version is the number of the newest migration that was run, 0 when none was.
func (db *DB) Version(ctx context.Context) (int64, error) {
	if err := db.reach(ctx); err != nil {
		return 0, err
	}
	version, err := db.version(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the schema version of the %s database: %w", db.schema.Name, err)
	}
	return version, nil
}

func (db *DB) version(ctx context.Context) (int64, error) {
	exists := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1"
	if db.engine == PostgreSQL {
		exists = "SELECT COUNT(to_regclass($1))"
	}
	table := db.schema.versionTable()
	var tables int
	if err := db.reader.QueryRowContext(ctx, exists, table).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	var version sql.NullInt64
	err := db.reader.QueryRowContext(ctx, "SELECT MAX(version_id) FROM "+table).Scan(&version)
	return version.Int64, err
}

func (db *DB) provider() (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	options := []goose.ProviderOption{
		goose.WithTableName(db.schema.versionTable()),
		goose.WithDisableGlobalRegistry(true),
		goose.WithLogger(goose.NopLogger()),
	}
	if db.engine == PostgreSQL {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(
			lock.WithLockID(int64(crc32.ChecksumIEEE([]byte(db.schema.versionTable())))),
			lock.WithLockTimeout(1, 300)) // seconds, tries
		if err != nil {
			return nil, fmt.Errorf("prepare the migration lock: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db.writer, db.schema.Migrations, options...)
	if errors.Is(err, goose.ErrNoMigrations) {
		return nil, fmt.Errorf("the schema %s has no migrations", db.schema.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the migrations of the %s database: %w", db.schema.Name, err)
	}
	return provider, nil
}
