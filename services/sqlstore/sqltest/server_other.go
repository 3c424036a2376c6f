//go:build !unix

package sqltest

import "errors"

func start() (string, error) {
	return "", errors.New("a PostgreSQL server for tests is started on Unix only")
}
