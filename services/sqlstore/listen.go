package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
)

// Listen calls heard with what is sent to a channel of PostgreSQL (NOTIFY), until ctx ends. It has a connection of its own,
// which it makes again when it is lost; what was sent meanwhile is not heard, so it then calls heard with an empty text.
// Where notifications do not pass, as through some poolers, it hears nothing: whoever listens also looks now and then.
func (db *DB) Listen(ctx context.Context, channel string, heard func(text string)) {
	waits := backoff.Exponential{Min: 100 * time.Millisecond, Max: 5 * time.Second}
	for ctx.Err() == nil {
		if err := db.listen(ctx, channel, func(text string) { waits.Reset(); heard(text) }); errors.Is(err, errNotPostgres) {
			return
		}
		if !backoff.Wait(ctx, clock.System(), waits.Next()) {
			return
		}
	}
}

var errNotPostgres = errors.New("only PostgreSQL has channels")

func (db *DB) listen(ctx context.Context, channel string, heard func(text string)) error {
	if db.connect == nil {
		return errNotPostgres
	}
	connection, err := pgx.ConnectConfig(ctx, db.connect.Copy())
	if err != nil {
		return err
	}
	defer connection.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is lost with it
	if _, err := connection.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	heard("")
	for {
		notification, err := connection.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		heard(notification.Payload)
	}
}
