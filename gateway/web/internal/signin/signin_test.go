package signin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/web/internal/signin"
)

func open(t *testing.T, clock *clockwork.FakeClock, key []byte) *signin.SignIn {
	t.Helper()
	made, err := signin.New(signin.Options{Issuer: "http://127.0.0.1:1", ClientID: "pages", Key: key, HTTP: http.DefaultClient, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestASessionIsReadByEveryReplicaAndByNobodyElse(t *testing.T) {
	clock := clockwork.NewFakeClock()
	key := signin.NewKey()
	one, other, stranger := open(t, clock, key), open(t, clock, key), open(t, clock, signin.NewKey())
	sealed, err := one.Seal(signin.Session{Token: "secret-token", Expires: clock.Now().Add(time.Hour)})
	if err != nil || strings.Contains(sealed, "secret") {
		t.Fatalf("%s, %v", sealed, err)
	}
	if session, ok := other.Open(sealed); !ok || session.Token != "secret-token" {
		t.Errorf("another replica reads %+v, %t", session, ok)
	}
	changed := sealed[:len(sealed)-2] + "AA"
	for name, value := range map[string]string{"none": "", "garbage": "%%%", "short": "AAAA", "a changed one": changed} {
		if _, ok := one.Open(value); ok {
			t.Errorf("%s is a session", name)
		}
	}
	if _, ok := stranger.Open(sealed); ok {
		t.Error("another key opens it")
	}
	clock.Advance(time.Hour)
	if _, ok := one.Open(sealed); ok {
		t.Error("it does not end")
	}
}

// However willing the provider is, a person signs in again after a week.
func TestASessionIsNotProlongedForEver(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := open(t, clock, signin.NewKey())
	sealed, err := s.SealRenewal(&signin.Renewal{Token: "secret-token", Subject: "amina", Until: clock.Now().Add(signin.MostAge)})
	if err != nil || strings.Contains(sealed, "secret") {
		t.Fatalf("%s, %v", sealed, err)
	}
	if renewal := s.OpenRenewal(sealed); renewal == nil || renewal.Token != "secret-token" {
		t.Errorf("it is %+v", renewal)
	}
	if _, ok := s.Open(sealed); ok {
		t.Error("what prolongs a session is one")
	}
	if renewal := open(t, clock, signin.NewKey()).OpenRenewal(sealed); renewal != nil {
		t.Error("another key opens it")
	}
	clock.Advance(signin.MostAge)
	if renewal := s.OpenRenewal(sealed); renewal != nil {
		t.Error("it does not end")
	}
}

func TestAKeyThatCouldBeGuessedIsRefused(t *testing.T) {
	if _, err := signin.New(signin.Options{Key: []byte("short")}); err == nil {
		t.Error("five bytes are a key")
	}
}

func TestAnAnswerToNoQuestionSignsNobodyIn(t *testing.T) {
	clock := clockwork.NewFakeClock()
	s := open(t, clock, signin.NewKey())
	session, err := s.Seal(signin.Session{Token: "x", Expires: clock.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]string{"nothing": "", "a session": session} {
		_, err := s.Finish(t.Context(), url.Values{"state": {""}, "code": {"c"}}, kept, "http://x/callback", "http://x")
		if err == nil {
			t.Errorf("a browser that kept %s is signed in", name)
		}
	}
}
