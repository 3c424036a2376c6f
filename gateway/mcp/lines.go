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

// lines are the messages that a client writes on stdio, one a line. What is no message is answered, and the next is read.
type lines struct {
	in  *bufio.Reader
	out *messages
}

func newLines(in io.Reader, out *messages) *lines {
	return &lines{in: bufio.NewReader(in), out: out}
}

// next returns the next message.
func (l *lines) next() ([]byte, error) {
	for {
		line, tooLong, err := l.line()
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !tooLong) {
			return nil, err
		}
		line = bytes.TrimSpace(line)
		var id json.RawMessage
		var refused *jsonrpc.Error
		switch {
		case tooLong:
			refused = invalidRequest("a message has at most %d bytes", maxLine)
		case len(line) == 0:
			continue
		default:
			id, refused = checkLine(line)
		}
		if refused == nil {
			return line, nil
		}
		if err := l.out.write(encodeRefused(id, refused)); err != nil {
			return nil, err
		}
	}
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

// checkLine returns why a line is no message, and the id of the message if it has one. What is wrong with a batch the endpoint says.
func checkLine(line []byte) (id json.RawMessage, refused *jsonrpc.Error) {
	if malformed := checkBody(line); malformed != nil {
		return nil, malformed
	}
	if isBatch(line) {
		return nil, nil
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

// messages are those that go out on stdio, each a line that is written at once. It is safe for concurrent use.
type messages struct {
	mu  sync.Mutex
	out io.Writer
}

// write writes a message of JSON.
func (m *messages) write(message []byte) error {
	if bytes.ContainsAny(message, "\r\n") {
		var compact bytes.Buffer
		if err := json.Compact(&compact, message); err != nil {
			return err
		}
		message = compact.Bytes()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.out.Write(append(bytes.Clone(message), '\n'))
	return err
}

// Close closes the stream.
func (m *messages) Close() error {
	if closing, ok := m.out.(io.Closer); ok {
		return closing.Close()
	}
	return nil
}
