package http2attack

import (
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/net/http2"

	"github.com/salaatflow/platform/gateway"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// door is a port that is attacked.
type door struct {
	name, address string
	secure        bool
	request       [][2]string // the headers of a request that it answers
	body          []byte      // of that request
	status        field       // of its answer
	others        func(t *testing.T) error
	stop          func()
}

// doors starts the gateway's HTTPS port and a service's gRPC port.
func doors(t *testing.T) []door {
	t.Helper()
	return []door{gatewayDoor(t), registryDoor(t)}
}

func gatewayDoor(t *testing.T) door {
	t.Helper()
	files := mtlstest.NewAuthority(t).For("gateway")
	c := gateway.DefaultConfig()
	c.HTTP, c.OpsAddress, c.Registry, c.Auth = "127.0.0.1:0", "", kittest.FreeAddress(t), "dev"
	c.HTTPTLS.Cert, c.HTTPTLS.Key, c.DrainDelay, c.LogOutput = files.Cert, files.Key, 0, io.Discard
	started := make(chan *gateway.Gateway, 1)
	stop := run(t, gateway.Module(c, func(g *gateway.Gateway) { started <- g }))
	address := (<-started).Addr().String()
	client := &http.Client{Timeout: eventTimeout, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true, // the certificate is not what is tested
	}}
	t.Cleanup(client.CloseIdleConnections)
	return door{
		name: "gateway", address: address, secure: true, stop: stop, body: []byte(`{"intent":"x"}`), status: field{":status", "200"},
		request: [][2]string{
			{":method", "POST"}, {":scheme", "https"}, {":authority", address}, {":path", "/api/v1/intents/map"},
			{"content-type", "application/json"},
		},
		others: func(t *testing.T) error {
			answer, err := client.Post("https://"+address+"/api/v1/intents/map", "application/json", strings.NewReader(`{"intent":"x"}`))
			if err != nil {
				return err
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 {
				t.Errorf("others get %s %s", answer.Proto, answer.Status)
			}
			return nil
		},
	}
}

func registryDoor(t *testing.T) door {
	t.Helper()
	c := registrysvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.LogOutput, c.SettlingTime = io.Discard, time.Millisecond
	stop := run(t, registrysvc.Module(c))
	client := registryv1.NewRegistryServiceClient(kittest.Dial(t, c.ListenAddress))
	list := func(t *testing.T) error {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
		defer cancel()
		_, err := client.ListTools(ctx, &registryv1.ListToolsRequest{})
		return err
	}
	kittest.Within(t, eventTimeout, "the registry answers", func() bool { return list(t) == nil })
	return door{
		name: "gRPC", address: c.ListenAddress, stop: stop, others: list,
		body: make([]byte, 5), status: field{"grpc-status", "0"}, // an empty message
		request: [][2]string{
			{":method", "POST"}, {":scheme", "http"}, {":authority", c.ListenAddress},
			{":path", registryv1.RegistryService_ListTools_FullMethodName}, {"te", "trailers"}, {"content-type", "application/grpc"},
		},
	}
}

// run starts a module, and returns what stops it before the end of the test.
func run(t *testing.T, module kit.Module) (stop func()) {
	t.Helper()
	app, err := kit.NewApp(module)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		if err := app.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// CVE-2023-44487: streams that are opened and taken back at once. Whether or not the server ends the connection, it has no more work
// under way than it allows, and others are answered.
func TestRapidResetTakesNothingFromOthers(t *testing.T) {
	const streams = 10_000
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			a := attack(t, d)
			most := <-a.settings
			peak := 0
			for i := range uint32(streams) {
				id := 2*i + 1
				if a.open(id, false) != nil || a.reset(id) != nil {
					break // it was thrown out
				}
				if i%100 == 0 {
					peak = max(peak, runtime.NumGoroutine())
				}
				if i%2000 == 0 {
					if err := d.others(t); err != nil {
						t.Errorf("after %d streams others get %v", i, err)
					}
				}
			}
			if err := d.others(t); err != nil {
				t.Errorf("afterwards others get %v", err)
			}
			if under := peak - before; under > 3*int(most)+100 {
				t.Errorf("%d goroutines were at work for it, and %d streams are allowed", under, most)
			}
		})
	}
}

