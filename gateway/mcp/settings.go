package mcp

import (
	"context"
	"crypto/rand"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/compactjson"
)

// What a client sets in a session, the level of the log and what it subscribes to, goes where the session goes: gateways keep it in
// the store, and one that learns of it there sends its own SDK the message that the client would have sent it.

// levels are those of a log.
var levels = []sdk.LoggingLevel{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// setLevel sets the level of a session's log, at every gateway.
func (h *handler) setLevel(ctx context.Context, method string, request sdk.Request, next sdk.MethodHandler) (sdk.Result, error) {
	params, ok := request.GetParams().(*sdk.SetLoggingLevelParams)
	session, is := request.GetSession().(subscriber)
	if ok && is && params != nil && h.sessions != nil && slices.Contains(levels, params.Level) {
		h.sessions.keepLevel(ctx, session.ID(), string(params.Level))
	}
	return next(ctx, method, request)
}

// keepLevel notes the level of a session's log. If the store is away, it is this gateway's alone.
func (s *sessions) keepLevel(ctx context.Context, id, level string) {
	if s.store != nil && setElsewhere(ctx) == nil && s.store.SetLevel(ctx, id, level) == nil {
		_ = s.store.Tell(ctx, sessionstore.Event{Kind: sessionstore.Set, Session: id}) // others find out when they next ask
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byID[id]; known != nil {
		known.level = level
	}
}

// adoptLevel sets the level of a session's log that its client has set at another gateway.
func (s *sessions) adoptLevel(ctx context.Context, kept *sessionstore.Session) {
	s.mu.Lock()
	known := s.byID[kept.ID]
	differs := known != nil && kept.Level != "" && known.level != kept.Level
	s.mu.Unlock()
	if differs {
		ctx = withSetElsewhere(context.WithoutCancel(ctx), &setting{})
		s.again(ctx, kept.ID, settingMessage(methodSetLevel, "level", kept.Level))
	}
}

// askSoon has the store be asked about a session when it is next entered.
func (s *sessions) askSoon(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byID[id]; known != nil {
		known.asked = known.asked.Add(-askAgain)
	}
}

// sdkSession returns the SDK's side of a session that is here, or nil.
func (s *sessions) sdkSession(id string) subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byID[id]
	if known == nil {
		return nil
	}
	session, _ := known.closer.(subscriber)
	return session
}

// settingMessage returns the message by which a client sets something, with its only parameter.
func settingMessage(method, parameter, value string) []byte {
	text, err := compactjson.Marshal(struct {
		Version string            `json:"jsonrpc"`
		ID      string            `json:"id"` // that no client uses
		Method  string            `json:"method"`
		Params  map[string]string `json:"params"`
	}{"2.0", "gateway-" + rand.Text(), method, map[string]string{parameter: value}})
	if err != nil { // texts can be encoded
		panic(err)
	}
	return text
}

// setting is what a client has set at another gateway, or here before its stream was opened again.
type setting struct {
	last digest // what a resource read like when the client last knew
}

type settingKey struct{}

func withSetElsewhere(ctx context.Context, set *setting) context.Context {
	return context.WithValue(ctx, settingKey{}, set)
}

// setElsewhere returns what a message sets that the client did not send now, or nil.
func setElsewhere(ctx context.Context) *setting {
	set, _ := ctx.Value(settingKey{}).(*setting)
	return set
}
