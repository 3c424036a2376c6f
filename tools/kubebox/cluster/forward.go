package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// forward passes connections at a listener of this machine, which is file 3 of the process, to the API server. The nodes
// have no link to the machine's own network, so this is the only way in, and it leads to loopback.
func forward() error {
	door, err := net.FileListener(os.NewFile(3, "listener"))
	if err != nil {
		return err
	}
	dial, err := dialerIn(namespacePath(1))
	if err != nil {
		return err
	}
	for {
		client, err := door.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer func() { _ = client.Close() }() // it may have hung up
			server, err := dial(apiAddress + ":6443")
			if err != nil {
				return // the client sees the end of the connection, and tries again
			}
			pass(client, server)
		}()
	}
}

// pass copies both ways until either side has ended.
func pass(client, server net.Conn) {
	go func() {
		_, _ = io.Copy(server, client) // either side may hang up
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
	_ = server.Close()
}

// dialerIn returns a function that connects from within a network namespace. A thread belongs to one namespace, and a
// socket to that of the thread that made it, so one thread goes there and makes all of them.
func dialerIn(namespace string) (func(address string) (net.Conn, error), error) {
	type answer struct {
		connection net.Conn
		err        error
	}
	type request struct {
		address string
		answer  chan answer
	}
	requests, entered := make(chan request), make(chan error)
	go func() {
		runtime.LockOSThread() // for good: the thread is of no other use
		err := setNamespace(namespace)
		entered <- err
		if err != nil {
			return
		}
		for r := range requests {
			connection, err := net.Dial("tcp", r.address)
			r.answer <- answer{connection, err}
		}
	}()
	if err := <-entered; err != nil {
		return nil, err
	}
	return func(address string) (net.Conn, error) {
		r := request{address, make(chan answer)}
		requests <- r
		a := <-r.answer
		return a.connection, a.err
	}, nil
}

func setNamespace(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // read only
	if err := unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
