package http2attack

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// eventTimeout bounds what a test waits for.
const eventTimeout = time.Minute

// attacker is a connection on which frames are written by hand.
type attacker struct {
	t      *testing.T
	door   door
	conn   net.Conn
	frames *http2.Framer
	mu     sync.Mutex // of writing

	settings chan uint32   // the streams that the server allows at once
	pongs    chan struct{} // the server's answers to pings
	answers  chan field    // the headers and trailers of its answers, as far as somebody asks for them
	ended    chan struct{} // closed when the server has ended the connection, or said that it does

	// Of reading, complete when ended is closed or read under counted:
	counted sync.Mutex
	refused int // streams that the server has reset
	goAway  *http2.ErrCode
}

// field is a header or a trailer of an answer.
type field struct{ name, value string }

// attack connects, and reads what the server says until it ends.
func attack(t *testing.T, d door) *attacker {
	t.Helper()
	var conn net.Conn
	var err error
	dialer := net.Dialer{Timeout: eventTimeout}
	if d.secure {
		insecure := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}} // it does not ask whom it attacks
		conn, err = (&tls.Dialer{NetDialer: &dialer, Config: insecure}).DialContext(t.Context(), "tcp", d.address)
	} else {
		conn, err = dialer.DialContext(t.Context(), "tcp", d.address)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := &attacker{
		t: t, door: d, conn: conn, frames: http2.NewFramer(conn, conn), settings: make(chan uint32, 1),
		pongs: make(chan struct{}, 1), answers: make(chan field, 64), ended: make(chan struct{}),
	}
	a.frames.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if err := conn.SetDeadline(time.Now().Add(eventTimeout)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := a.frames.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); a.read() }()
	t.Cleanup(func() { _ = conn.Close(); <-done })
	return a
}

// read counts what the server says. It answers its settings and pings, as whoever wants to stay connected does.
func (a *attacker) read() {
	end := sync.OnceFunc(func() { close(a.ended) })
	defer end()
	for {
		frame, err := a.frames.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				most, _ := frame.Value(http2.SettingMaxConcurrentStreams)
				select {
				case a.settings <- most:
				default:
				}
				_ = a.write(func() error { return a.frames.WriteSettingsAck() })
			}
		case *http2.PingFrame:
			if !frame.IsAck() {
				_ = a.write(func() error { return a.frames.WritePing(true, frame.Data) })
				continue
			}
			select {
			case a.pongs <- struct{}{}:
			default:
			}
		case *http2.MetaHeadersFrame:
			for _, f := range frame.Fields {
				select {
				case a.answers <- field{f.Name, f.Value}:
				default:
				}
			}
		case *http2.RSTStreamFrame:
			a.counted.Lock()
			a.refused++
			a.counted.Unlock()
		case *http2.GoAwayFrame:
			a.counted.Lock()
			a.goAway = &frame.ErrCode
			a.counted.Unlock()
			end()
		}
	}
}

func (a *attacker) write(frames func() error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return frames()
}

// open opens a stream with a request, which goes on unless it ends here.
func (a *attacker) open(id uint32, ends bool) error {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0) // each block stands alone
	for _, field := range a.door.request {
		if err := encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}); err != nil {
			return err
		}
	}
	return a.write(func() error {
		return a.frames.WriteHeaders(http2.HeadersFrameParam{
			StreamID: id, BlockFragment: block.Bytes(), EndHeaders: true, EndStream: ends,
		})
	})
}

// seen waits until the server has read all that was written before.
func (a *attacker) seen() {
	a.t.Helper()
	if err := a.write(func() error { return a.frames.WritePing(false, [8]byte{}) }); err != nil {
		a.t.Fatal(err)
	}
	select {
	case <-a.pongs:
	case <-time.After(eventTimeout):
		a.t.Fatal("the server does not answer a ping")
	}
}

// answered waits until an answer has a field, and returns its value.
func (a *attacker) answered(name string) string {
	a.t.Helper()
	timeout := time.After(eventTimeout)
	for {
		select {
		case f := <-a.answers:
			if f.name == name {
				return f.value
			}
		case <-timeout:
			a.t.Fatalf("no answer has %s", name)
		}
	}
}

// reset takes a stream back.
func (a *attacker) reset(id uint32) error {
	return a.write(func() error { return a.frames.WriteRSTStream(id, http2.ErrCodeCancel) })
}

// streamsRefused returns how many streams the server has reset until now.
func (a *attacker) streamsRefused() int {
	a.counted.Lock()
	defer a.counted.Unlock()
	return a.refused
}

// gone reports whether an error of writing says that the server has closed the connection, and not that it let it wait.
func gone(err error) bool {
	var timeout net.Error
	return err != nil && (!errors.As(err, &timeout) || !timeout.Timeout())
}
