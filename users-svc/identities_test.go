package userssvc_test

import (
	"strings"
	"testing"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	userssvc "github.com/salaatflow/platform/users-svc"
)

func TestWhoSignsInElsewhereIsOneUserHere(t *testing.T) {
	first := int32(1001)
	client, _ := serve(t, func(c *userssvc.Config) { c.Admins = []int32{first, first + 1} })
	resolve := func(issuer, subject string) int32 {
		t.Helper()
		answer, err := client.ResolveIdentity(t.Context(), &usersv1.ResolveIdentityRequest{Issuer: issuer, Subject: subject})
		if err != nil {
			t.Fatal(err)
		}
		return answer.GetUserId()
	}
	aisha := resolve("https://id.example.org", "aisha")
	if again := resolve("https://id.example.org", "aisha"); again != aisha {
		t.Errorf("the same identity is user %d, and then %d", aisha, again)
	}
	if other := resolve("https://other.example.org", "aisha"); other == aisha {
		t.Errorf("the same name at another provider is the same user %d", aisha)
	}
	if user := get(t, client, aisha); user.GetRole() != "user" {
		t.Errorf("who signs in first is %v: the number was an administrator's", user)
	}
}

func TestAnAPITokenSaysWhereItsOwnerSignsIn(t *testing.T) {
	client, _ := serve(t, nil)
	answer, err := client.ResolveIdentity(t.Context(), &usersv1.ResolveIdentityRequest{Issuer: "https://id.example.org", Subject: "aisha"})
	if err != nil {
		t.Fatal(err)
	}
	for owner, issuer := range map[int32]string{answer.GetUserId(): "https://id.example.org", 5: ""} {
		made := newToken(as(t, owner), t, client, "tasks:read")
		if got, refused := verify(t, client, made.GetToken()); refused != nil || got.GetIssuer() != issuer {
			t.Errorf("the token of user %d is of the issuer %q, %v, want %q", owner, got.GetIssuer(), refused, issuer)
		}
	}
}

func TestOnlyEdgesAskWhoSomebodyIs(t *testing.T) {
	client, _ := serve(t, nil)
	request := &usersv1.ResolveIdentityRequest{Issuer: "https://id.example.org", Subject: "aisha"}
	if _, err := client.ResolveIdentity(as(t, 5), request); apperr.From(err).ToolCode() != "FORBIDDEN" {
		t.Errorf("a user asks: %v, want FORBIDDEN", err)
	}
	for _, wrong := range []*usersv1.ResolveIdentityRequest{
		{}, {Issuer: request.Issuer}, {Subject: request.Subject},
		{Issuer: request.Issuer, Subject: strings.Repeat("a", 256)},
		{Issuer: strings.Repeat("a", 1025), Subject: "a"},
		{Issuer: request.Issuer, Subject: "аisha"}, // a Cyrillic letter
		{Issuer: request.Issuer, Subject: "a\x00"},
	} {
		if _, err := client.ResolveIdentity(t.Context(), wrong); apperr.From(err).ToolCode() != "VALIDATION_ERROR" {
			t.Errorf("%v: %v, want VALIDATION_ERROR", wrong, err)
		}
	}
}
