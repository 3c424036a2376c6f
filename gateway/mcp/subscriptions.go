package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// subscriptions tell clients when a resource that they subscribed to reads otherwise than before. A resource that may change is read
// again every now and then, as its subscriber, so that whoever may not read it any more is told nothing: no service needs to know who
// listens, and which replica answers does not matter. The others are never read. Subscriptions end with their session. In one that has a
// stream for what its client is told, nothing is read while it has none here, and what changes meanwhile is told when it is back.
type subscriptions struct {
	offers   Offers
	interval time.Duration
	clock    clock.Clock
	store    *sessionstore.Store // nil where sessions are this gateway's alone
	// isOpen reports whether a session has its stream here.
	isOpen func(session string) bool

	running sync.WaitGroup
	mu      sync.Mutex
	watches map[subscriber]map[string]*watch // by URI
	callers shares
	stopped bool
}

// maxURI is the length of the longest URI that can be subscribed to, in bytes.
const maxURI = 2 << 10

// subscriber is a session of one of the SDK's servers.
type subscriber = *sdk.ServerSession

// watch is a subscription to a resource that may change.
type watch struct {
	caller caller
	cancel context.CancelFunc
	due    bool   // its client is to be told of a change
	shared bool   // it is in the store, too
	last   digest // what the resource read like when its client last knew
}

func newSubscriptions(options Options) *subscriptions {
	return &subscriptions{
		offers: options.Offers, interval: options.ResourceInterval, clock: options.Clock,
		watches: map[subscriber]map[string]*watch{}, callers: newShares(options.MaxSubscriptionsOfCaller),
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
	if len(uri) > maxURI {
		return invalidParams(fmt.Sprintf("the URI of what is subscribed to has at most %d bytes", maxURI))
	}
	// The request ends before the subscription, whose reads are the caller's all the same.
	watching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if setElsewhere(ctx) != nil {
		s.remove(request.Session, uri)
	}
	added, err := s.add(request.Session, uri, &watch{caller: whoIn(ctx), cancel: cancel})
	if err != nil || !added {
		cancel()
		return err
	}
	if err := s.begin(ctx, request.Session, uri, modern); err != nil {
		s.remove(request.Session, uri)
		return err
	}
	s.running.Go(func() { s.follow(watching, server, request.Session, uri) })
	return nil
}

// begin notes what the resource of a watch reads like, as far as its client knows.
func (s *subscriptions) begin(ctx context.Context, session subscriber, uri string, modern bool) error {
	if set := setElsewhere(ctx); set != nil {
		s.mark(session, uri, func(w *watch) { w.last, w.shared = set.last, true })
		return nil
	}
	now, failed := s.digest(ctx, uri)
	if failed != nil {
		return resourceError(failed, uri, modern)
	}
	s.mark(session, uri, func(w *watch) { w.last = now })
	if modern {
		return nil
	}
	return s.share(ctx, session, uri)
}

func (s *subscriptions) unsubscribe(ctx context.Context, request *sdk.UnsubscribeRequest) error {
	session, uri := request.Session, request.Params.URI
	if s.store != nil && setElsewhere(ctx) == nil && s.store.Unsubscribe(ctx, session.ID(), uri) == nil {
		// Those who are not told look every now and then.
		_ = s.store.Tell(ctx, sessionstore.Event{Kind: sessionstore.Set, Session: session.ID()})
	}
	s.remove(session, uri)
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
	case !s.callers.take(added.caller):
		return false, &jsonrpc.Error{
			Code: codeUnavailable, Message: fmt.Sprintf("you already have %d subscriptions; end one first", s.callers.most),
		}
	}
	if s.watches[session] == nil {
		s.watches[session] = map[string]*watch{}
		go s.endWith(session)
	}
	s.watches[session][uri] = added
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
	s.callers.release(dropped.caller)
}

// follow reads a resource again and again, and tells its subscriber when it has changed, until ctx ends. What cannot be read now is as
// it was.
func (s *subscriptions) follow(ctx context.Context, server *sdk.Server, session subscriber, uri string) {
	for {
		timer := s.clock.NewTimer(s.interval)
		select {
		case <-timer.Chan():
		case <-ctx.Done():
			timer.Stop()
			return
		}
		if s.canTell(session) {
			s.look(ctx, server, session, uri)
		}
	}
}

// canTell reports whether the client of a session could be told of something now. Without a session its stream is what it subscribed by.
func (s *subscriptions) canTell(session subscriber) bool {
	return session.ID() == "" || s.isOpen == nil || s.isOpen(session.ID())
}

// look reads a resource, and tells its subscriber if it has changed.
func (s *subscriptions) look(ctx context.Context, server *sdk.Server, session subscriber, uri string) {
	now, failed := s.digest(ctx, uri)
	last, watched := s.last(session, uri)
	if failed != nil || !watched || now == last {
		return
	}
	s.mark(session, uri, func(w *watch) { w.due = true })
	// A client that is gone has ended its session, or will have: the SDK reports it.
	_ = server.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: uri})
	if s.takeDue(session, uri) { // the SDK does not know the subscription yet
		return
	}
	s.mark(session, uri, func(w *watch) { w.last = now })
	if s.store != nil && session.ID() != "" {
		_, _ = s.store.Saw(ctx, session.ID(), uri, hex.EncodeToString(now[:])) // else it is told twice
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

// mark changes the watch of a resource, if there is one.
func (s *subscriptions) mark(session subscriber, uri string, change func(*watch)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.watches[session][uri]; found != nil {
		change(found)
	}
}

// last returns what the resource of a watch read like when its client last knew, and whether there is such a watch.
func (s *subscriptions) last(session subscriber, uri string) (digest, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.watches[session][uri]
	if found == nil {
		return digest{}, false
	}
	return found.last, true
}

// of returns the URIs that a session follows, and whether the store knows.
func (s *subscriptions) of(session subscriber) map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	shared := map[string]bool{}
	for uri, found := range s.watches[session] {
		shared[uri] = found.shared
	}
	return shared
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
