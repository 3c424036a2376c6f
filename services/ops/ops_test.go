package ops_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/ops"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestTheDefaultAddressGivesWayAndAChosenOneDoesNot(t *testing.T) {
	taken, err := net.Listen("tcp", ops.DefaultAddress)
	if err == nil { // else somebody else has it, which is as good
		defer taken.Close()
	}
	var log bytes.Buffer
	listener, err := ops.Listen(t.Context(), ops.DefaultAddress, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if said := log.String(); !strings.Contains(said, "level=WARN") || !strings.Contains(said, "address="+listener.Addr().String()) {
		t.Errorf("that it serves elsewhere is told as %q", said)
	}
	defer listener.Close()
	if got := listener.Addr().String(); got == ops.DefaultAddress || !strings.HasPrefix(got, "127.0.0.1:") {
		t.Errorf("serves at %s", got)
	}
	_, err = ops.Listen(t.Context(), listener.Addr().String(), nil)
	if err == nil || !strings.Contains(err.Error(), "--ops-address") {
		t.Errorf("an address that was chosen and is taken: %v", err)
	}
	if none, err := ops.Listen(t.Context(), "", nil); none != nil || err != nil {
		t.Errorf("no address: %v, %v", none, err)
	}
}

func TestWhatIsServed(t *testing.T) {
	for name, c := range map[string]struct {
		profiles bool
		want     map[string]int
	}{
		"without profiles": {false, map[string]int{"/healthz": 200, "/readyz": 418, "/metrics": 200, "/debug/pprof/": 404, "/": 404}},
		"with profiles":    {true, map[string]int{"/debug/pprof/": 200, "/debug/pprof/goroutine": 200}},
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := ops.Listen(t.Context(), "127.0.0.1:0", slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			server := ops.Serve(ops.Options{
				Listener: listener, Profiles: c.profiles, Logger: slog.New(slog.DiscardHandler),
				Ready: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
			})
			for path, want := range c.want {
				if got := get(t, "http://"+server.Address()+path); got != want {
					t.Errorf("%s: %d, want %d", path, got, want)
				}
			}
			if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
	var none *ops.Server
	if none.Address() != "" || none.Stop(t.Context()) != nil {
		t.Error("a server that is none is somewhere")
	}
}

// A page in a browser whose name was rebound to this machine reads neither metrics nor profiles.
func TestOnLoopbackOnlyTheMachineIsServedByName(t *testing.T) {
	for _, c := range []struct {
		listen, host string
		want         int
	}{
		{"127.0.0.1:0", "", 200},
		{"127.0.0.1:0", "localhost:8081", 200},
		{"127.0.0.1:0", "evil.example:8081", 403},
		{"0.0.0.0:0", "node-7.example:8081", 200}, // the monitoring asks for it by its name
	} {
		listener, err := ops.Listen(t.Context(), c.listen, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		server := ops.Serve(ops.Options{
			Listener: listener, Profiles: true, Logger: slog.New(slog.DiscardHandler), Ready: http.NotFoundHandler(),
		})
		for _, path := range []string{"/healthz", "/metrics", "/debug/pprof/goroutine"} {
			if got := getAs(t, c.host, "http://"+server.Address()+path); got != c.want {
				t.Errorf("at %s, %s of %q: %d, want %d", c.listen, path, c.host, got, c.want)
			}
		}
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

func get(t *testing.T, url string) int {
	t.Helper()
	return getAs(t, "", url)
}

// getAs asks for a URL under the name of a host; empty is the URL's own.
func getAs(t *testing.T, host, url string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode
}
