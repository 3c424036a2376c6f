package cli

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/languagemodel"
)

// One endpoint serves the chat and the skills, unless these are given one of their own.
func TestTheEndpointOfSkills(t *testing.T) {
	const all, own = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"
	for name, c := range map[string]struct{ llm, skills, want languagemodel.Config }{
		"none": {},
		"one for everything": {
			llm: languagemodel.Config{URL: all, Model: "m", Key: "secret"}, want: languagemodel.Config{URL: all, Model: "m", Key: "secret"},
		},
		"a model of their own there": {
			llm: languagemodel.Config{URL: all, Model: "m", Key: "secret"}, skills: languagemodel.Config{Model: "n"},
			want: languagemodel.Config{URL: all, Model: "n", Key: "secret"},
		},
		"one of their own, which is not told the other's key": {
			llm: languagemodel.Config{URL: all, Model: "m", Key: "secret"}, skills: languagemodel.Config{URL: own, Model: "n"},
			want: languagemodel.Config{URL: own, Model: "n"},
		},
		"for skills alone": {skills: languagemodel.Config{URL: own, Model: "n"}, want: languagemodel.Config{URL: own, Model: "n"}},
	} {
		up := upCommand{LLM: c.llm}
		up.Skills.Model = c.skills
		if got := up.skills().Model; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// What up shows to be tried first is not refused: only development believes who a caller says to be.
func TestFirstCallsAreThoseThatTheGatewayAccepts(t *testing.T) {
	for auth, c := range map[string]struct {
		has, hasNot string
	}{
		"dev":  {"X-User-ID: 1", "login"},
		"oidc": {"salaatflow login --gateway http://127.0.0.1:1", "X-User-ID"},
		"none": {"Fajr kab hai?", "user_id"},
	} {
		got := firstCalls(auth, "http://127.0.0.1:1")
		if !strings.Contains(got, c.has) || strings.Contains(got, c.hasNot) || !strings.HasSuffix(got, "\n") {
			t.Errorf("%s: %s", auth, got)
		}
	}
}
