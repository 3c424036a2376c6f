package mcp

import (
	"context"
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
	server := handler.server(options)
	announcer := newAnnouncer(options, server)
	announcer.start()
	defer announcer.stop()
	return server.Run(ctx, answering{&sdk.IOTransport{Reader: readCloser(in), Writer: writeCloser{out}}})
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
type answering struct{ sdk.Transport }

func (t answering) Connect(ctx context.Context) (sdk.Connection, error) {
	connection, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &answeringConnection{
		Connection: connection,
		answered:   make(chan struct{}, 1),
		closed:     make(chan struct{}),
		asked:      map[jsonrpc.ID]bool{},
	}, nil
}

type answeringConnection struct {
	sdk.Connection
	answered  chan struct{} // receives after an answer is written
	closed    chan struct{}
	closeOnce sync.Once

	mu    sync.Mutex
	asked map[jsonrpc.ID]bool
}

func (c *answeringConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.waitForAnswers()
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() && request.Method != methodListen {
		c.mu.Lock()
		c.asked[request.ID] = true
		c.mu.Unlock()
	}
	return message, err
}

func (c *answeringConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, ok := message.(*jsonrpc.Response); ok {
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
