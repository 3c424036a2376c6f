package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"go.opentelemetry.io/otel/trace"
	"modernc.org/sqlite"

	"github.com/salaatflow/platform/services/tracing"
)

// system is the name of the database in spans.
const system = "sqlite"

// maxStatements is how many statements a connection keeps prepared. A service has fewer.
const maxStatements = 128

// connector opens SQLite connections that keep statements with parameters prepared, as pgx does for PostgreSQL: to
// prepare one takes as long as to run it.
type connector struct {
	driver *sqlite.Driver
	dsn    string
	told   func(error) // each error
}

func (c connector) Driver() driver.Driver { return c.driver }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	opened, err := c.driver.Open(c.dsn)
	if err != nil {
		c.told(err)
		return nil, err // database/sql looks at it
	}
	plain, ok := opened.(plainConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("a connection of the SQLite driver is a %T", opened), opened.Close())
	}
	return &conn{plainConn: plain, told: c.told, statements: map[string]*statement{}}, nil
}

// plainConn is what the SQLite driver's connections do.
type plainConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// conn is used by one goroutine at a time, as database/sql promises.
type conn struct {
	plainConn

	told       func(error)
	statements map[string]*statement
}

// statement is a prepared statement, which runs once at a time.
type statement struct {
	prepared
	running bool
}

type prepared interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// ExecContext runs a statement prepared once.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (result driver.Result, err error) {
	ctx, span := tracing.StartQuery(ctx, system, query)
	defer func() { c.ended(span, err) }()
	s, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.plainConn.ExecContext(ctx, query, args)
	}
	return s.ExecContext(ctx, args)
}

// QueryContext runs a statement prepared once.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (rows driver.Rows, err error) {
	ctx, span := tracing.StartQuery(ctx, system, query)
	defer func() { c.ended(span, err) }()
	s, err := c.statement(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if s == nil {
		rows, err = c.plainConn.QueryContext(ctx, query, args)
	} else {
		rows, err = s.QueryContext(ctx, args)
	}
	if err != nil {
		return nil, err // database/sql looks at it
	}
	if s != nil {
		s.running = true
	}
	return &statementRows{Rows: rows, told: c.told, statement: s}, nil
}

// ended ends the span of a statement, and tells how it ended.
func (c *conn) ended(span trace.Span, err error) {
	tracing.EndQuery(span, err)
	if err != nil {
		c.told(err)
	}
}

// statement gives the prepared statement of query; nil when there is none to use: for scripts, which have no parameters,
// while the rows of the same query are still read, and beyond maxStatements.
func (c *conn) statement(ctx context.Context, query string, args []driver.NamedValue) (*statement, error) {
	if len(args) == 0 {
		return nil, nil
	}
	if s := c.statements[query]; s != nil {
		if s.running {
			return nil, nil
		}
		return s, nil
	}
	if len(c.statements) >= maxStatements {
		return nil, nil
	}
	stmt, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err // database/sql looks at it
	}
	usable, ok := stmt.(prepared)
	if !ok {
		return nil, stmt.Close()
	}
	s := &statement{prepared: usable}
	c.statements[query] = s
	return s, nil
}

// Close closes the statements with the connection.
func (c *conn) Close() error {
	var errs []error
	for _, s := range c.statements {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.plainConn.Close())...)
}

// statementRows gives its statement back when it is closed, if it is of one that is kept.
type statementRows struct {
	driver.Rows

	told      func(error)
	statement *statement // nil for one that is not
}

// Next reads a row.
func (r *statementRows) Next(into []driver.Value) error {
	err := r.Rows.Next(into)
	if err != nil && !errors.Is(err, io.EOF) {
		r.told(err)
	}
	return err // database/sql compares it
}

// Close ends the reading.
func (r *statementRows) Close() error {
	if r.statement != nil {
		r.statement.running = false
	}
	return r.Rows.Close()
}
