package discovery

import (
	"context"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
)

// betweenReconnects is how long the next try at once has to wait, so that an instance that comes and goes does not have
// those that are away asked without end.
const betweenReconnects = time.Second

// dialledConn is a connection that a resolver is built for before the connection is there; nil in it until then.
type dialledConn = atomic.Pointer[grpc.ClientConn]

// reached notes that the registry or an instance has been connected to. What could not be reached until then may have been
// behind the same network, so that the next try is made now and not after its backoff. It does not block.
func (w *Watcher) reached() {
	select {
	case w.reachable <- struct{}{}:
	default:
	}
}

// reconnect has connections try again at once when something was reached, until ctx ends.
func (w *Watcher) reconnect(ctx context.Context) {
	defer close(w.reconnected)
	var last time.Time
	for {
		select {
		case <-w.reachable:
		case <-ctx.Done():
			return
		}
		if now := w.clock.Now(); now.Sub(last) >= betweenReconnects {
			last = now
			w.resetBackoff()
		}
	}
}

func (w *Watcher) resetBackoff() {
	for _, conn := range w.connections() {
		conn.ResetConnectBackoff()
	}
	if registry, ok := w.registryConn.(interface{ ResetConnectBackoff() }); ok {
		registry.ResetConnectBackoff()
	}
}

// connections returns those that were dialled and follow a service now.
func (w *Watcher) connections() []*grpc.ClientConn {
	w.following.Lock()
	defer w.following.Unlock()
	conns := make([]*grpc.ClientConn, 0, len(w.followers))
	for f := range w.followers {
		if conn := f.conn.Load(); conn != nil {
			conns = append(conns, conn)
		}
	}
	return conns
}
