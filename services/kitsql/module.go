// Package kitsql adds a database of services/sqlstore to a service of the kit. It opens and closes the database, ties the
// service's readiness to it, and has the command that migrates it. The kit itself knows no SQL, so programs without a
// database link none.
package kitsql

import (
	"context"
	"log/slog"
	"time"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

// openTimeout is the most that opening a database file may take.
const openTimeout = time.Minute

// Database provides a *sqlstore.DB to the service's constructors, which is closed after the service's last call. The first step
// of the service's preparation makes it ready: SQLite is migrated, PostgreSQL is checked and refused with the command to
// run when a migration is missing. What else a service does with its database before it serves is a later step of the
// kit.Preparation. While the database is unreachable or has a sqlstore.Fault, from the start or later, callers get UNAVAILABLE for
// what fails by it and the service is not ready. A damaged file ends the start.
func Database(c Config, schema sqlstore.Schema) fx.Option {
	return fx.Options(
		fx.Provide(fx.Private,
			func(lc fx.Lifecycle, p *kit.Preparation, logger *slog.Logger) (*sqlstore.DB, error) {
				return open(lc, p, logger, c, schema)
			},
			newProbe,
		),
		fx.Invoke(CountFailures),
		kit.ClassifyErrors(sqlstore.Classify),
		kit.Background[*probe](),
	)
}

func open(
	lc fx.Lifecycle, preparation *kit.Preparation, logger *slog.Logger, c Config, schema sqlstore.Schema,
) (*sqlstore.DB, error) {
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout) //nolint:forbidigo // constructors have none
	defer cancel()
	db, err := sqlstore.Open(ctx, c.URL.Reveal(), schema)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(db.Close))
	preparation.Append(needed, db.Prepare)
	if folder := db.Folder(); !c.FolderSeen && folder != "" && sqlstore.OpenToOthers(folder) {
		logger.Warn("the database folder is accessible to other users of this machine: chmod 700 it", slog.String("folder", folder))
	}
	return db, nil
}
