package oidc

import (
	"context"
	"crypto/rsa"
	"log/slog"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
)

const (
	// refreshEvery bounds how long a key counts that its provider publishes no more.
	refreshEvery = 5 * time.Minute
	// minRefresh is the time between two questions that tokens with unknown keys can cause, so that whoever sends such
	// tokens does not make the gateway flood the provider.
	minRefresh = 2 * time.Second
	// demandTimeout bounds how long a token with an unknown key waits for the provider's answer.
	demandTimeout = 3 * time.Second
)

// keySet holds the keys that an issuer publishes. It is safe for concurrent use.
type keySet struct {
	issuer  string
	fetch   func(context.Context) ([]jose.JSONWebKey, error)
	clock   clock.Clock
	logger  *slog.Logger
	changed func() // called when keys have been replaced, with the mutex held
	wake    chan struct{}

	mu    sync.Mutex
	keys  []jose.JSONWebKey // nil until they were fetched once
	away  bool              // the last fetch failed
	tried time.Time
	next  chan struct{} // closed when the next fetch has ended
}

func newKeySet(issuer string, options Options, changed func(), fetch func(context.Context) ([]jose.JSONWebKey, error)) *keySet {
	return &keySet{
		issuer: issuer, fetch: fetch, clock: options.Clock, logger: options.Logger, changed: changed,
		wake: make(chan struct{}, 1), next: make(chan struct{}),
	}
}

// run keeps the keys up to date until ctx ends. While the provider is away, the last keys still count.
func (k *keySet) run(ctx context.Context) {
	retry := backoff.Exponential{Min: minRefresh, Max: time.Minute}
	for {
		wait := refreshEvery
		if k.refresh(ctx) {
			retry.Reset()
		} else {
			wait = retry.Next()
		}
		if !k.wait(ctx, wait) {
			return
		}
	}
}

// wait waits until the keys are to be fetched again. It returns false if ctx ends first.
func (k *keySet) wait(ctx context.Context, wait time.Duration) bool {
	timer := k.clock.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-timer.Chan():
			return true
		case <-k.wake:
			k.mu.Lock()
			justTried := k.justTried() // after this was wanted
			k.mu.Unlock()
			if !justTried {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

// justTried reports whether the last fetch is too recent for another. The mutex must be held.
func (k *keySet) justTried() bool { return k.clock.Since(k.tried) < minRefresh }

// refresh fetches the keys, and reports whether that succeeded.
func (k *keySet) refresh(ctx context.Context) bool {
	keys, err := k.fetch(ctx)
	k.mu.Lock()
	wasAway, first := k.away, k.keys == nil
	if err == nil {
		k.keys = keys
		k.changed() // before anybody sees them
	}
	k.away, k.tried = err != nil, k.clock.Now()
	close(k.next)
	k.next = make(chan struct{})
	k.mu.Unlock()
	switch {
	case ctx.Err() != nil:
	case err != nil && !wasAway:
		k.logger.WarnContext(ctx, "failed to get an OpenID provider's keys; using the last ones", "issuer", k.issuer, "error", err)
	case err == nil && (wasAway || first):
		k.logger.InfoContext(ctx, "got an OpenID provider's keys", "issuer", k.issuer, "keys", len(keys))
	}
	return err == nil
}

// find returns the keys that may have signed a token, none if there is no such key. It asks the provider for a key that it
// does not know, unless it has just done so.
func (k *keySet) find(ctx context.Context, id, algorithm string) (found []jose.JSONWebKey, away bool) {
	k.mu.Lock()
	found, away = matching(k.keys, id, algorithm), k.away || k.keys == nil
	next, justTried := k.next, k.justTried()
	k.mu.Unlock()
	if len(found) > 0 || justTried {
		return found, away
	}
	select {
	case k.wake <- struct{}{}:
	default: // it is asked already
	}
	ctx, cancel := context.WithTimeout(ctx, demandTimeout)
	defer cancel()
	select {
	case <-next:
	case <-ctx.Done():
		return nil, true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return matching(k.keys, id, algorithm), k.away
}

// matching returns the keys with an id that fit an algorithm. A token without an id can only be of a provider with one key.
func matching(keys []jose.JSONWebKey, id, algorithm string) []jose.JSONWebKey {
	if id == "" && len(keys) != 1 {
		return nil
	}
	var found []jose.JSONWebKey
	for _, key := range keys {
		if (id == "" || key.KeyID == id) && (key.Algorithm == "" || key.Algorithm == algorithm) {
			found = append(found, key)
		}
	}
	return found
}

// rsaBits returns the length of an RSA key.
func rsaBits(key any) (bits int, isRSA bool) {
	public, ok := key.(*rsa.PublicKey)
	if !ok {
		return 0, false
	}
	return public.N.BitLen(), true
}
