package oidc_test

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"google.golang.org/grpc"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func TestATokenSaysUserRoleAndScopes(t *testing.T) {
	pss := key{"pss-1", jose.PS256, rsaOne().private}
	p := newProvider(t, rsaOne().public(), ecOne().public(), edOne().public(), pss.public())
	gate := newGate(t, nil, p.URL)
	good := usual(p.URL)
	ordinary := identity.LimitTo("tasks:read", "tasks:write")
	noScope := good.with("scope", nil)
	for name, c := range map[string]struct {
		token  string
		role   identity.Role
		scopes identity.Scopes
	}{
		"RSA":                       {rsaOne().sign(t, good, nil), identity.RoleUser, ordinary},
		"PSS":                       {pss.sign(t, good, nil), identity.RoleUser, ordinary},
		"elliptic curve":            {ecOne().sign(t, good, nil), identity.RoleUser, ordinary},
		"Ed25519":                   {edOne().sign(t, good, nil), identity.RoleUser, ordinary},
		"typ JWT":                   {rsaOne().sign(t, good, header{"typ": "JWT"}), identity.RoleUser, ordinary},
		"typ as a media type":       {rsaOne().sign(t, good, header{"typ": "application/at+jwt"}), identity.RoleUser, ordinary},
		"no typ":                    {rsaOne().sign(t, good, header{"typ": nil}), identity.RoleUser, ordinary},
		"several audiences":         {rsaOne().sign(t, good.with("aud", []string{"x", audience}), nil), identity.RoleUser, ordinary},
		"an admin":                  {rsaOne().sign(t, good.with("roles", []string{"a", "admin"}), nil), identity.RoleAdmin, ordinary},
		"no roles":                  {rsaOne().sign(t, good.with("roles", []string{}), nil), identity.RoleUser, ordinary},
		"administrator is no admin": {rsaOne().sign(t, good.with("roles", []string{"administrator", "Admin"}), nil), identity.RoleUser, ordinary},
		"scp":                       {rsaOne().sign(t, noScope.with("scp", []string{"chat"}), nil), identity.RoleUser, identity.LimitTo("chat")},
		"no scope allows none":      {rsaOne().sign(t, noScope, nil), identity.RoleUser, identity.LimitTo()},
		"no word as scope":          {rsaOne().sign(t, good.with("scope", " "), nil), identity.RoleUser, identity.LimitTo()},
		"a minute late":             {rsaOne().sign(t, good.with("exp", now.Add(-59*time.Second).Unix()), nil), identity.RoleUser, ordinary},
		"a minute early":            {rsaOne().sign(t, good.with("nbf", now.Add(59*time.Second).Unix()), nil), identity.RoleUser, ordinary},
	} {
		caller, err := gate.Verify(t.Context(), c.token)
		want := identity.Caller{UserID: 1001, Role: c.role, Scopes: c.scopes, Issuer: p.URL}
		if err != nil || caller != want {
			t.Errorf("%s: %+v, %v, want %+v", name, caller, err, want)
		}
	}
}

func TestClaimsAreNamedByConfiguration(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, func(c *oidc.Config) {
		c.UserClaim, c.RoleClaim, c.ScopeClaim = "https://example.org/id", "realm_access.roles", "permissions"
		c.Audience = []string{"one", "two"}
	}, p.URL)
	said := usual(p.URL).with("aud", "two").with("https://example.org/id", "u-1").with("permissions", []string{"chat"}).
		with("realm_access", map[string]any{"roles": []string{"admin"}})
	caller, err := gate.Verify(t.Context(), ecOne().sign(t, said, nil))
	want := identity.Caller{UserID: 1001, Role: identity.RoleAdmin, Scopes: identity.LimitTo("chat"), Issuer: p.URL}
	if err != nil || caller != want {
		t.Errorf("%+v, %v, want %+v", caller, err, want)
	}
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, said.with("https://example.org/id", nil), nil)); err == nil {
		t.Error("a token without the claim of the user is accepted, by its sub")
	}
}

