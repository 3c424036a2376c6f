package address_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/address"
)

func TestWhatAnAddressIsReachableFrom(t *testing.T) {
	for hostport, want := range map[string]struct{ loopback, unspecified bool }{
		"127.0.0.1:9000":          {true, false},
		"127.9.9.9:0":             {true, false},
		"[::1]:9000":              {true, false},
		"[::ffff:127.0.0.1]:9000": {true, false},
		"localhost:9000":          {true, false},
		"LOCALHOST:9000":          {true, false},
		":9000":                   {false, true},
		"0.0.0.0:9000":            {false, true},
		"[::]:9000":               {false, true},
		"[::ffff:0.0.0.0]:9000":   {false, true},
		"10.0.0.1:9000":           {false, false},
		"localhost.example:9000":  {false, false},
		"127.0.0.1.example:9000":  {false, false},
		"registry:9000":           {false, false},
		"127.0.0.1":               {false, false},
		"":                        {false, false},
	} {
		if got := address.IsLoopback(hostport); got != want.loopback {
			t.Errorf("%q is loopback: %t", hostport, got)
		}
		if got := address.IsUnspecified(hostport); got != want.unspecified {
			t.Errorf("%q is unspecified: %t", hostport, got)
		}
	}
}

func TestAnAddressIsAHostAndAPort(t *testing.T) {
	for _, right := range []string{
		"127.0.0.1:8080", "[::1]:0", "[fe80::1%eth0]:80", ":9000", "0.0.0.0:65535", "localhost:1", "registry.svc.cluster.local:9000",
	} {
		if err := address.Check(right); err != nil {
			t.Error(err)
		}
	}
	for _, wrong := range []string{
		"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:http", "::1:80", "http://127.0.0.1:80",
		"127.0.0.1:80/x", "a b:80", " 127.0.0.1:80", "127.0.0.1:80 ", "user@host:80", "127.0.0.1:80,127.0.0.1:81",
	} {
		if err := address.Check(wrong); err == nil || !strings.Contains(err.Error(), "host:port") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
