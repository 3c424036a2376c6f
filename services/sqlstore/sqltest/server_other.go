//go:build !unix

package sqltest

import "errors"

func start() (server, error) {
	return server{}, errors.New("a PostgreSQL server for tests is started on Unix only")
}