// Who opens more streams than are allowed, and ends none, is refused those above.
func TestMoreStreamsThanAllowedAreRefused(t *testing.T) {
	const above = 100
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			a := attack(t, d)
			most := <-a.settings
			if most == 0 || most > 1024 {
				t.Fatalf("it allows %d streams at once", most)
			}
			for i := range most {
				if err := a.open(2*i+1, false); err != nil {
					t.Fatal(err)
				}
			}
			a.seen()
			if n := a.streamsRefused(); n > 0 {
				t.Errorf("of the %d streams that are allowed, %d are refused", most, n)
			}
			for i := range uint32(above) {
				if err := a.open(2*(most+i)+1, false); gone(err) {
					break
				}
			}
			kittest.Within(t, eventTimeout, "the streams above are refused", func() bool {
				select {
				case <-a.ended:
					return true
				default:
					return a.streamsRefused() >= above
				}
			})
			if err := d.others(t); err != nil {
				t.Errorf("others get %v", err)
			}
		})
	}
}

// CVE-2023-45288: headers that go on without an end. The server ends the connection before it has read much.
func TestHeadersWithoutAnEndAreCutOff(t *testing.T) {
	const most = 64 << 20 // bytes
	fragment := make([]byte, 16<<10)
	for i := range fragment { // literal fields without a name in the table, one after the other
		fragment[i] = [4]byte{0, 1, 'x', 0}[i%4]
	}
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			a := attack(t, d)
			<-a.settings
			var sent int
			err := a.write(func() error {
				if err := a.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: fragment}); err != nil {
					return err
				}
				for sent = len(fragment); sent < most; sent += len(fragment) {
					if err := a.frames.WriteContinuation(1, false, fragment); err != nil {
						return err
					}
				}
				return nil
			})
			if !gone(err) {
				t.Errorf("after %d bytes of headers the connection stands: %v", sent, err)
			}
			if err := d.others(t); err != nil {
				t.Errorf("others get %v", err)
			}
		})
	}
}

// A call whose body is still on its way when the server stops is answered, after the GOAWAY and before the connection ends.
func TestACallInFlightIsAnsweredWhileItsServerStops(t *testing.T) {
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			a := attack(t, d)
			<-a.settings
			if err := a.open(1, false); err != nil {
				t.Fatal(err)
			}
			a.seen()
			stopped := make(chan struct{})
			go func() { defer close(stopped); d.stop() }()
			<-a.ended
			a.counted.Lock()
			goAway := a.goAway
			a.counted.Unlock()
			if goAway == nil || *goAway != http2.ErrCodeNo {
				t.Errorf("it ends with %v, want GOAWAY without an error", goAway)
			}
			if err := a.write(func() error { return a.frames.WriteData(1, true, d.body) }); err != nil {
				t.Fatal(err)
			}
			if got := a.answered(d.status.name); got != d.status.value {
				t.Errorf("the call in flight is answered with %s %s, want %s", d.status.name, got, d.status.value)
			}
			<-stopped
		})
	}
}

// Who begins a block of headers, and sends the rest of it byte after byte, is thrown out within a minute, however long it goes on.
// Others are served meanwhile.
func TestHeadersThatComeSlowlyAreCutOff(t *testing.T) {
	t.Parallel()
	const attackers, slowly = 50, time.Second
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			var slow []*attacker
			for range attackers {
				a := attack(t, d)
				<-a.settings
				if err := a.conn.SetDeadline(time.Now().Add(5 * eventTimeout)); err != nil {
					t.Fatal(err)
				}
				err := a.write(func() error {
					return a.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte{0, 1, 'x', 1, 'y'}})
				})
				if err != nil {
					t.Fatal(err)
				}
				slow = append(slow, a)
			}
			if err := d.others(t); err != nil {
				t.Errorf("others get %v", err)
			}
			ticker := time.NewTicker(slowly)
			defer ticker.Stop()
			began := time.Now()
			for more := []byte{0, 1, 'x', 1, 'y'}; len(slow) > 0; {
				<-ticker.C
				still := slow[:0]
				for _, a := range slow {
					if !gone(a.write(func() error { return a.frames.WriteContinuation(1, false, more[:1]) })) {
						still = append(still, a)
					}
				}
				slow, more = still, append(more[1:], more[0])
				if took := time.Since(began); took > 4*eventTimeout {
					t.Fatalf("after %s, %d of %d are still there", took, len(slow), attackers)
				}
			}
			if err := d.others(t); err != nil {
				t.Errorf("afterwards others get %v", err)
			}
		})
	}
}

// A server that stops says so by GOAWAY, so that clients go elsewhere with their next call and none is lost.
func TestAStopIsSaidByGoAway(t *testing.T) {
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			a := attack(t, d)
			<-a.settings
			d.stop()
			<-a.ended
			a.counted.Lock()
			defer a.counted.Unlock()
			if a.goAway == nil || *a.goAway != http2.ErrCodeNo {
				t.Errorf("it ended with %v, want GOAWAY without an error", a.goAway)
			}
		})
	}
}
