package address_test

import (
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
