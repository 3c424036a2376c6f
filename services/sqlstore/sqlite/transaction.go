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
	c.ended(span, err)
	if err != nil {
		return nil, err // database/sql looks at it
	}
	return transaction{tx, c, ctx}, nil
}

// transaction has the context of the call, since Commit has none.
type transaction struct {
	driver.Tx
	conn *conn
	ctx  context.Context //nolint:containedctx // database/sql passes it to BeginTx alone
}

// Commit implements driver.Tx.
func (t transaction) Commit() error {
	_, span := tracing.StartQuery(t.ctx, system, "COMMIT")
	err := t.Tx.Commit()
	t.conn.ended(span, err)
	return err
}
