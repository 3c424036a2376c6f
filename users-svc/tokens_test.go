package userssvc_test

import (
	"context"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func limited(t *testing.T, userID int32, scopes ...string) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{
		UserID: userID, Role: identity.RoleUser, Scopes: identity.LimitTo(scopes...),
	})
}

// newToken creates a token as the caller of ctx.
func newToken(ctx context.Context, t *testing.T, client usersv1.UserServiceClient, scopes ...string) *usersv1.CreatedToken {
	t.Helper()
	answer, err := client.CreateToken(ctx, &usersv1.CreateTokenRequest{Name: proto.String("backup"), Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetToken()
}

func verify(t *testing.T, client usersv1.UserServiceClient, token string) (*usersv1.VerifyTokenResponse, *apperr.Error) {
	t.Helper()
	digest := sha256.Sum256([]byte(token))
	answer, err := client.VerifyToken(t.Context(), &usersv1.VerifyTokenRequest{Digest: digest[:]})
	return answer, apperr.From(err)
}

func list(t *testing.T, client usersv1.UserServiceClient, userID int32) []*usersv1.ApiToken {
	t.Helper()
	answer, err := client.ListTokens(as(t, userID), &usersv1.ListTokensRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if int(answer.GetCount()) != len(answer.GetTokens()) {
		t.Errorf("the count is %d of %d", answer.GetCount(), len(answer.GetTokens()))
	}
	return answer.GetTokens()
}

func TestATokenLetsItsOwnerCallUntilItExpires(t *testing.T) {
	client, clock := serve(t, nil)
	made := newToken(as(t, 5), t, client, "tasks:write", "tasks:read")
	if _, ok := apitoken.DigestOf(made.GetToken()); !ok {
		t.Fatalf("the token has no token's form")
	}
	if got := made.GetExpiresAt(); got != "2027-02-19T10:00:00+05:00" {
		t.Errorf("by default it expires at %s, want after 90 days", got)
	}
	got, refused := verify(t, client, made.GetToken())
	if refused != nil || got.GetUserId() != 5 || got.GetTokenId() != 1 ||
		!slices.Equal(got.GetScopes(), []string{"tasks:read", "tasks:write"}) {
		t.Fatalf("verified as %v, %v", got, refused)
	}
	if _, refused := verify(t, client, apitoken.New()); refused == nil || refused.ToolCode() != "AUTH_REQUIRED" {
		t.Errorf("an unknown token: %v", refused)
	}
	clock.Advance(90 * 24 * time.Hour)
	if _, refused := verify(t, client, made.GetToken()); refused == nil || refused.ToolCode() != "AUTH_REQUIRED" ||
		!strings.Contains(refused.Message, "expired") {
		t.Errorf("after its time: %v", refused)
	}
	if kept := list(t, client, 5); len(kept) != 1 || !kept[0].GetExpired() {
		t.Errorf("after its time it is listed as %v", kept)
	}
}

func TestAListOfTokensShowsTheirUseAndNotTheTokens(t *testing.T) {
	client, clock := serve(t, nil)
	made := newToken(as(t, 5), t, client, "chat")
	if got := list(t, client, 5); len(got) != 1 || got[0].LastUsedAt != nil || got[0].GetName() != "backup" || got[0].GetExpired() ||
		strings.Contains(got[0].String(), made.GetToken()) {
		t.Fatalf("listed is %v", got)
	}
	for _, use := range []struct {
		after time.Duration
		want  string
	}{
		{time.Minute, "2026-11-21T10:01:00+05:00"},
		{time.Minute, "2026-11-21T10:01:00+05:00"}, // within five minutes it is not written again
		{5 * time.Minute, "2026-11-21T10:07:00+05:00"},
	} {
		clock.Advance(use.after)
		if _, refused := verify(t, client, made.GetToken()); refused != nil {
			t.Fatal(refused)
		}
		if got := list(t, client, 5)[0].GetLastUsedAt(); got != use.want {
			t.Errorf("last used at %s, want %s", got, use.want)
		}
	}
	if got := list(t, client, 6); len(got) != 0 {
		t.Errorf("another user has %v", got)
	}
}

func TestARevokedTokenIsUnknown(t *testing.T) {
	client, _ := serve(t, nil)
	made, other := newToken(as(t, 5), t, client, "chat"), newToken(as(t, 6), t, client, "chat")
	revoke := func(ctx context.Context, request *usersv1.RevokeTokenRequest) string {
		t.Helper()
		_, err := client.RevokeToken(ctx, request)
		if err == nil {
			return ""
		}
		return apperr.From(err).ToolCode()
	}
	const one = 1
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 9, Role: identity.RoleAdmin})
	for name, c := range map[string]struct {
		ctx     context.Context
		request *usersv1.RevokeTokenRequest
		want    string
	}{
		"there is none":          {as(t, 7), &usersv1.RevokeTokenRequest{TokenId: one}, "NOT_FOUND"},
		"another user's":         {as(t, 7), &usersv1.RevokeTokenRequest{OwnerId: 5, TokenId: one}, "FORBIDDEN"},
		"nobody":                 {t.Context(), &usersv1.RevokeTokenRequest{TokenId: one}, "AUTH_REQUIRED"},
		"a number below one":     {as(t, 5), &usersv1.RevokeTokenRequest{TokenId: 0}, "VALIDATION_ERROR"},
		"no number":              {as(t, 5), &usersv1.RevokeTokenRequest{}, "VALIDATION_ERROR"},
		"an admin finds nothing": {admin, &usersv1.RevokeTokenRequest{OwnerId: 8, TokenId: one}, "NOT_FOUND"},
	} {
		if got := revoke(c.ctx, c.request); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for _, token := range []*usersv1.CreatedToken{made, other} {
		if _, refused := verify(t, client, token.GetToken()); refused != nil {
			t.Fatal(refused)
		}
	}
	if got := revoke(as(t, 5), &usersv1.RevokeTokenRequest{TokenId: one}); got != "" {
		t.Fatalf("the owner: %s", got)
	}
	if got := revoke(admin, &usersv1.RevokeTokenRequest{OwnerId: 6, TokenId: one}); got != "" {
		t.Fatalf("an administrator: %s", got)
	}
	for _, token := range []*usersv1.CreatedToken{made, other} {
		if _, refused := verify(t, client, token.GetToken()); refused == nil || refused.ToolCode() != "AUTH_REQUIRED" {
			t.Errorf("a revoked token: %v", refused)
		}
	}
}

func TestATokenGetsNoScopeThatItsMakerLacks(t *testing.T) {
	client, _ := serve(t, nil)
	own := limited(t, 5, "users:write", "tasks:read")
	newToken(own, t, client, "tasks:read")
	for _, scopes := range [][]string{{"tasks:write"}, {"tasks:read", "chat"}} {
		_, err := client.CreateToken(own, &usersv1.CreateTokenRequest{Name: proto.String("x"), Scopes: scopes})
		if refused := apperr.From(err); refused == nil || refused.ToolCode() != "FORBIDDEN" {
			t.Errorf("%v: %v, want FORBIDDEN", scopes, err)
		}
	}
	if got := list(t, client, 5); len(got) != 1 {
		t.Errorf("the refusals made tokens: %v", got)
	}
}

func TestWhatIsNoTokensRequestIsRefusedByField(t *testing.T) {
	client, _ := serve(t, nil)
	validFor := func(days int32) *usersv1.CreateTokenRequest {
		return &usersv1.CreateTokenRequest{Name: proto.String("x"), Scopes: []string{"chat"}, ExpiresInDays: &days}
	}
	for name, c := range map[string]struct {
		request *usersv1.CreateTokenRequest
		field   string
	}{
		"no name":       {&usersv1.CreateTokenRequest{Scopes: []string{"chat"}}, "name"},
		"long name":     {&usersv1.CreateTokenRequest{Name: proto.String(strings.Repeat("x", 101)), Scopes: []string{"chat"}}, "name"},
		"no scopes":     {&usersv1.CreateTokenRequest{Name: proto.String("x")}, "scopes"},
		"unknown scope": {&usersv1.CreateTokenRequest{Name: proto.String("x"), Scopes: []string{"everything"}}, "scopes[0]"},
		"no time":       {validFor(0), "expires_in_days"},
		"for ever":      {validFor(367), "expires_in_days"},
	} {
		_, err := client.CreateToken(as(t, 5), c.request)
		refused := apperr.From(err)
		if refused == nil || refused.Code != codes.InvalidArgument || len(refused.Violations) != 1 || refused.Violations[0].Field != c.field {
			t.Errorf("%s: %+v, want a violation of %s", name, refused, c.field)
		}
	}
}

func TestAUserHasABoundedNumberOfTokens(t *testing.T) {
	client, clock := serve(t, nil)
	for range 50 {
		newToken(as(t, 5), t, client, "chat")
	}
	_, err := client.CreateToken(as(t, 5), &usersv1.CreateTokenRequest{Name: proto.String("x"), Scopes: []string{"chat"}})
	if refused := apperr.From(err); refused == nil || refused.ToolCode() != "INVALID_REQUEST" || !strings.Contains(refused.Message, "50") {
		t.Errorf("one more: %v", err)
	}
	newToken(as(t, 6), t, client, "chat")
	clock.Advance(90 * 24 * time.Hour)
	newToken(as(t, 5), t, client, "chat")
}
