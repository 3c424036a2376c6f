package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/salaatflow/platform/services/tracing"
)

// BeginTx begins a transaction, whose beginning and commit are spans of a call that is traced: the one waits for other
// writers, the other for the disk.
func (c *conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	_, span := tracing.StartQuery(ctx, system, "BEGIN")
	tx, err := c.plainConn.BeginTx(ctx, options)
	tracing.EndQuery(span, err)
	if span == nil || err != nil {
		return tx, err
	}
	return tracedTx{tx, ctx}, nil
}

// tracedTx has the context of the call, since Commit has none.
type tracedTx struct {
	driver.Tx
	ctx context.Context //nolint:containedctx // database/sql passes it to BeginTx alone
}

// Commit implements driver.Tx.
func (t tracedTx) Commit() error {
	_, span := tracing.StartQuery(t.ctx, system, "COMMIT")
	err := t.Tx.Commit()
	tracing.EndQuery(span, err)
	return err
}
