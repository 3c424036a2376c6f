//go:build !unix

package sqltest

import "errors"

type ownServer struct{}

var errUnix = errors.New("a PostgreSQL server for tests is started on Unix only")

func newOwnServer() (ownServer, error) { return ownServer{}, errUnix }
func (*ownServer) url() string         { return "" }
func (*ownServer) start() error        { return errUnix }
func (*ownServer) stop() error         { return errUnix }
func (*ownServer) remove() error       { return errUnix }
func (*ownServer) freeze() error       { return errUnix }
func (*ownServer) thaw() error         { return errUnix }
