package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/salaatflow/platform/services/apperr"
)

// busy is what callers hear when another holds SQLite's one writer for too long.
const busy = "the data is busy with another change that takes long: try again in a moment"

// told is what callers hear of each fault: none shows a path, an address or a statement.
var told = map[Fault]string{
	Full: "the disk that keeps the data is full, so nothing was changed: " +
		"when whoever runs this has made room on it, try again",
	IO: "the disk that keeps the data fails to read or write: " +
		"try again later, and tell whoever runs this, who finds the reason in the log",
	ReadOnly: "the data can be read but not changed now, so nothing was changed: " +
		"try again in a moment, and if that does not help, tell whoever runs this",
	Corrupt: "the stored data is damaged, so nothing is changed until whoever runs this has restored it: " +
		"tell them, and try again after that",
	Away: "the data cannot be reached now: try again in a moment",
}

// toldOfCommit is what callers hear where nobody knows whether a transaction was committed.
var toldOfCommit = map[Fault]string{
	IO: "the disk that keeps the data failed while the change was being saved: " +
		"look whether it was made before you repeat it, and tell whoever runs this",
	Away: "the connection to the data was lost while the change was being saved: " +
		"look whether it was made before you repeat it",
}

// Classify makes an error that tells of a Fault, or of a database that is busy for too long, UNAVAILABLE, which callers may
// repeat. Any other error comes back as it is: repeating would not mend it. A nil error is nil.
func Classify(err error) error {
	var typed *apperr.Error
	if err == nil || errors.As(err, &typed) {
		return err
	}
	fault := faultOf(err)
	message := told[fault]
	if unknown, ok := toldOfCommit[fault]; ok && errors.Is(err, errCommit) {
		message = unknown
	}
	if isBusy(err) {
		message = busy
	}
	if message == "" {
		return err
	}
	return apperr.Unavailable("%s", message).WithCause(err)
}

// lost are the ways in which a connection ends under a statement.
var lost = []error{driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, net.ErrClosed, io.ErrUnexpectedEOF}

// isLost reports whether a server could not be connected to, or a connection to it ended.
func isLost(err error) bool {
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) || slices.ContainsFunc(lost, func(sign error) bool { return errors.Is(err, sign) }) {
		return true
	}
	var network net.Error // a context's end is one too, and says nothing of the database
	return errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded)
}
