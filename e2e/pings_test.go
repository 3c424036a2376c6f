//go:build pings

package e2e

import (
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"

	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
)

// pings are those of two minutes, as gateways send them to know that a connection which nobody uses is there.
const pings = 12

// What `salaatflow new` writes lets a gateway ping it while nobody calls. Servers of several languages do not, unless they are told to:
// they end the connection after the third ping, and calls that come then fail.
func TestANewServiceAllowsPings(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for language, start := range newServices {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			tool, folder := "be_pinged_in_"+language, filepath.Join(t.TempDir(), "new")
			if got := runCLI(t, "new", "tool", tool, "--lang", language, "--dir", folder, "--gateway", platform.URL); got.code != 0 {
				t.Fatalf("%+v", got)
			}
			start(t, folder)
			platform.Eventually(t, "its tool is listed", func() bool { return listed(t, platform, tool) })
			server := tap(t, addressOf(t, platform, strings.ReplaceAll(tool, "_", "-")+"-svc"))
			conn, err := grpcclient.Dial(server.listener.Addr().String(), grpcclient.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.Connect()
			for i := range pings {
				select {
				case <-server.pinged:
				case why := <-server.ended:
					t.Fatalf("after %d pings it ends the connection: %s", i, why)
				case <-time.After(time.Minute):
					t.Fatalf("after %d there was no ping for a minute", i)
				}
			}
		})
	}
}

func addressOf(t *testing.T, platform *harness.Platform, service string) string {
	t.Helper()
	ctx := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	all, err := platform.RegistryClient(t).ListInstances(ctx, &registryv1.ListInstancesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, instance := range all.GetInstances() {
		if instance.GetService() == service {
			return instance.GetAddress()
		}
	}
	t.Fatalf("there is no %s among %v", service, all)
	return ""
}

// tapped passes connections on to a server, and tells of the pings of clients, and why the server ends a connection.
type tapped struct {
	listener net.Listener
	pinged   chan struct{}
	ended    chan string
}

func tap(t *testing.T, server string) *tapped {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	b := &tapped{listener: listener, pinged: make(chan struct{}, pings), ended: make(chan string, pings)}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // the test is over
			}
			there, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server)
			if err != nil {
				b.ended <- err.Error()
				return
			}
			go b.toServer(client, there)
			go b.toClient(there, client)
		}
	}()
	return b
}

func (b *tapped) toServer(client, server net.Conn) {
	defer server.Close()
	passed := io.TeeReader(client, server)
	if _, err := io.CopyN(io.Discard, passed, int64(len(http2.ClientPreface))); err != nil {
		return // the client has gone
	}
	for frames := http2.NewFramer(nil, passed); ; {
		frame, err := frames.ReadFrame()
		if err != nil {
			return
		}
		if ping, is := frame.(*http2.PingFrame); is && !ping.IsAck() {
			b.pinged <- struct{}{}
		}
	}
}

func (b *tapped) toClient(server, client net.Conn) {
	defer client.Close()
	for frames := http2.NewFramer(nil, io.TeeReader(server, client)); ; {
		frame, err := frames.ReadFrame()
		if err != nil {
			return // the server has gone, or the client
		}
		if gone, is := frame.(*http2.GoAwayFrame); is {
			b.ended <- gone.ErrCode.String() + " " + string(gone.DebugData())
		}
	}
}
