package policy

import (
	"net/http"
	"strings"
	"testing"
)

// A turn of the chat that is refused for want of a scope says which, as every other call does, so that a client can ask for it.
func TestATurnWithoutAScopeSaysWhichItNeeds(t *testing.T) {
	p := newProvider(t)
	g, _ := start(t, "rules: []", p)
	for name, c := range map[string]struct{ scopes, message, header string }{
		"to write":       {"chat tasks:read", "add a task to call my mother", `error="insufficient_scope"`},
		"to read":        {"chat", "show my tasks", `error="insufficient_scope"`},
		"nothing needed": {"chat", "Asr time in Gulshan", ""},
		"enough":         {"chat tasks:write", "add a task to call my mother", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := g.call(t, p.token(t, "aisha", c.scopes, nil), http.MethodPost, "/api/v1/chat", `{"message":"`+c.message+`"}`)
			challenge := got.header.Get("WWW-Authenticate")
			if c.header == "" {
				if got.status != http.StatusOK || challenge != "" {
					t.Errorf("%d %s %q", got.status, got.body, challenge)
				}
				return
			}
			if got.status != http.StatusForbidden || !strings.Contains(challenge, c.header) ||
				!strings.Contains(challenge, `scope="chat tasks:`) || !strings.Contains(challenge, "resource_metadata=") {
				t.Errorf("%d %s %q", got.status, got.body, challenge)
			}
			if got.object(t)["error"] != "FORBIDDEN" {
				t.Errorf("%s", got.body)
			}
		})
	}
}
