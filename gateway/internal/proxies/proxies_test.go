package proxies_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/proxies"
)

// seen returns the address that a request seems to come from.
func seen(trusted proxies.Trusted, remote string, forwarded ...string) (address string) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = remote
	r.Header["X-Forwarded-For"] = forwarded
	trusted.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { address = r.RemoteAddr }), slog.New(slog.DiscardHandler)).
		ServeHTTP(httptest.NewRecorder(), r)
	return address
}

func TestWhoseAddressIsBelieved(t *testing.T) {
	trusted, err := proxies.Parse([]string{"10.0.0.0/8", "192.0.2.1", "2001:db8:ff::/48"})
	if err != nil {
		t.Fatal(err)
	}
	const proxy, stranger = "10.1.1.1:999", "203.0.113.9:999"
	for name, c := range map[string]struct {
		remote    string
		forwarded []string
		want      string
	}{
		"a client behind a proxy":           {proxy, []string{"198.51.100.7"}, "198.51.100.7:0"},
		"behind two":                        {proxy, []string{"198.51.100.7, 192.0.2.1"}, "198.51.100.7:0"},
		"in two lines":                      {proxy, []string{"198.51.100.7", "192.0.2.1"}, "198.51.100.7:0"},
		"what the client wrote itself":      {proxy, []string{"1.1.1.1, 198.51.100.7"}, "198.51.100.7:0"},
		"a proxy that the client wrote":     {proxy, []string{"10.9.9.9, 198.51.100.7"}, "198.51.100.7:0"},
		"with a port":                       {proxy, []string{"198.51.100.7:4711"}, "198.51.100.7:0"},
		"IPv6":                              {proxy, []string{"2001:db8:1::7"}, "[2001:db8:1::7]:0"},
		"IPv6 with brackets and a port":     {proxy, []string{"[2001:db8:1::7]:443"}, "[2001:db8:1::7]:0"},
		"IPv4 in IPv6":                      {"[::ffff:10.1.1.1]:999", []string{"::ffff:198.51.100.7"}, "198.51.100.7:0"},
		"a zone":                            {proxy, []string{"fe80::1%eth0"}, "[fe80::1]:0"},
		"an IPv6 proxy":                     {"[2001:db8:ff::1]:9", []string{"198.51.100.7"}, "198.51.100.7:0"},
		"a stranger's header":               {stranger, []string{"198.51.100.7"}, stranger},
		"no header":                         {proxy, nil, proxy},
		"an empty header":                   {proxy, []string{""}, proxy},
		"no address":                        {proxy, []string{"unknown"}, proxy},
		"no address before an address":      {proxy, []string{"unknown, 198.51.100.7"}, "198.51.100.7:0"},
		"no address before a trusted proxy": {proxy, []string{"unknown, 192.0.2.1"}, "192.0.2.1:0"},
		"only proxies":                      {proxy, []string{"10.2.2.2, 192.0.2.1"}, "10.2.2.2:0"},
		"thousands":                         {proxy, []string{strings.Repeat("10.2.2.2, ", 5000) + "198.51.100.7"}, "198.51.100.7:0"},
	} {
		if got := seen(trusted, c.remote, c.forwarded...); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := seen(nil, proxy, "198.51.100.7"); got != proxy {
		t.Errorf("without trusted proxies: %s", got)
	}
}

func TestAProxyThatNobodyNamedIsWarnedOfOnce(t *testing.T) {
	var log bytes.Buffer
	handler := proxies.Trusted(nil).Handler(http.NotFoundHandler(), slog.New(slog.NewTextHandler(&log, nil)))
	for _, remote := range []string{"203.0.113.9:999", "10.1.1.1:999", "10.1.1.1:999"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", "198.51.100.7")
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "10.1.1.1") {
		t.Errorf("the log says %s", log.String())
	}
}

func TestWhatIsNoProxy(t *testing.T) {
	for _, text := range []string{"", "proxy.example", "10.0.0.0/33", "fe80::1%eth0", "10.0.0.1:80", "::ffff:10.0.0.0/104"} {
		if _, err := proxies.Parse([]string{text}); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// FuzzForwarded: whatever the header says, the address is one, and nothing that a stranger's request says changes it.
func FuzzForwarded(f *testing.F) {
	for _, seed := range []string{"198.51.100.7", "a, b", "[::1]:1, 10.0.0.1", ",,,", "fe80::1%1"} {
		f.Add(seed)
	}
	trusted, err := proxies.Parse([]string{"10.0.0.0/8"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if got := seen(trusted, "192.0.2.1:5", header); got != "192.0.2.1:5" {
			t.Errorf("a stranger became %s", got)
		}
		if _, err := netip.ParseAddrPort(seen(trusted, "10.0.0.1:5", header)); err != nil {
			t.Error(err)
		}
	})
}
