package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/salaatflow/platform/services/apperr"
)

// awayStates are the SQLSTATEs with which PostgreSQL says that it cannot serve now and may soon: by class (two
// characters) or whole.
var awayStates = []string{
	"08",    // connection exceptions
	"53300", // too many connections
	"57P01", // an administrator ends it
	"57P02", // it crashed
	"57P03", // it is starting, stopping or recovering
	"25006", // it is read-only: a standby that has not taken over yet
}

// Classify makes an error that says the database is away, or busy for too long, UNAVAILABLE, which callers may repeat.
// Any other error comes back as it is: repeating would not mend it. A nil error is nil.
func Classify(err error) error {
	var typed *apperr.Error
	switch {
	case err == nil, errors.As(err, &typed):
		return err
	case isAway(err) && errors.Is(err, errCommit):
		return apperr.Unavailable("the connection to the data was lost while the change was being saved: " +
			"look whether it was made before you repeat it").WithCause(err)
	case isAway(err):
		return apperr.Unavailable("the data cannot be reached now: try again in a moment").WithCause(err)
	case isBusy(err):
		return apperr.Unavailable("the data is busy with another change that takes long: try again in a moment").WithCause(err)
	default:
		return err
	}
}

// lost are the ways in which a connection ends under a statement.
var lost = []error{driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, net.ErrClosed, io.ErrUnexpectedEOF}

// isAway tells a database that cannot be reached from one that refuses what it is asked.
func isAway(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return slices.ContainsFunc(awayStates, func(state string) bool { return strings.HasPrefix(refused.Code, state) })
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) || slices.ContainsFunc(lost, func(sign error) bool { return errors.Is(err, sign) }) {
		return true
	}
	var network net.Error // a context's end is one too, and says nothing of the database
	return errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded)
}

// The result codes of SQLite that say so; the driver itself is linked only by programs that use SQLite.
const (
	sqliteBusy   = 5
	sqliteLocked = 6
)

// isBusy reports whether SQLite's one writer was somebody else for longer than the busy time-out.
func isBusy(err error) bool {
	var refused interface {
		error
		Code() int
	}
	if !errors.As(err, &refused) {
		return false
	}
	const primary = 0xff // the rest of a result code refines it
	code := refused.Code() & primary
	return code == sqliteBusy || code == sqliteLocked
}
