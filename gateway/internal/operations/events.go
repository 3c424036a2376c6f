package operations

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
)

const (
	// heartbeat is the longest silence, so that nobody between takes the connection for a dead one.
	heartbeat = 15 * time.Second
	// sendTimeout is how long a reader may take to receive an event.
	sendTimeout = 5 * time.Second
	// lifetime is how long a stream lasts. Who comes again is asked again who they are, and misses nothing.
	lifetime = 15 * time.Minute
)

// Events sends the calls as they end, as server-sent events, after the one that Last-Event-ID or the parameter after names. Stop
// ends all streams.
func (s *Server) Events(stop <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		missed, follower, err := s.Calls.Follow(lastOf(r))
		if err != nil {
			problem.Write(w, apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_RATE_LIMITED, "%s; try again later", err))
			return
		}
		defer follower.Stop()
		header := w.Header()
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-store")
		header.Set("X-Accel-Buffering", "no") // nginx would wait for more
		stream := &events{w: w, to: http.NewResponseController(w)}
		ok := stream.send(": the calls of this gateway\nretry: 2000\n\n")
		for _, call := range missed {
			ok = ok && stream.call(call)
		}
		if ok {
			s.follow(r, stream, follower, stop)
		}
	})
}

func (s *Server) follow(r *http.Request, stream *events, follower *calls.Follower, stop <-chan struct{}) {
	beat := s.Clock.NewTicker(heartbeat)
	defer beat.Stop()
	end := s.Clock.NewTimer(lifetime)
	defer end.Stop()
	for ok := true; ok; {
		select {
		case call, open := <-follower.Calls:
			ok = open && stream.call(call) // closed: the reader was too slow, and comes again for what it missed
		case <-beat.Chan():
			ok = stream.send(": \n\n")
		case <-end.Chan():
			return
		case <-stop:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// lastOf returns the number of the last call that a reader knows.
func lastOf(r *http.Request) int64 {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return max(number, 0)
}

// events are written to a reader.
type events struct {
	w  http.ResponseWriter
	to *http.ResponseController
}

// call sends a call, and reports whether it could.
func (e *events) call(call calls.Call) bool {
	data, err := compactjson.Marshal(message(call))
	return err == nil && e.send(fmt.Sprintf("id: %d\nevent: call\ndata: %s\n\n", call.Number, data))
}

// send sends a text within the time for one, and reports whether it could.
func (e *events) send(text string) bool {
	// Only a response without a connection has no deadline, and then no reader can be slow.
	_ = e.to.SetWriteDeadline(time.Now().Add(sendTimeout)) //nolint:forbidigo // the network uses real time, whatever the clock says
	if _, err := e.w.Write([]byte(text)); err != nil {     //nolint:gosec // it is JSON in text/event-stream, which is no page
		return false
	}
	_ = e.to.SetWriteDeadline(time.Now().Add(sendTimeout)) //nolint:forbidigo // the first write has set another one
	return e.to.Flush() == nil
}
