package client

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/toolresult"
)

// How often the catalogue is asked for: seldom while the gateway tells of changes, often while it does not.
const (
	watchedInterval   = time.Minute
	unwatchedInterval = 3 * time.Second
)

// RemoteOptions are how a Remote behaves. The zero value is useful.
type RemoteOptions struct {
	// User is whom calls are made as; 0 means nobody.
	User int32
	// Logger gets the comings and goings of the gateway; nil means nothing is logged.
	Logger *slog.Logger
	// Clock times the asking; nil means the system's.
	Clock clock.Clock
}

// Remote is the catalogue of a gateway elsewhere, as an mcp.Backend. It keeps the tools it last knew while the gateway
// cannot be reached; calls then answer NETWORK_ERROR.
type Remote struct {
	RemoteOptions
	client *Client

	changed chan struct{} // the gateway told of a change

	mu    sync.Mutex
	tools []*mcp.Tool
	lost  bool // the gateway could not be asked last time

	subscribers broadcast.Broadcaster
}

var _ mcp.Backend = (*Remote)(nil)

// NewRemote asks the gateway for its tools, and fails when it cannot be reached.
func NewRemote(ctx context.Context, client *Client, options RemoteOptions) (*Remote, error) {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Clock == nil {
		options.Clock = clock.System()
	}
	r := &Remote{RemoteOptions: options, client: client, changed: make(chan struct{}, 1)}
	if err := r.refresh(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// Tools answers the tools last known.
func (r *Remote) Tools() []*mcp.Tool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tools
}

// Call calls the tool through the gateway.
func (r *Remote) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	result, err := r.client.Call(ctx, name, arguments, r.User)
	if errors.Is(err, context.Canceled) {
		return toolresult.FromError(apperr.From(err))
	}
	if err != nil {
		return toolresult.FromError(apperr.Unavailable("%v", err))
	}
	return result
}

// Subscribe returns a channel that has a value whenever Tools may have changed, beginning with one at once.
func (r *Remote) Subscribe() (changed <-chan struct{}, cancel func()) {
	return r.subscribers.Subscribe()
}

// Run follows the gateway's catalogue until the context is done: by the changes that the gateway tells of over MCP, and
// by asking now and then.
func (r *Remote) Run(ctx context.Context) {
	for ctx.Err() == nil {
		r.watch(ctx)
		r.refreshOrLog(ctx)
		select {
		case <-ctx.Done():
		case <-r.Clock.After(unwatchedInterval):
		}
	}
}

// watch refreshes the tools whenever the gateway tells of a change, for as long as it does.
func (r *Remote) watch(ctx context.Context) {
	session, err := r.connect(ctx)
	if err != nil {
		return // asking will tell why
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = session.Wait() // asking will tell why
	}()
	defer func() {
		_ = session.Close() // it is over either way
		<-ended
	}()
	for {
		r.refreshOrLog(ctx) // at first, because what changed before the session began was not told
		select {
		case <-ctx.Done():
			return
		case <-ended:
			return
		case <-r.changed:
		case <-r.Clock.After(watchedInterval):
		}
	}
}

// connect opens a session in which the gateway tells of changes. It is one of the older protocol era, whose stream,
// unlike that of the newer, is seen to fail.
func (r *Remote) connect(ctx context.Context) (*sdk.ClientSession, error) {
	watcher := sdk.NewClient(&sdk.Implementation{Name: "salaatflow-remote", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case r.changed <- struct{}{}:
			default: // there is a change untold already
			}
		},
	})
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return watcher.Connect(ctx, &sdk.StreamableClientTransport{
		Endpoint:   r.client.base.JoinPath("mcp").String(),
		HTTPClient: &http.Client{Transport: r.client.http.Transport},
		MaxRetries: -1,
	}, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
}

// refreshOrLog says once that the gateway is lost, and once that it is found.
func (r *Remote) refreshOrLog(ctx context.Context) {
	err := r.refresh(ctx)
	if ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	was := r.lost
	r.lost = err != nil
	r.mu.Unlock()
	switch {
	case err != nil && !was:
		r.Logger.WarnContext(ctx, "the gateway is lost; the tools last known are kept", "error", err)
	case err == nil && was:
		r.Logger.InfoContext(ctx, "the gateway is found again")
	}
}

func (r *Remote) refresh(ctx context.Context) error {
	listed, err := r.client.Tools(ctx)
	if err != nil {
		return err
	}
	tools := make([]*mcp.Tool, 0, len(listed))
	for _, tool := range listed {
		tools = append(tools, &mcp.Tool{
			Name: tool.Name, Title: tool.Title, Description: tool.Description, Aliases: tool.Aliases,
			InputSchema: tool.InputSchema, OutputSchema: tool.OutputSchema,
			ReadOnly: tool.ReadOnly, Destructive: tool.Destructive, Idempotent: tool.Idempotent,
		})
	}
	r.mu.Lock()
	r.tools = tools
	r.mu.Unlock()
	r.subscribers.Publish() // who looks sees whether the list differs
	return nil
}
