package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	jose "github.com/go-jose/go-jose/v4"
)

// guards are what a gateway can do about a call besides making it, as its flags. Each is measured alone, and all that are not
// variants of another together. Those that were started are returned with an error, too.
func guards(ctx context.Context, folder string) ([]guard, error) {
	limits, err := filepath.Abs(wideLimits)
	if err != nil {
		return nil, err
	}
	policy := filepath.Join(folder, "policy.yaml")
	found := []guard{
		{name: "rate limits", flags: []string{"--limits", limits}},
		{name: "policy", flags: []string{"--policy", policy}},
		{name: "audit", records: true},
	}
	if err := os.WriteFile(policy, []byte(somePolicy), 0o600); err != nil {
		return found, err
	}
	signIn, err := startProvider(ctx)
	if err != nil {
		return found, err
	}
	found = append(found, signIn)
	if program, err := exec.LookPath("redis-server"); err == nil {
		socket := filepath.Join(folder, "redis")
		redis := exec.Command(program, "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "")
		if err := redis.Start(); err != nil {
			return found, err
		}
		found = append(found, guard{
			name: "rate limits in Redis", flags: []string{"--limits", limits},
			environ: []string{"SALAATFLOW_GATEWAY_REDIS_URL=unix://" + socket},
			variant: true, stop: func() error { return errors.Join(redis.Process.Kill(), ignored(redis.Wait())) },
		})
	}
	return found, nil
}

// ignored is for the end of a process that was killed.
func ignored(error) error { return nil }

// wideLimits is a file of this repository. Its policies refuse nothing, and are as many as apply to a call by default.
const wideLimits = "services/ratelimit/testdata/wide.yaml"

// somePolicy has a rule of each kind that docs/policy.md shows.
const somePolicy = `
rules:
  - {name: known-issuers, allow: "caller.role != 'admin' || tool.read_only", reason: administrators only look}
  - {name: from-inside, allow: "cidr('127.0.0.0/8').containsIP(ip(caller.address))", reason: only from this machine}
  - {name: short-titles, allow: "!('title' in arguments.names) || arguments.lengths['title'] <= 100", reason: titles are short}
`

// guard is one of them.
type guard struct {
	name    string
	flags   []string
	environ []string     // secrets, which are no flags
	token   string       // of the caller, which needs it then
	records bool         // for the audit
	variant bool         // of another
	stop    func() error // nil if nothing was started for it
}

// startProvider starts an OpenID provider of one user, and returns the guard that signs that user in.
func startProvider(ctx context.Context) (guard, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return guard{}, err
	}
	const id, audience = "bench", "salaatflow"
	mux := http.NewServeMux()
	url, stop, err := serve(ctx, mux)
	if err != nil {
		return guard{}, err
	}
	answer := func(path string, what any) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(what) // the gateway would say so
		})
	}
	answer("/.well-known/openid-configuration", map[string]string{"issuer": url, "jwks_uri": url + "/keys"})
	public := jose.JSONWebKey{KeyID: id, Algorithm: string(jose.ES256), Use: "sig", Key: private.Public()}
	answer("/keys", jose.JSONWebKeySet{Keys: []jose.JSONWebKey{public}})
	token, err := signed(private, id, map[string]any{
		"iss": url, "sub": "somebody", "aud": audience, "client_id": "bench", "jti": rand.Text(),
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(), "scope": "tasks:read tasks:write users:read users:write",
	})
	return guard{
		name: "sign-in, a JSON web token", token: token,
		flags: []string{"--auth", "oidc", "--oidc-issuer", url, "--oidc-audience", audience},
		stop:  func() error { stop(); return nil },
	}, err
}

func signed(private *ecdsa.PrivateKey, id string, claims map[string]any) (string, error) {
	options := (&jose.SignerOptions{}).WithHeader("kid", id).WithType("at+jwt")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: private}, options)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	token, err := signer.Sign(text)
	if err != nil {
		return "", err
	}
	return token.CompactSerialize()
}