// A claim of another form than the one that is documented is refused with its token, and grants nothing.
func TestAClaimOfAnotherFormIsRefusedByName(t *testing.T) {
	p := newProvider(t, ecOne().public())
	usually := newGate(t, nil, p.URL)
	named := newGate(t, func(c *oidc.Config) { c.RoleClaim, c.ScopeClaim = "realm.roles", "scp" }, p.URL)
	good := usual(p.URL)
	bare := good.with("scope", nil)
	realm := func(roles any) claims {
		return good.with("realm", map[string]any{"roles": roles}).with("scp", []string{"chat"})
	}
	for name, c := range map[string]struct {
		gate  gate
		said  claims
		claim string
	}{
		"roles as a text":               {usually, good.with("roles", "admin"), "roles"},
		"roles as an empty text":        {usually, good.with("roles", ""), "roles"},
		"roles as words":                {usually, good.with("roles", "user admin"), "roles"},
		"roles as an object":            {usually, good.with("roles", map[string]any{"admin": true}), "roles"},
		"roles as a number":             {usually, good.with("roles", 1), "roles"},
		"roles as true":                 {usually, good.with("roles", true), "roles"},
		"roles in an array of arrays":   {usually, good.with("roles", []any{[]any{"admin"}}), "roles"},
		"a number among roles":          {usually, good.with("roles", []any{"admin", 1}), "roles"},
		"scope as an array":             {usually, good.with("scope", []string{"chat"}), "scope"},
		"scope as a number":             {usually, good.with("scope", 1), "scope"},
		"scope as an object":            {usually, good.with("scope", map[string]any{"chat": true}), "scope"},
		"scp as a text":                 {usually, bare.with("scp", "chat"), "scp"},
		"null among scp":                {usually, bare.with("scp", []any{"chat", nil}), "scp"},
		"a claim of roles by its path":  {named, realm("admin"), "realm.roles"},
		"a claim of scopes by its name": {named, realm([]string{}).with("scp", 7), "scp"},
	} {
		caller, err := c.gate.Verify(t.Context(), ecOne().sign(t, c.said, nil))
		if err == nil || apperr.From(err).Reason != apperr.Unauthenticated("x").Reason || !strings.Contains(err.Error(), "claim "+c.claim+" ") {
			t.Errorf("%s: %+v, %v", name, caller, err)
		}
	}
	said := realm([]string{"admin"}).with("scp", "chat x")
	caller, err := named.Verify(t.Context(), ecOne().sign(t, said, nil))
	if err != nil || caller.Role != identity.RoleAdmin || caller.Scopes != identity.LimitTo("chat", "x") {
		t.Errorf("words in a claim that the operator names: %+v, %v", caller, err)
	}
}

func TestTheSameNameAtTwoProvidersIsTwoUsers(t *testing.T) {
	one, two := newProvider(t, ecOne().public()), newProvider(t, ecOne().public())
	gate := newGate(t, nil, one.URL, two.URL)
	first, err := gate.Verify(t.Context(), ecOne().sign(t, usual(one.URL), nil))
	second, err2 := gate.Verify(t.Context(), ecOne().sign(t, usual(two.URL), nil))
	if err != nil || err2 != nil || first.UserID == second.UserID {
		t.Errorf("%+v, %v and %+v, %v", first, err, second, err2)
	}
}

