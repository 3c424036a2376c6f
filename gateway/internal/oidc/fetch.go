package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	jose "github.com/go-jose/go-jose/v4"
)

const (
	fetchTimeout = 5 * time.Second
	maxDocument  = 1 << 20 // bytes of a provider's metadata, and of its keys
	maxKeys      = 100
	minRSABits   = 2048
)

// NewHTTPClient returns the client for questions to providers. It follows no redirects, because a provider's addresses are
// those that it and the operator named, and reads no more than maxDocument.
func NewHTTPClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 64 << 10
	return &http.Client{
		Transport:     bounded{transport},
		Timeout:       fetchTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded cuts bodies off.
type bounded struct{ *http.Transport }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(request)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, maxDocument), response.Body}
	}
	return response, err
}

// fetchKeys returns the public keys for signatures that an issuer publishes now.
func fetchKeys(ctx context.Context, client *http.Client, issuer string) ([]jose.JSONWebKey, error) {
	discovered, err := oidc.NewProvider(oidc.ClientContext(ctx, client), issuer)
	if err != nil {
		return nil, fmt.Errorf("discover the provider: %w", err)
	}
	var metadata struct {
		JWKSURI string `json:"jwks_uri"`
	}
	if err := discovered.Claims(&metadata); err != nil {
		return nil, fmt.Errorf("read the provider's metadata: %w", err)
	}
	if err := checkKeysAddress(issuer, metadata.JWKSURI); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, metadata.JWKSURI, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for the provider's keys: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask for the provider's keys: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read the provider's keys: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask for the provider's keys: it answered %s", response.Status)
	}
	return parseKeys(body)
}

// checkKeysAddress returns why keys are not fetched from an address: it must be as safe as the issuer's.
func checkKeysAddress(issuer, keys string) error {
	at, err := url.Parse(keys)
	if err != nil || at.Host == "" {
		return fmt.Errorf("the provider's jwks_uri %q is no URL", keys)
	}
	from, err := url.Parse(issuer)
	if err != nil {
		return err
	}
	if at.Scheme == "https" || at.Scheme == "http" && from.Scheme == "http" && isLoopback(at) {
		return nil
	}
	return fmt.Errorf("the provider's jwks_uri %q must be https", keys)
}

var errNoKeys = errors.New("the provider publishes no key for signatures that can be used")

// parseKeys returns the usable keys of a JWK set. What cannot be used is left out, as RFC 7517 asks for.
func parseKeys(body []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("read the provider's keys: %w", err)
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys[:min(len(set.Keys), maxKeys)] {
		var key jose.JSONWebKey
		if err := json.Unmarshal(text, &key); err == nil && usable(key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, errNoKeys
	}
	return keys, nil
}

// usable reports whether a key may verify signatures: a public key, which is not for encryption, and not too short.
func usable(key jose.JSONWebKey) bool {
	if !key.Valid() || !key.IsPublic() || key.Use != "" && key.Use != "sig" {
		return false
	}
	bits, isRSA := rsaBits(key.Key)
	return !isRSA || bits >= minRSABits
}
