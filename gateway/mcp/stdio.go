package mcp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Remote is an MCP endpoint over HTTP, to which RunIO forwards. URL and Do are required.
type Remote struct {
	// URL is that of the endpoint.
	URL string
	// Do sends a request as its caller. The error says what to do about an endpoint that cannot be reached.
	Do func(*http.Request) (*http.Response, error)
	// Clock schedules what is tried again. Nil means the system's.
	Clock clock.Clock
	// Logger receives the losses and recoveries of the endpoint. Nil discards them.
	Logger *slog.Logger
}

// RunIO connects a client on two streams, such as standard input and output, with an endpoint over HTTP. Each message goes on as it
// is, whatever it says, so that the client has what the endpoint has: in either era, questions, progress and subscriptions too. What
// the endpoint forgets when it restarts is told again. It returns nil when the input has ended and all requests are answered, or the
// context's error. It closes the streams that implement io.Closer.
func RunIO(ctx context.Context, remote Remote, in io.Reader, out io.Writer) error {
	remote.Clock = clock.OrSystem(remote.Clock)
	if remote.Logger == nil {
		remote.Logger = slog.New(slog.DiscardHandler)
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	b := newBridge(remote, out)
	read := newLines(in, b.out)
	incoming, failed := make(chan []byte), make(chan error, 1)
	go func() {
		defer close(incoming)
		for {
			line, err := read.next()
			if err != nil {
				failed <- err
				return
			}
			select {
			case incoming <- line:
			case <-within.Done():
				return
			}
		}
	}()
	defer b.close(ctx, cancel, in)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more := <-incoming:
			if more {
				b.forward(within, line)
				continue
			}
			b.inputEnded(within)
			b.calling.Wait()
			select {
			case err := <-failed:
				if !errors.Is(err, io.EOF) {
					return err
				}
			case <-ctx.Done():
			}
			return ctx.Err()
		}
	}
}

// endWithin bounds what is said at the end.
const endWithin = 5 * time.Second

// close ends what is still open, and the session, and closes the streams.
func (b *bridge) close(ctx context.Context, cancel context.CancelFunc, in io.Reader) {
	cancel()
	b.calling.Wait()
	b.following.Wait()
	ending, done := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer done()
	b.endSession(ending)
	if closing, ok := in.(io.Closer); ok {
		_ = closing.Close() // nothing more is read
	}
	_ = b.out.Close() // whoever reads it has what was written
}