func TestABusyUserCostsNoNetwork(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	token := ecOne().sign(t, usual(p.URL), nil)
	for range 100 {
		if _, err := gate.Verify(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	if gate.users.asked.Load() != 1 || p.asked.Load() != 1 {
		t.Errorf("100 calls ask for the user %d times and for keys %d times", gate.users.asked.Load(), p.asked.Load())
	}
}

func TestWhatIsRememberedOfATokenEndsWithIt(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	token := ecOne().sign(t, usual(p.URL).with("exp", now.Add(10*time.Second).Unix()), nil)
	if _, err := gate.Verify(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	gate.clock.Advance(71*time.Second + time.Millisecond) // the skew later
	if caller, err := gate.Verify(t.Context(), token); err == nil {
		t.Errorf("an expired token is still %+v", caller)
	}
}

func TestAProviderChangesItsKeys(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	old := ecOne().sign(t, usual(p.URL), nil)
	if _, err := gate.Verify(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	p.publish(edOne().public())
	gate.clock.Advance(3 * time.Second)
	if _, err := gate.Verify(t.Context(), edOne().sign(t, usual(p.URL), nil)); err != nil {
		t.Errorf("a token of the new key: %v", err)
	}
	if _, err := gate.Verify(t.Context(), old); err == nil {
		t.Error("a token whose key is published no more is remembered")
	}
}

func TestAKeyThatIsWithdrawnEndsByItself(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	token := ecOne().sign(t, usual(p.URL), nil)
	if _, err := gate.Verify(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	p.publish(edOne().public())
	if err := gate.clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	gate.clock.Advance(5 * time.Minute)
	if err := gate.clock.BlockUntilContext(t.Context(), 1); err != nil { // the keys are fetched, and the next time is set
		t.Fatal(err)
	}
	if caller, err := gate.Verify(t.Context(), token); err == nil {
		t.Errorf("five minutes later the token is still %+v", caller)
	}
}

func TestWhileTheProviderIsAwayKnownKeysGoOn(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL), nil)); err != nil {
		t.Fatal(err)
	}
	p.Close()
	gate.clock.Advance(10 * time.Minute)
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL).with("jti", "2"), nil)); err != nil {
		t.Errorf("a new token of a known key: %v", err)
	}
	gate.clock.Advance(3 * time.Second)
	_, err := gate.Verify(t.Context(), edOne().sign(t, usual(p.URL), nil))
	refused := apperr.From(err)
	if refused == nil || refused.ToolCode() != "AUTH_REQUIRED" || !strings.Contains(refused.Message, "cannot be asked now") {
		t.Errorf("a token of an unknown key: %v", err)
	}
}

func TestAGateThatStartsBeforeItsProvider(t *testing.T) {
	p := newProvider(t, ecOne().public())
	p.away.Store(true)
	gate := newGate(t, nil, p.URL)
	token := ecOne().sign(t, usual(p.URL), nil)
	if _, err := gate.Verify(t.Context(), token); apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
		t.Fatalf("without any keys: %v", err)
	}
	p.away.Store(false)
	gate.clock.Advance(3 * time.Second)
	if _, err := gate.Verify(t.Context(), token); err != nil {
		t.Errorf("when the provider is back: %v", err)
	}
}

func TestTokensOfUnknownKeysDoNotFloodTheProvider(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL), nil)); err != nil {
		t.Fatal(err)
	}
	before := p.asked.Load()
	for i := range 50 {
		made := key{strings.Repeat("k", i+1), jose.ES256, ecOne().private}
		if _, err := gate.Verify(t.Context(), made.sign(t, usual(p.URL), nil)); err == nil {
			t.Fatal("a key that is not published is accepted")
		}
	}
	if asked := p.asked.Load() - before; asked > 1 {
		t.Errorf("50 tokens of unknown keys ask the provider %d times", asked)
	}
}

func TestWhileNobodyKnowsTheUsersKnownUsersGoOn(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	token := ecOne().sign(t, usual(p.URL), nil)
	if _, err := gate.Verify(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	gate.users.away.Store(true)
	gate.clock.Advance(6 * time.Minute)
	if caller, err := gate.Verify(t.Context(), token); err != nil || caller.UserID != 1001 {
		t.Errorf("a known user: %+v, %v", caller, err)
	}
	_, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL).with("sub", "new"), nil))
	if apperr.From(err).ToolCode() != "NETWORK_ERROR" {
		t.Errorf("an unknown user: %v, want NETWORK_ERROR", err)
	}
}

