//go:build !unix

package redistest

import "errors"

type process struct{ ended chan struct{} }

func program() (string, error) { return "", errors.New("a Redis for tests is started on Unix only") }

func start(string, string) (*process, error) { _, err := program(); return nil, err }

func (*process) stop() error { return nil }
