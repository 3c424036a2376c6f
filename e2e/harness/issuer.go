package harness

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
)

// Audience is for whom an Issuer's tokens are.
const Audience = "salaatflow"

// Issuer issues access tokens as an OpenID provider does, without anybody signing in. The tests of package auth sign in at a
// certified provider instead.
type Issuer struct {
	// URL is the issuer's name.
	URL string
	// Public is the key with which its tokens are verified.
	Public ed25519.PublicKey
	signer jose.Signer
}

const issuerKeyID = "one"

// NewIssuer serves an issuer until the end of the test.
func NewIssuer(t testing.TB) *Issuer {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	options := (&jose.SignerOptions{}).WithHeader("kid", issuerKeyID).WithType("at+jwt")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: private}, options)
	must(t, err)
	issuer := &Issuer{Public: public, signer: signer}
	mux := http.NewServeMux()
	answer := func(path string, what func() any) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(what()) // an error means that the client has gone
		})
	}
	answer("/.well-known/openid-configuration", func() any {
		return map[string]any{"issuer": issuer.URL, "jwks_uri": issuer.URL + "/keys"}
	})
	answer("/keys", func() any {
		return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{KeyID: issuerKeyID, Algorithm: string(jose.EdDSA), Use: "sig", Key: public}}}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	issuer.URL = server.URL
	return issuer
}

// Person is who has a token.
type Person struct {
	Subject string
	Admin   bool
	Scopes  []string
}

// Token returns a token of a person, good for an hour.
func (i *Issuer) Token(t testing.TB, person Person) string {
	t.Helper()
	now := time.Now()
	claims := map[string]any{
		"iss": i.URL, "aud": Audience, "sub": person.Subject, "client_id": "e2e", "jti": rand.Text(),
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "scope": strings.Join(person.Scopes, " "),
	}
	if person.Admin {
		claims["roles"] = []string{"admin"}
	}
	return i.Sign(t, claims)
}

// Sign returns a token of any claims.
func (i *Issuer) Sign(t testing.TB, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	must(t, err)
	signed, err := i.signer.Sign(payload)
	must(t, err)
	token, err := signed.CompactSerialize()
	must(t, err)
	return token
}
