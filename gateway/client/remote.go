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

// How often the catalogue is polled: rarely while the gateway sends notifications, and often otherwise.
const (
	watchedInterval   = time.Minute
	unwatchedInterval = 3 * time.Second
)

// RemoteOptions configures a Remote. The zero value is useful.
type RemoteOptions struct {
	// User is the user to call as. 0 is anonymous.
	User int32
	// Logger receives the losses and recoveries of the gateway. Nil discards them.
	Logger *slog.Logger
	// Clock schedules the polling. Nil means the system's clock.
	Clock clock.Clock
}

// Remote is an mcp.Backend for the catalogue of a running gateway. While the gateway is unreachable, it keeps the
// last known tools, and calls return NETWORK_ERROR.
type Remote struct {
	RemoteOptions
	client *Client

	changed chan struct{} // receives the gateway's notifications

	mu    sync.Mutex
	tools []*mcp.Tool
	lost  bool // the last refresh failed

	subscribers broadcast.Broadcaster
}

var _ mcp.Backend = (*Remote)(nil)

// NewRemote fetches the gateway's tools. It fails if the gateway cannot be reached.
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

// Tools returns the last known tools.
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

// Subscribe returns a channel that receives whenever Tools may have changed, and once at the start.
func (r *Remote) Subscribe() (changed <-chan struct{}, cancel func()) {
	return r.subscribers.Subscribe()
}

// Run keeps the tools up to date until the context ends, by the gateway's notifications over MCP and by polling.
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

// watch refreshes the tools at each notification, until the session ends.
func (r *Remote) watch(ctx context.Context) {
	session, err := r.connect(ctx)
	if err != nil {
		return // refreshing reports why
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = session.Wait() // refreshing reports why
	}()
	defer func() {
		_ = session.Close() // it has ended either way
		<-ended
	}()
	for {
		r.refreshOrLog(ctx) // also at first, for changes before the session began
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

// connect opens a session for notifications. It uses the older protocol era: unlike the newer one, the SDK notices
// when its stream fails.
func (r *Remote) connect(ctx context.Context) (*sdk.ClientSession, error) {
	watcher := sdk.NewClient(&sdk.Implementation{Name: "salaatflow-remote", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case r.changed <- struct{}{}:
			default: // a notification is already pending
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

// refreshOrLog refreshes the tools. It logs when the gateway becomes unreachable and when it is reachable again.
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
		r.Logger.WarnContext(ctx, "failed to reach the gateway; keeping the last known tools", "error", err)
	case err == nil && was:
		r.Logger.InfoContext(ctx, "gateway reachable again")
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
	r.subscribers.Publish() // subscribers compare the lists themselves
	return nil
}
