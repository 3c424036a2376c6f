package mcp

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/compactjson"
)

// Where gateways share no store, the id of a session holds what opens it again: the SDK's own id, and behind that, sealed, whose it is
// and what its client said of itself. A gateway that does not have a session opens it from its id, after a restart or at another replica,
// and the client notices nothing. What a client has set in it, the level of the log and subscriptions, no id can hold.

const (
	// sessionIDLength is that of the SDK's own ids, which rand.Text makes.
	sessionIDLength = 26
	// maxPresented is the length of the longest id of a session that clients are given.
	maxPresented = 512
	// sealedLife is for how long after it was opened a session is opened from its id. One that is open stays so.
	sealedLife = 7 * 24 * time.Hour
	// mostName is how much of the name and of the version of a client an id holds, in bytes.
	mostName = 40

	// restoreHeader is sent with initialize by a client that opens a session anew by itself when it is gone, and says in it again what it
	// had said: its value is no.
	restoreHeader = "X-Session-Restore"
)

// unknownSession is an id that no session has.
const unknownSession = "unknown"

// sealer seals what opens sessions into their ids. A nil one seals nothing. It is safe for concurrent use.
type sealer struct {
	keys  func() [][sha256.Size]byte
	clock clock.Clock
}

// sealedSession is what an id holds.
type sealedSession struct {
	Began        int64           `json:"t"` // in milliseconds
	Owner        string          `json:"o,omitempty"`
	Version      string          `json:"v"`
	Name         string          `json:"n"`
	Release      string          `json:"r"`
	Capabilities json.RawMessage `json:"c,omitempty"`

	id, seal string
	began    time.Time
}

// initializing is the message that opens a session, as far as ids hold it.
type initializing struct {
	Version string           `json:"jsonrpc"`
	ID      int              `json:"id"`
	Method  string           `json:"method"`
	Params  initializeParams `json:"params"`
}

