package httphost_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/services/httphost"
)

func status(code int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
}

// A web page whose name was rebound to this machine is refused; who calls the machine by its own names is not.
func TestWhichHostsAreServed(t *testing.T) {
	var (
		open    httphost.Rule
		local   = httphost.Rule{Loopback: true}
		named   = httphost.Rule{Allowed: []string{"Gateway.example"}}
		locally = httphost.Rule{Loopback: true, Allowed: []string{"gateway.example"}}
	)
	for name, c := range map[string]struct {
		rule   httphost.Rule
		host   string
		served bool
	}{
		"any, without a rule":              {open, "evil.example", true},
		"127.0.0.1":                        {local, "127.0.0.1:8081", true},
		"another loopback address":         {local, "127.0.0.2", true},
		"::1":                              {local, "[::1]:8081", true},
		"::1 without a port":               {local, "[::1]", true},
		"localhost":                        {local, "LocalHost:8081", true},
		"no host":                          {local, "", true},
		"another name on loopback":         {local, "evil.example:8081", false},
		"a name that begins alike":         {local, "localhost.evil.example", false},
		"a name that looks like loopback":  {local, "127.0.0.1.evil.example", false},
		"another address on loopback":      {local, "10.0.0.1:8081", false},
		"an allowed name":                  {named, "gateway.example:443", true},
		"an allowed name in other letters": {named, "GATEWAY.example", true},
		"a name that is not allowed":       {named, "evil.example", false},
		"a loopback name, not allowed":     {named, "localhost", false},
		"no host, where names are allowed": {named, "", false},
		"an allowed name on loopback":      {locally, "gateway.example", true},
		"localhost beside an allowed name": {locally, "localhost", true},
	} {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Host = c.host
		c.rule.Check(status(http.StatusOK), status(http.StatusForbidden)).ServeHTTP(recorder, request)
		if served := recorder.Code == http.StatusOK; served != c.served {
			t.Errorf("%s: %q is served: %t", name, c.host, served)
		}
	}
}

func TestWhatMayBeAllowedIsAHost(t *testing.T) {
	for _, right := range []string{"tasks.example.org", "localhost", "TASKS.example.org.", "127.0.0.1", "::1", "xn--mgbh0fb.example", "a_b"} {
		if err := httphost.Check(right); err != nil {
			t.Error(err)
		}
	}
	for _, wrong := range []string{
		"", " ", "a b", "a,b", "https://tasks.example.org", "tasks.example.org:443", "[::1]", "tasks.example.org/", "*.example.org", "a..b",
		"-a", "مسجد.example",
	} {
		if httphost.Check(wrong) == nil {
			t.Errorf("%q is taken for a host", wrong)
		}
	}
}
