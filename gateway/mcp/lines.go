package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxLine is the most bytes of a message on stdio.
const maxLine = 16 << 20

// lines are the messages that a client writes on stdio, one a line. The SDK ends the connection at the first that is not what it
// expects, so each is looked at before: what is no message is answered, and the next is read.
type lines struct {
	in   *bufio.Reader
	out  *messages
	left []byte // of the line that is read

	mu      sync.Mutex
	version string // of the protocol, empty before it is agreed
}

func newLines(in io.Reader, out *messages) *lines {
	return &lines{in: bufio.NewReader(in), out: out}
}

// agreed notes the version of the protocol.
func (l *lines) agreed(version string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.version = version
}

// Read reads messages that the SDK accepts.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.left) == 0 {
		line, err := l.next()
		if err != nil {
			return 0, err
		}
		l.left = line
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}

// next returns the next line, with its end, if the SDK accepts it, and else nothing.
func (l *lines) next() ([]byte, error) {
	line, tooLong, err := l.line()
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !tooLong) {
		return nil, err
	}
	line = bytes.TrimRight(line, "\r\n")
	if len(bytes.TrimLeft(line, " \t")) == 0 && !tooLong {
		return nil, nil
	}
	if tooLong {
		return nil, l.out.refuse(nil, invalidRequest("a message has at most %d bytes", maxLine))
	}
	if malformed := checkBody(line); malformed != nil {
		return nil, l.out.refuse(nil, malformed)
	}
	if id, refused := l.check(line); refused != nil {
		return nil, l.out.refuse(id, refused)
	}
	return append(l.out.keep(line), '\n'), nil
}

// line reads a line. Of one that is too long, it reads the end and returns nothing.
func (l *lines) line() (line []byte, tooLong bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// check returns why the SDK would not accept a line of valid JSON, and the id of the message if it has one.
func (l *lines) check(line []byte) (id json.RawMessage, refused *jsonrpc.Error) {
	if isBatch(line) {
		return nil, l.checkBatch(line)
	}
	var read message
	_ = json.Unmarshal(line, &read) // the rest is read below
	if read.ID != nil && !isID(read.ID) {
		return nil, invalidRequest("the id of a request must be a text or a number")
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return read.ID, invalidRequest(`the text is no message: it needs "jsonrpc": "2.0", and a method, a result or an error`)
	}
	return nil, nil
}

func (l *lines) checkBatch(line []byte) *jsonrpc.Error {
	l.mu.Lock()
	version := l.version
	l.mu.Unlock()
	if version == "" {
		version = firstModern // which refuses it, as do all that are not yet agreed
	}
	if refused := checkBatch(line, version); refused != nil {
		return refused
	}
	var each []json.RawMessage
	_ = json.Unmarshal(line, &each) // it is a valid array
	seen := map[jsonrpc.ID]bool{}
	for _, one := range each {
		decoded, err := jsonrpc.DecodeMessage(one)
		if err != nil {
			return invalidRequest(`the batch has what is no message: each needs "jsonrpc": "2.0", and a method, a result or an error`)
		}
		request, ok := decoded.(*jsonrpc.Request)
		if !ok || !request.IsCall() {
			continue
		}
		if seen[request.ID] {
			return invalidRequest("the batch has two requests with the id %v", request.ID.Raw())
		}
		seen[request.ID] = true
	}
	return nil
}

// messages are those that go out on stdio, each written at once. It is safe for concurrent use.
type messages struct {
	mu  sync.Mutex
	out io.WriteCloser
	ids ids
	odd []pair // of the latest ids that the SDK cannot keep
}

// mostOdd is how many ids that the SDK cannot keep are remembered. Their requests are answered long before so many more come.
const mostOdd = 1000

func newMessages(out io.Writer) *messages {
	return &messages{out: writeCloser{out}, ids: newIDs()}
}

// keep returns a message with ids that the SDK keeps.
func (m *messages) keep(line []byte) []byte {
	kept, pairs := m.ids.replace(line)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.odd = append(m.odd, pairs...)
	m.odd = m.odd[max(0, len(m.odd)-mostOdd):]
	return kept
}

// Write writes whole messages, with the ids that the client gave.
func (m *messages) Write(text []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.out.Write(restored(text, m.odd)); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (m *messages) refuse(id json.RawMessage, refused *jsonrpc.Error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.out.Write(append(encodeRefused(id, refused), '\n'))
	return err
}

// Close closes the stream.
func (m *messages) Close() error { return m.out.Close() }
