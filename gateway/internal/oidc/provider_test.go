package oidc_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/jonboulle/clockwork"
	"go.uber.org/fx"
	"go.uber.org/goleak"
	"google.golang.org/grpc"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const audience = "https://api.example.org"

// provider is an OpenID provider: its metadata and its keys, over HTTP.
type provider struct {
	*httptest.Server
	mu       sync.Mutex
	keys     []jose.JSONWebKey
	metadata map[string]any // replaces the usual one
	away     atomic.Bool
	asked    atomic.Int64 // for keys
}

func newProvider(t testing.TB, keys ...jose.JSONWebKey) *provider {
	t.Helper()
	p := &provider{keys: keys}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		p.answer(w, func() any {
			metadata := map[string]any{"issuer": p.URL, "jwks_uri": p.URL + "/keys"}
			maps.Copy(metadata, p.metadata)
			return metadata
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		p.asked.Add(1)
		p.answer(w, func() any { return jose.JSONWebKeySet{Keys: p.keys} })
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) answer(w http.ResponseWriter, what func() any) {
	if p.away.Load() {
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(what()); err != nil {
		panic(err)
	}
}

// publish replaces the provider's keys.
func (p *provider) publish(keys ...jose.JSONWebKey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = keys
}

// key is a private key and how it is published.
type key struct {
	id        string
	algorithm jose.SignatureAlgorithm
	private   crypto.Signer
}

func (k key) public() jose.JSONWebKey {
	return jose.JSONWebKey{KeyID: k.id, Algorithm: string(k.algorithm), Use: "sig", Key: k.private.Public()}
}

func rsaKey(id string, bits int) key {
	private, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		panic(err)
	}
	return key{id, jose.RS256, private}
}

func ecKey(id string) key {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key{id, jose.ES256, private}
}

func edKey(id string) key {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return key{id, jose.EdDSA, private}
}

// The keys of the tests; making one of RSA takes a while.
var (
	rsaOne = sync.OnceValue(func() key { return rsaKey("rsa-1", 2048) })
	ecOne  = sync.OnceValue(func() key { return ecKey("ec-1") })
	edOne  = sync.OnceValue(func() key { return edKey("ed-1") })
)

type claims map[string]any

// with returns the claims with one replaced; nil removes it.
func (c claims) with(name string, value any) claims {
	changed := maps.Clone(c)
	if changed[name] = value; value == nil {
		delete(changed, name)
	}
	return changed
}

// header are further parameters of a token's header; nil removes one.
type header map[jose.HeaderKey]any

// sign returns a token of these claims.
func (k key) sign(t testing.TB, said any, extra header) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithHeader("kid", k.id).WithType("at+jwt")
	for name, value := range extra {
		if options.ExtraHeaders[name] = value; value == nil {
			delete(options.ExtraHeaders, name)
		}
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: k.algorithm, Key: k.private}, options)
	if err != nil {
		t.Fatal(err)
	}
	payload, isText := said.(string)
	if !isText {
		encoded, err := json.Marshal(said)
		if err != nil {
			t.Fatal(err)
		}
		payload = string(encoded)
	}
	signed, err := signer.Sign([]byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// usersService gives each subject a number, and counts.
type usersService struct {
	usersv1.UnimplementedUserServiceServer
	mu    sync.Mutex
	ids   map[string]int32
	away  atomic.Bool
	asked atomic.Int64
}

func (u *usersService) ResolveIdentity(_ context.Context, r *usersv1.ResolveIdentityRequest) (*usersv1.ResolveIdentityResponse, error) {
	u.asked.Add(1)
	if u.away.Load() {
		return nil, apperr.Unavailable("away")
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	who := r.GetIssuer() + " " + r.GetSubject()
	if u.ids[who] == 0 {
		u.ids[who] = int32(1001 + len(u.ids))
	}
	return &usersv1.ResolveIdentityResponse{UserId: u.ids[who]}, nil
}

func serveUsers(t testing.TB) (*usersService, grpc.ClientConnInterface) {
	t.Helper()
	server := &usersService{ids: map[string]int32{}}
	config := kittest.Config(t)
	return server, kittest.Start(t, config, kit.Service("users-svc", config,
		fx.Provide(fx.Private, func() usersv1.UserServiceServer { return server }),
		kit.GRPC(usersv1.RegisterUserServiceServer)))
}

// gate is a verifier that runs.
type gate struct {
	*oidc.Verifier
	users *usersService
	clock *clockwork.FakeClock
}

// now is the time in all tests, to the second.
var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func newGate(t testing.TB, edit func(*oidc.Config), issuers ...string) gate {
	t.Helper()
	config := oidc.DefaultConfig()
	config.Issuer, config.Audience = issuers, []string{audience}
	if edit != nil {
		edit(&config)
	}
	if err := config.Check(); err != nil {
		t.Fatal(err)
	}
	service, conn := serveUsers(t)
	clock := clockwork.NewFakeClockAt(now)
	verifier := oidc.New(oidc.Options{Config: config, Users: conn, Clock: clock, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	verifier.Start(t.Context())
	t.Cleanup(verifier.Stop)
	return gate{verifier, service, clock}
}

// usual are the claims of a good token of an issuer.
func usual(issuer string) claims {
	return claims{
		"iss": issuer, "sub": "aisha", "aud": audience, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix(), "nbf": now.Unix(),
		"scope": "tasks:read tasks:write", "jti": "1", "client_id": "app",
	}
}
