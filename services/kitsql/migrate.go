package kitsql

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

// MigrateCommand returns the command migrate of a program. run brings the database schema up to date and writes what it
// did.
func MigrateCommand[C kit.Configuration](run func(context.Context, io.Writer, C) error) kit.Command[C] {
	return kit.Command[C]{Name: "migrate", Help: "Bring the database's schema up to date.", Run: run}
}

// Migrate brings the schema of a service's database up to date, for MigrateCommand, and writes to out what it did.
func Migrate(ctx context.Context, out io.Writer, c Config, schema sqlstore.Schema) error {
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
