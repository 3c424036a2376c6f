package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/gateway/client"
)

// token is a source of one token, or of none.
type token string

func (t token) Token(context.Context) (string, error) {
	if t == "" {
		return "", errors.New("nobody is signed in")
	}
	return string(t), nil
}

func TestATokenGoesToTheGatewayAndNowhereElse(t *testing.T) {
	var elsewhere, here string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		elsewhere = r.Header.Get("Authorization")
	}))
	defer other.Close()
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		here = r.Header.Get("Authorization")
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer gateway.Close()
	c := must(client.New(gateway.URL, client.WithTokens(token("sft_x"))))(t)
	defer c.Close()
	if _, err := c.Tools(t.Context()); err == nil {
		t.Error("an empty answer is a catalogue")
	}
	if here != "Bearer sft_x" || elsewhere != "" {
		t.Errorf("the gateway got %q and another host %q", here, elsewhere)
	}
}

func TestWithoutATokenTheGatewayIsNotAsked(t *testing.T) {
	asked := false
	gateway := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer gateway.Close()
	c := must(client.New(gateway.URL, client.WithTokens(token(""))))(t)
	defer c.Close()
	_, err := c.Tools(t.Context())
	if err == nil || err.Error() != "nobody is signed in" || asked {
		t.Errorf("asked: %t, %v", asked, err)
	}
}
