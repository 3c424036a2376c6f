package mcp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// subscriptions tell clients when a resource that they subscribed to reads otherwise than before. A resource that may change is read
// again every now and then, as its subscriber, so that whoever may not read it any more is told nothing: no service needs to know who
// listens, and which replica answers does not matter. The others are never read. Subscriptions end with their session.
type subscriptions struct {
	offers   Offers
	interval time.Duration
	ofCaller int
	clock    clock.Clock

	running sync.WaitGroup
	mu      sync.Mutex
	watches map[subscriber]map[string]*watch // by URI
	callers map[string]int                   // number of watches of each
	stopped bool
}

// subscriber is a session of one of the SDK's servers.
type subscriber = *sdk.ServerSession

// watch is a subscription to a resource that may change.
type watch struct {
	caller string
	cancel context.CancelFunc
	due    bool // its client is to be told of a change
}

func newSubscriptions(options Options) *subscriptions {
	return &subscriptions{
		offers: options.Offers, interval: options.ResourceInterval, ofCaller: options.MaxSubscriptionsOfCaller, clock: options.Clock,
		watches: map[subscriber]map[string]*watch{}, callers: map[string]int{},
	}
}

// subscribe begins to follow a resource for a session of a server. It refuses what the caller in ctx cannot read.
func (s *subscriptions) subscribe(ctx context.Context, server *sdk.Server, request *sdk.SubscribeRequest) error {
	agreed := request.Session.InitializeParams()
	modern := agreed != nil && agreed.ProtocolVersion >= firstModern
	uri := request.Params.URI
	changes, failed := s.offers.Changes(ctx, uri)
	if failed != nil {
		return resourceError(failed, uri, modern)
	}
	if !changes {
		return nil
	}
	// The request ends before the subscription, whose reads are the caller's all the same.
	watching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	added, err := s.add(request.Session, uri, &watch{caller: callerOf(ctx), cancel: cancel})
	if err != nil || !added {
		cancel()
		return err
	}
	last, failed := s.digest(ctx, uri)
	if failed != nil {
		s.remove(request.Session, uri)
		return resourceError(failed, uri, modern)
	}
	s.running.Go(func() { s.follow(watching, server, request.Session, uri, last) })
	return nil
}

func (s *subscriptions) unsubscribe(_ context.Context, request *sdk.UnsubscribeRequest) error {
	s.remove(request.Session, request.Params.URI)
	return nil
}

// add adds a watch, unless there is one already.
func (s *subscriptions) add(session subscriber, uri string, added *watch) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped:
		return false, &jsonrpc.Error{Code: codeUnavailable, Message: "the server stops: subscribe again elsewhere"}
	case s.watches[session][uri] != nil:
		return false, nil
	case s.callers[added.caller] >= s.ofCaller:
		return false, &jsonrpc.Error{
			Code: codeUnavailable, Message: fmt.Sprintf("you already have %d subscriptions; end one first", s.ofCaller),
		}
	}
	if s.watches[session] == nil {
		s.watches[session] = map[string]*watch{}
		go s.endWith(session)
	}
	s.watches[session][uri] = added
	s.callers[added.caller]++
	return true, nil
}

// endWith ends the watches of a session when it ends.
func (s *subscriptions) endWith(session subscriber) {
	_ = session.Wait() // it has ended, however it did
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri := range s.watches[session] {
		s.drop(session, uri)
	}
	delete(s.watches, session)
}

func (s *subscriptions) remove(session subscriber, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(session, uri)
}

// drop ends a watch, if there is one. The caller holds mu.
func (s *subscriptions) drop(session subscriber, uri string) {
	dropped := s.watches[session][uri]
	if dropped == nil {
		return
	}
	dropped.cancel()
	delete(s.watches[session], uri)
	if s.callers[dropped.caller]--; s.callers[dropped.caller] == 0 {
		delete(s.callers, dropped.caller)
	}
}

// follow reads a resource again and again, and tells its subscriber when it has changed, until ctx ends. What cannot be read now is as
// it was.
func (s *subscriptions) follow(ctx context.Context, server *sdk.Server, session subscriber, uri string, last digest) {
	for {
		timer := s.clock.NewTimer(s.interval)
		select {
		case <-timer.Chan():
		case <-ctx.Done():
			timer.Stop()
			return
		}
		now, failed := s.digest(ctx, uri)
		if failed != nil || now == last || !s.markDue(session, uri) {
			continue
		}
		last = now
		// A client that is gone has ended its session, or will have: the SDK reports it.
		_ = server.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: uri})
	}
}

// digest is the same for a resource that reads the same.
type digest [sha256.Size]byte

func (s *subscriptions) digest(ctx context.Context, uri string) (digest, *apperr.Error) {
	contents, failed := s.offers.Read(ctx, uri)
	if failed != nil {
		return digest{}, failed
	}
	sum := sha256.New()
	for _, content := range contents {
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(content)
		if err != nil {
			return digest{}, apperr.Internal(err)
		}
		fmt.Fprintf(sum, "%d ", len(text))
		sum.Write(text)
	}
	return digest(sum.Sum(nil)), nil
}

func (s *subscriptions) markDue(session subscriber, uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.watches[session][uri]
	if found == nil {
		return false
	}
	found.due = true
	return true
}

// takeDue reports whether a session is to be told of a change of a resource, once.
func (s *subscriptions) takeDue(session subscriber, uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.watches[session][uri]
	if found == nil || !found.due {
		return false
	}
	found.due = false
	return true
}

// onlyDue is the SDK's sending middleware. The SDK tells all who subscribed to a URI, but what one of them reads there has changed, and
// not what others read.
func (s *subscriptions) onlyDue(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		updated, ok := request.GetParams().(*sdk.ResourceUpdatedNotificationParams)
		if session, is := request.GetSession().(subscriber); ok && is && !s.takeDue(session, updated.URI) {
			return nil, nil
		}
		return next(ctx, method, request)
	}
}

// stop ends all watches and refuses new ones.
func (s *subscriptions) stop() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.stopped = true
	for session, watches := range s.watches {
		for uri := range watches {
			s.drop(session, uri)
		}
	}
	s.mu.Unlock()
	s.running.Wait()
}
