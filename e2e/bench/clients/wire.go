package clients

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// patience is how much longer than ordered it may take, so that a program that hangs fails the benchmark.
const patience = 30 * time.Second

// caller is a connection on which a request is repeated.
type caller struct {
	request  Request
	conn     net.Conn
	in       *bufio.Reader
	out      []byte // the request
	numberAt int    // where its number is, or -1
	number   int64
	body     []byte // of the last answer
}

// dial connects the caller with this index.
func dial(ctx context.Context, order Order, index int) (*caller, error) {
	r := order.Request
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", r.Address)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(order.For + patience)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: %s\r\n", r.Method, r.Path, r.Address)
	for _, h := range r.Header {
		fmt.Fprintf(&out, "%s: %s\r\n", h[0], h[1])
	}
	if r.Body != "" {
		fmt.Fprintf(&out, "Content-Length: %d\r\n", len(r.Body))
	}
	fmt.Fprintf(&out, "\r\n%s", r.Body)
	c := &caller{request: r, conn: conn, in: bufio.NewReaderSize(conn, 64<<10), out: []byte(out.String())}
	first, _ := strconv.ParseInt(Number, 10, 64) // a constant
	const callsOfOne = 10_000_000
	c.number, c.numberAt = first+int64(index)*callsOfOne, bytes.LastIndex(c.out, []byte(Number))
	return c, nil
}

// call makes a call, and fails unless the answer is the one that is expected.
func (c *caller) call() error {
	if c.numberAt >= 0 {
		c.number++
		strconv.AppendInt(c.out[:c.numberAt], c.number, 10)
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	status, err := c.receive()
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.request.Method, c.request.Path, err)
	}
	return c.request.valid(status, c.body)
}

// receive reads an answer, and returns its status.
func (c *caller) receive() (status int, err error) {
	line, err := c.line()
	if err != nil {
		return 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, fmt.Errorf("no answer of HTTP: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, fmt.Errorf("no answer of HTTP: %q", line)
	}
	length, chunked := -1, false
	for {
		if line, err = c.line(); err != nil {
			return 0, err
		}
		if len(line) == 0 {
			break
		}
		switch name, value, _ := bytes.Cut(line, []byte(":")); {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.EqualFold(bytes.TrimSpace(value), []byte("chunked"))
		}
	}
	c.body = c.body[:0]
	switch {
	case chunked:
		return status, c.chunks()
	case length < 0:
		return status, errors.New("the answer has no length")
	default:
		return status, c.read(length)
	}
}

// chunks reads a body that comes in chunks, without trailers.
func (c *caller) chunks() error {
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(string(line), 16, 31)
		if err != nil {
			return err
		}
		if err := c.read(int(n)); err != nil {
			return err
		}
		if line, err = c.line(); err != nil || len(line) != 0 {
			return errors.Join(err, fmt.Errorf("a chunk ends with %q", line))
		}
		if n == 0 {
			return nil
		}
	}
}

// read adds n bytes to the body.
func (c *caller) read(n int) error {
	at := len(c.body)
	c.body = slices.Grow(c.body, n)[:at+n]
	_, err := io.ReadFull(c.in, c.body[at:])
	return err
}

// line reads a line, without its end. It is valid until the next one.
func (c *caller) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}
