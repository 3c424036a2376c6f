package sqlstore

import (
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Fault is a kind of failure of what holds a database. Callers of a service hear of each as UNAVAILABLE.
type Fault string

// The faults there are.
const (
	// Full is a disk without room, or a quota or limit that is reached. It ends when there is room again.
	Full Fault = "full"
	// IO is a disk that fails to read or write, or a file that cannot be opened.
	IO Fault = "io"
	// ReadOnly is a file system, or a server, that takes no changes now.
	ReadOnly Fault = "read_only"
	// Corrupt is damage to what is stored. Only a restart ends it.
	Corrupt Fault = "corrupt"
	// Away is a server that cannot be reached, or that starts, stops or has no connection left.
	Away Fault = "unreachable"
)

// Faults returns every kind of fault.
func Faults() []Fault { return []Fault{Full, IO, ReadOnly, Corrupt, Away} }

// The result codes of SQLite; the driver itself is linked only by programs that use SQLite.
const (
	sqlitePerm     = 3
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteReadOnly = 8
	sqliteIOErr    = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26

	// sqliteIndexSize is an I/O error: there is no room for the index of the log.
	sqliteIndexSize = sqliteIOErr | 19<<8
)

var sqliteFaults = map[int]Fault{
	sqliteFull:     Full,
	sqliteIOErr:    IO,
	sqliteCantOpen: IO,
	sqlitePerm:     IO,
	sqliteReadOnly: ReadOnly,
	sqliteCorrupt:  Corrupt,
	sqliteNotADB:   Corrupt,
}

// stateFaults are the SQLSTATEs of PostgreSQL that say so: whole, or by class (two characters).
var stateFaults = []struct {
	state string
	fault Fault
}{
	{"53100", Full},
	{"25006", ReadOnly}, // a standby that has not taken over yet, or a server that is set so
	{"58", IO},          // system errors
	{"XX001", Corrupt},
	{"XX002", Corrupt},
	{"08", Away},    // connection exceptions
	{"53300", Away}, // too many connections
	{"57P01", Away}, // an administrator ends it
	{"57P02", Away}, // it crashed
	{"57P03", Away}, // it is starting, stopping or recovering
}

// faultOf returns the fault that an error tells of; "" for any other error, and for nil.
func faultOf(err error) Fault {
	if err == nil {
		return ""
	}
	if errors.Is(err, errDamaged) {
		return Corrupt
	}
	if code, ok := sqliteCode(err); ok {
		if code == sqliteIndexSize {
			return Full
		}
		return sqliteFaults[code&primary]
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return faultOfState(refused.Code)
	}
	if isLost(err) {
		return Away
	}
	return ""
}

func faultOfState(state string) Fault {
	for _, known := range stateFaults {
		if strings.HasPrefix(state, known.state) {
			return known.fault
		}
	}
	return ""
}

// primary are the bits of a result code that the rest refines.
const primary = 0xff

// sqliteCode returns the result code of SQLite that an error has.
func sqliteCode(err error) (code int, ok bool) {
	var refused interface {
		error
		Code() int
	}
	if !errors.As(err, &refused) {
		return 0, false
	}
	return refused.Code(), true
}

// isBusy reports whether SQLite's one writer was somebody else for longer than the busy time-out.
func isBusy(err error) bool {
	code, ok := sqliteCode(err)
	return ok && slices.Contains([]int{sqliteBusy, sqliteLocked}, code&primary)
}