func TestKeysThatAreNotToBeTrustedAreLeftOut(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0") // Go itself makes none so short
	short := rsaKey("short", 1024)
	encrypting := ecKey("enc")
	encrypts := encrypting.public()
	encrypts.Use = "enc"
	other := ecKey("other")
	othersUse := other.public()
	othersUse.Algorithm = string(jose.ES384)
	p := newProvider(t, short.public(), encrypts, othersUse, ecOne().public())
	gate := newGate(t, nil, p.URL)
	for name, signer := range map[string]key{"a short key": short, "a key for encryption": encrypting, "a key of another algorithm": other} {
		if caller, err := gate.Verify(t.Context(), signer.sign(t, usual(p.URL), nil)); err == nil {
			t.Errorf("%s makes somebody %+v", name, caller)
		}
	}
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL), nil)); err != nil {
		t.Errorf("the good key beside them: %v", err)
	}
}

func TestAProviderThatSaysItIsAnotherIsNotBelieved(t *testing.T) {
	for name, metadata := range map[string]map[string]any{
		"another issuer":             {"issuer": "https://id.example.org"},
		"keys of nowhere":            {"jwks_uri": ""},
		"keys over plain HTTP":       {"jwks_uri": "http://id.example.org/keys"},
		"keys in a file":             {"jwks_uri": "file:///etc/passwd"},
		"an issuer with a slash":     {"issuer": "slash"},
		"keys of another kind":       {"jwks_uri": 5},
		"an address without a host ": {"jwks_uri": "https:///keys"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProvider(t, ecOne().public())
			if metadata["issuer"] == "slash" {
				metadata["issuer"] = p.URL + "/"
			}
			p.metadata = metadata
			gate := newGate(t, nil, p.URL)
			if caller, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL), nil)); err == nil {
				t.Errorf("its token is %+v", caller)
			}
		})
	}
}

func BenchmarkATokenThatWasVerified(b *testing.B) { benchmark(b, 1) }

func BenchmarkATokenThatIsNew(b *testing.B) { benchmark(b, 2000) }

// benchmark verifies so many different tokens in turn, each as if it were long ago that it was verified.
func benchmark(b *testing.B, different int) {
	p := newProvider(b, ecOne().public())
	gate := newGate(b, nil, p.URL)
	tokens := make([]string, different)
	for i := range tokens {
		tokens[i] = ecOne().sign(b, usual(p.URL), nil)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if different > 1 && i%different == 0 {
			gate.clock.Advance(31 * time.Second)
		}
		if _, err := gate.Verify(b.Context(), tokens[i%different]); err != nil {
			b.Fatal(err)
		}
	}
}

// However many tokens there are, the gateway remembers no more than it has room for; of those that are refused, nothing.
func TestAFloodOfTokensTakesNoMoreMemory(t *testing.T) {
	p := newProvider(t, edOne().public())
	gate := newGate(t, nil, p.URL)
	for n := range 100 {
		if caller, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL).with("sub", strconv.Itoa(n)), nil)); err == nil {
			t.Fatalf("a token of another's key is %+v", caller)
		}
	}
	if tokens, users := gate.Remembered(); tokens != 0 || users != 0 {
		t.Errorf("of tokens that are refused it remembers %d, and %d users", tokens, users)
	}
	config := oidc.DefaultConfig()
	config.Issuer, config.Audience = []string{p.URL}, []string{audience}
	flooded := oidc.New(oidc.Options{Config: config, Users: everybody{}, Clock: gate.clock, Logger: slog.New(slog.DiscardHandler)})
	flooded.Start(t.Context())
	defer flooded.Stop()
	for n := range oidc.MaxRemembered + 500 {
		if _, err := flooded.Verify(t.Context(), edOne().sign(t, usual(p.URL).with("sub", strconv.Itoa(n)), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if tokens, users := flooded.Remembered(); tokens != oidc.MaxRemembered || users != oidc.MaxRemembered {
		t.Errorf("it remembers %d tokens and %d users, not %d", tokens, users, oidc.MaxRemembered)
	}
}

// everybody is a connection to a users-svc that has seen everybody, and answers at once.
type everybody struct{ grpc.ClientConnInterface }

// Invoke implements grpc.ClientConnInterface.
func (everybody) Invoke(_ context.Context, _ string, _, reply any, _ ...grpc.CallOption) error {
	reply.(*usersv1.ResolveIdentityResponse).UserId = 7
	return nil
}