type initializeParams struct {
	Version      string          `json:"protocolVersion"`
	Capabilities json.RawMessage `json:"capabilities"`
	Client       struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"clientInfo"`
}

// sealed returns the seal of a session; empty if it is not to be opened again, or needs more than fits.
func (s *sealer) sealed(opened *session) string {
	var message struct{ Params initializeParams }
	if s == nil || opened.opened == nil || json.Unmarshal(opened.opened, &message) != nil {
		return ""
	}
	said := message.Params
	for _, capabilities := range []json.RawMessage{said.Capabilities, known(said.Capabilities)} {
		seal := s.seal(opened.id, sealedSession{
			Began: opened.began.UnixMilli(), Owner: opened.owner, Version: clippedTo(said.Version, len(firstModern)),
			Name: clippedTo(said.Client.Name, mostName), Release: clippedTo(said.Client.Version, mostName), Capabilities: capabilities,
		})
		if seal != "" && len(opened.id)+len(seal) <= maxPresented {
			return seal
		}
	}
	return ""
}

// known returns the capabilities that a server acts on; none for what cannot be read.
func known(capabilities json.RawMessage) json.RawMessage {
	var read sdk.ClientCapabilities
	if json.Unmarshal(capabilities, &read) != nil {
		return nil
	}
	read.Experimental, read.Extensions = nil, nil
	text, err := json.Marshal(&read)
	if err != nil {
		return nil
	}
	return text
}

func clippedTo(text string, most int) string {
	return text[:min(len(text), most)] // what is cut in a character is written as a replacement
}

func (s *sealer) seal(id string, content sealedSession) string {
	text, err := compactjson.Marshal(content)
	if err != nil {
		return "" // its capabilities are malformed
	}
	return base64.RawURLEncoding.EncodeToString(
		aead(s.keys()[0]).Seal(nil, nil, text, []byte(id))) //nolint:gosec // the cipher makes the nonce, and wants none
}

// open returns what an id holds that one of the keys has sealed, and not too long ago; nil if it is none.
func (s *sealer) open(presented string) *sealedSession {
	if len(presented) > maxPresented {
		return nil
	}
	id, seal := cutSession(presented)
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(seal)
	if err != nil {
		return nil
	}
	for _, key := range s.keys() {
		text, err := aead(key).Open(nil, nil, sealed, []byte(id))
		if err != nil {
			continue
		}
		content := &sealedSession{id: id, seal: seal}
		if json.Unmarshal(text, content) != nil {
			return nil
		}
		content.began = time.UnixMilli(content.Began)
		if s.clock.Since(content.began) > sealedLife {
			return nil
		}
		return content
	}
	return nil
}

// aead returns a cipher that makes a nonce of its own for each text.
func aead(key [sha256.Size]byte) cipher.AEAD {
	block, err := aes.NewCipher(key[:])
	if err != nil { // a key has the right length
		panic(err)
	}
	made, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return made
}

// initialize returns the message that opens the session again.
func (s *sealedSession) initialize() []byte {
	message := initializing{Version: "2.0", Method: methodInitialize}
	message.Params.Version, message.Params.Capabilities = s.Version, s.Capabilities
	message.Params.Client.Name, message.Params.Client.Version = s.Name, s.Release
	if s.Capabilities == nil {
		message.Params.Capabilities = json.RawMessage("{}")
	}
	text, err := compactjson.Marshal(message)
	if err != nil { // it was read from JSON
		panic(err)
	}
	return text
}

// cutSession parts the id that a client presents.
func cutSession(presented string) (id, seal string) {
	end := min(len(presented), sessionIDLength)
	return presented[:end], presented[end:]
}

// unseal has a request name its session by the SDK's own id. A session that is not here is opened from its id, if the caller has it.
func (s *Server) unseal(r *http.Request) {
	names := r.Header[sessionHeader]
	if s.sessions.sealer == nil || len(names) == 0 || names[0] == "" {
		return
	}
	id, seal := cutSession(names[0])
	if !s.sessions.isSealed(id, seal) && !s.restore(r, names[0]) {
		id = unknownSession
	}
	names[0] = id
}

// restore opens a session from its id, and reports whether it did.
func (s *Server) restore(r *http.Request, presented string) bool {
	from := s.sessions.sealer.open(presented)
	if from == nil || from.Owner != "" && from.Owner != s.options.Owner(r.Context()) || s.sessions.hasEnded(from) {
		return false
	}
	ctx := context.WithValue(context.WithoutCancel(r.Context()), restoredKey{}, from)
	s.reopen(ctx, &sessionstore.Session{ID: from.id, Owner: from.Owner, Share: s.options.Caller(r), Opened: from.initialize()})
	return s.sessions.isSealed(from.id, from.seal)
}

type restoredKey struct{}

// restoredFrom returns what the id holds of the session that a request opens again, or nil.
func restoredFrom(ctx context.Context) *sealedSession {
	from, _ := ctx.Value(restoredKey{}).(*sealedSession)
	return from
}

// isSealed reports whether a session is here whose id and seal these are.
func (s *sessions) isSealed(id, seal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byID[id]
	return known != nil && subtle.ConstantTimeCompare([]byte(known.seal), []byte(seal)) == 1
}

func (s *sessions) hasEnded(from *sealedSession) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone.has(from.id, from.began)
}

// isNewlyRestored reports, once, whether a session was opened from its id: what its client subscribed to is forgotten then.
func (s *sessions) isNewlyRestored(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.byID[id]
	if known == nil || !known.restored {
		return false
	}
	known.restored = false
	return true
}

// presented returns the id of a session as its client is given it.
func (s *sessions) presented(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byID[id]; known != nil {
		return id + known.seal
	}
	return id
}

// mostGone is how many sessions that have ended are known, so that none of them is opened from its id.
const mostGone = 20_000

// gone are the sessions that have ended at this gateway: by their clients, for being idle, or to make room. Of more than it can keep it
// keeps when the latest of them was opened; none that is as old is opened from its id.
type gone struct {
	ids   map[string]bool
	order []ended
	floor time.Time
}

type ended struct {
	id    string
	began time.Time
}

func (g *gone) add(id string, began time.Time) {
	if g.ids == nil {
		g.ids = map[string]bool{}
	}
	if len(g.order) >= mostGone {
		first := g.order[0]
		g.order = g.order[1:]
		delete(g.ids, first.id)
		if first.began.After(g.floor) {
			g.floor = first.began
		}
	}
	g.ids[id] = true
	g.order = append(g.order, ended{id, began})
}

func (g *gone) has(id string, began time.Time) bool {
	return g.ids[id] || !began.After(g.floor)
}

// opens returns a request that opens a session with what others open it with again, and a writer that gives its client the id.
func (s *Server) opens(w http.ResponseWriter, r *http.Request, body []byte) (http.ResponseWriter, *http.Request) {
	switch {
	case s.sessions.store != nil:
		return w, opensWith(r, body)
	case s.sessions.sealer != nil && r.Header.Get(restoreHeader) != "no":
		return &presenting{ResponseWriter: w, sessions: s.sessions}, opensWith(r, body)
	default:
		return w, r
	}
}

// presenting gives a client the id of the session that it has opened.
type presenting struct {
	http.ResponseWriter
	sessions *sessions
	begun    bool
}

// Unwrap lets http.ResponseController reach the connection.
func (w *presenting) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader writes the status.
func (w *presenting) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

// Write writes.
func (w *presenting) Write(text []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(text)
}

func (w *presenting) begin() {
	if w.begun {
		return
	}
	w.begun = true
	if id := w.Header().Get(sessionHeader); id != "" {
		w.Header().Set(sessionHeader, w.sessions.presented(id))
	}
}
