package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// RunIO serves one client on two streams, such as standard input and output, with the same answers as over HTTP. It
// returns nil when the input has ended and all requests are answered, or the context's error. It closes the streams that
// implement io.Closer. Options for HTTP have no effect.
func RunIO(ctx context.Context, options Options, in io.Reader, out io.Writer) error {
	options = options.withDefaults()
	handler, err := newHandler(options)
	if err != nil {
		return err
	}
	server := handler.server(options, nil)
	announcer := newAnnouncer(options, server)
	announcer.start()
	defer announcer.stop()
	written := newMessages(out)
	read := newLines(in, written)
	return server.Run(ctx, answering{&sdk.IOTransport{Reader: linesOf{read, readCloser(in)}, Writer: written}, read})
}

// linesOf closes what its lines come from.
type linesOf struct {
	*lines
	io.Closer
}

func readCloser(in io.Reader) io.ReadCloser {
	if closing, ok := in.(io.ReadCloser); ok {
		return closing
	}
	return io.NopCloser(in)
}

type writeCloser struct{ io.Writer }

func (w writeCloser) Close() error {
	if closing, ok := w.Writer.(io.Closer); ok {
		return closing.Close()
	}
	return nil
}

// answering is a transport whose input ends only when all requests are answered. Otherwise the SDK would drop the
// answers for a client that writes its requests and closes its end.
type answering struct {
	sdk.Transport
	read *lines
}

func (t answering) Connect(ctx context.Context) (sdk.Connection, error) {
	connection, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &answeringConnection{
		Connection: connection,
		answered:   make(chan struct{}, 1),
		closed:     make(chan struct{}),
		asked:      map[jsonrpc.ID]string{},
		read:       t.read,
	}, nil
}

type answeringConnection struct {
	sdk.Connection
	answered  chan struct{} // receives after an answer is written
	closed    chan struct{}
	closeOnce sync.Once

	read *lines

	mu    sync.Mutex
	asked map[jsonrpc.ID]string // methods
}

func (c *answeringConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.waitForAnswers()
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() && request.Method != methodListen {
		c.mu.Lock()
		c.asked[request.ID] = request.Method
		c.mu.Unlock()
	}
	return message, err
}

func (c *answeringConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	response, ok := message.(*jsonrpc.Response)
	if ok {
		c.agree(response)
	}
	err := c.Connection.Write(ctx, message)
	if ok {
		c.mu.Lock()
		delete(c.asked, response.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default: // a notification is already pending
		}
	}
	return err
}

// agree notes the version of the protocol, if a response agrees to it.
func (c *answeringConnection) agree(response *jsonrpc.Response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var result struct {
		Version string `json:"protocolVersion"`
	}
	if c.asked[response.ID] == methodInitialize && json.Unmarshal(response.Result, &result) == nil {
		c.read.agreed(result.Version)
	}
}

func (c *answeringConnection) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	return c.Connection.Close()
}

func (c *answeringConnection) waitForAnswers() {
	for c.unanswered() {
		select {
		case <-c.answered:
		case <-c.closed:
			return
		}
	}
}

func (c *answeringConnection) unanswered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked) > 0
}
