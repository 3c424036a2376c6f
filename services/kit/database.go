package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/sqlstore"
)

// DatabaseConfig says where a service keeps its data. A service that keeps any has it in its Config, with the tags
// `embed:"" prefix:"database-"`.
type DatabaseConfig struct {
	// URL is sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.
	URL config.Secret `placeholder:"URL" help:"Keep data here: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE."`
	// FolderSeen says that the program has looked after the folder of a SQLite file itself.
	FolderSeen bool `kong:"-"`
}

// Validate says what is wrong, by flag, without showing the URL.
func (c DatabaseConfig) Validate() error {
	if c.URL == "" {
		return errors.New("--database-url: is required: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE")
	}
	return nil
}

// openTimeout bounds opening a database and bringing it up to date.
const openTimeout = time.Minute

const (
	// probePause is how long after one probe of the database the next begins, and probeTimeout how long one may take: what
	// is wrong is said within the two together.
	probePause   = 500 * time.Millisecond
	probeTimeout = time.Second
)

// Database gives the service's constructors a *sqlstore.DB that is ready: SQLite is migrated, PostgreSQL is checked and
// refused with the command to run when a migration is missing. It is closed after the service's last call. While it is away
// callers hear UNAVAILABLE, and the service says that it is not ready.
func Database(c DatabaseConfig, schema sqlstore.Schema) fx.Option {
	return fx.Options(
		provideDatabase(c, schema),
		fx.Decorate(func(o grpcserver.Options) grpcserver.Options {
			o.Classify = sqlstore.Classify
			return o
		}),
		fx.Invoke(probeDatabase),
	)
}

// probeDatabase keeps the service's readiness to what is true of its database, from start to stop.
func probeDatabase(lc fx.Lifecycle, db *sqlstore.DB, r *readiness) {
	if db.Engine() == sqlstore.SQLite { // a file does not go away
		return
	}
	background(lc, func(ctx context.Context) {
		r.follow(ctx, "the database", slog.LevelWarn, probePause, func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, probeTimeout)
			defer cancel()
			return db.Probe(ctx)
		})
	})
}

func provideDatabase(c DatabaseConfig, schema sqlstore.Schema) fx.Option {
	return fx.Provide(fx.Private, func(lc fx.Lifecycle, logger *slog.Logger) (*sqlstore.DB, error) {
		ctx, cancel := context.WithTimeout(context.Background(), openTimeout) //nolint:forbidigo // constructors have none
		defer cancel()
		db, err := open(ctx, c, schema, (*sqlstore.DB).Prepare)
		if err != nil {
			return nil, err
		}
		lc.Append(fx.StopHook(db.Close))
		if folder := db.Folder(); !c.FolderSeen && folder != "" && sqlstore.OpenToOthers(folder) {
			logger.Warn("the folder of the database is open to other users of this machine: chmod 700 it", slog.String("folder", folder))
		}
		return db, nil
	})
}

// Migrate brings the schema of a service's database up to date, for Program.Migrate, and says on out what it did.
func Migrate(ctx context.Context, out io.Writer, c DatabaseConfig, schema sqlstore.Schema) error {
	db, err := sqlstore.Open(ctx, c.URL.Reveal(), schema)
	if err != nil {
		return err
	}
	return errors.Join(migrate(ctx, out, db, schema.Name), db.Close())
}

func migrate(ctx context.Context, out io.Writer, db *sqlstore.DB, name string) error {
	from, err := db.Version(ctx)
	if err != nil {
		return err
	}
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	to, err := db.Version(ctx)
	if err != nil {
		return err
	}
	if from == to {
		fmt.Fprintf(out, "the %s database %s has schema version %d, the newest: nothing to do\n", name, db.Location(), to)
		return nil
	}
	fmt.Fprintf(out, "the %s database %s is brought from schema version %d to %d\n", name, db.Location(), from, to)
	return nil
}

func open(
	ctx context.Context, c DatabaseConfig, schema sqlstore.Schema, ready func(*sqlstore.DB, context.Context) error,
) (*sqlstore.DB, error) {
	db, err := sqlstore.Open(ctx, c.URL.Reveal(), schema)
	if err != nil {
		return nil, err
	}
	if err := ready(db, ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
