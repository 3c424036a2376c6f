package kittest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
)

// Ports of FreeAddress are below those that systems give to whoever asks for any port (from 32768 on Linux), so that
// nobody is given one before the test's program binds it.
const firstPort, lastPort = 10_000, 32_767

// given are the ports that FreeAddress has returned.
var given sync.Map

// FreeAddress returns a loopback address on which nothing listens, for a program that must know its port before it starts.
// No two calls in one process return the same.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		port := strconv.Itoa(firstPort + rand.IntN(lastPort-firstPort+1))
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", port))
		if err != nil {
			continue // somebody has it
		}
		if err := listener.Close(); err != nil {
			t.Fatalf("kittest: %v", err)
		}
		if _, again := given.LoadOrStore(port, true); !again {
			return listener.Addr().String()
		}
	}
	t.Fatal("kittest: no free port was found")
	return ""
}
