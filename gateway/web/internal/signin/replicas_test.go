package signin_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/gateway/web/internal/signin"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// provider gives a new refresh token for each, and takes a second use of one for theft: then none counts any more.
type provider struct {
	*httptest.Server

	mu      sync.Mutex
	uses    int
	current string
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{current: "refresh-0"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/auth", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		})
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.uses++; r.FormValue("refresh_token") != p.current {
			p.current = ""
			answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
			return
		}
		p.current = fmt.Sprintf("refresh-%d", p.uses)
		answer(w, http.StatusOK, map[string]any{
			"access_token": fmt.Sprintf("access-%d", p.uses), "token_type": "Bearer", "expires_in": 300, "refresh_token": p.current,
		})
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	return p
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // an error means that the client has gone
}

// gateway is how one gateway signs people in, with the Redis that it shares with others; nil shares none.
func (p *provider) gateway(t *testing.T, key []byte, redis *redistest.Server, clk clock.Clock) *signin.SignIn {
	t.Helper()
	options := signin.Options{Issuer: p.URL, ClientID: "pages", Key: key, HTTP: http.DefaultClient, Clock: clk}
	if redis != nil {
		link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(redis.URL())}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
		ended := make(chan struct{})
		go func() { defer close(ended); link.Run(ctx) }()
		t.Cleanup(func() { cancel(); <-ended })
		options.Link = link
	}
	made, err := signin.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A browser sends several requests at once when it comes back, and a balancer sends them to several gateways. The provider must see
// the refresh token once: it takes a second use for theft, and ends the session.
func TestGatewaysThatShareARedisRenewASessionOnce(t *testing.T) {
	provider, redis, key := newProvider(t), redistest.Start(t), signin.NewKey()
	one, other := provider.gateway(t, key, redis, clock.System()), provider.gateway(t, key, redis, clock.System())
	next := &signin.Renewal{Token: "refresh-0", Subject: "amina", Until: time.Now().Add(time.Hour)}
	const rounds = 3
	for round := range rounds {
		var sessions [6]signin.Session
		var renewals [6]*signin.Renewal
		var asking sync.WaitGroup
		for i := range sessions {
			asking.Go(func() {
				var err error
				gateway := []*signin.SignIn{one, other}[i%2]
				if sessions[i], renewals[i], err = gateway.Renew(t.Context(), next); err != nil {
					t.Errorf("round %d, request %d: %v", round, i, err)
				}
			})
		}
		asking.Wait()
		if t.Failed() {
			return
		}
		for i := range sessions {
			if sessions[i].Token != sessions[0].Token || renewals[i].Token != renewals[0].Token || !renewals[i].Until.Equal(next.Until) {
				t.Errorf("round %d: %+v and %+v, %+v and %+v", round, sessions[0], renewals[0], sessions[i], renewals[i])
			}
		}
		next = renewals[0]
	}
	if provider.uses != rounds {
		t.Errorf("the provider was asked %d times for %d renewals", provider.uses, rounds)
	}
	if _, _, err := one.Renew(t.Context(), &signin.Renewal{Token: "stolen", Until: next.Until}); !errors.Is(err, signin.ErrEnded) {
		t.Errorf("what the provider refuses is %v", err)
	}
	if _, _, err := other.Renew(t.Context(), &signin.Renewal{Token: "stolen", Until: next.Until}); !errors.Is(err, signin.ErrEnded) {
		t.Errorf("what it refused to another gateway is %v", err)
	}
	if provider.uses != rounds+1 {
		t.Errorf("what is refused was asked for %d times", provider.uses-rounds)
	}
}

// Without a Redis, a refusal may mean that another gateway was faster: then the browser has a new session already, which must not be
// taken from it.
func TestARefusalIsFinalOnceNobodyElseCanHaveRenewed(t *testing.T) {
	provider, key, clk := newProvider(t), signin.NewKey(), clockwork.NewFakeClock()
	one, other := provider.gateway(t, key, nil, clk), provider.gateway(t, key, nil, clk)
	renewal := &signin.Renewal{Token: "refresh-0", Until: clk.Now().Add(time.Hour)}
	if _, _, err := one.Renew(t.Context(), renewal); err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.Renew(t.Context(), renewal); !errors.Is(err, signin.ErrRefused) {
		t.Errorf("at once it is %v", err)
	}
	clk.Advance(10 * time.Second)
	if _, _, err := other.Renew(t.Context(), renewal); !errors.Is(err, signin.ErrEnded) {
		t.Errorf("later it is %v", err)
	}
}
