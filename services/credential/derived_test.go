package credential_test

import (
	"bytes"
	"crypto/sha256"
	"path/filepath"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/credential"
)

// What one service is shown is good for that service alone, also while the secret is replaced.
func TestADerivedCredentialIsOneServicesAlone(t *testing.T) {
	file, clk := filepath.Join(t.TempDir(), "credential"), clockwork.NewFakeClock()
	write(t, file, old, 0o600)
	base, err := credential.Config{File: file}.Open(clk, logTo(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	goals, plans := base.For("goals-svc"), base.For("plans-svc")
	first := goals.Presented()
	for name, c := range map[string]struct {
		by    *credential.Credential
		shown string
		want  bool
	}{
		"its own":                       {goals, first, true},
		"as another program derives it": {goals, credential.New(old).For("goals-svc").Presented(), true},
		"another service's":             {plans, first, false},
		"the platform, a service's":     {base, first, false},
		"a service, the secret itself":  {goals, old, false},
		"derived twice":                 {goals, goals.For("goals-svc").Presented(), false},
	} {
		if got := c.by.Accepts(c.shown); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	write(t, file, fresh+"\n"+old+"\n", 0o600)
	clk.Advance(time.Second)
	if second := goals.Presented(); second == first || !goals.Accepts(second) || !goals.Accepts(first) {
		t.Error("while the secret is replaced, both are accepted, and the new one is shown")
	}
	write(t, file, fresh+"\n", 0o600)
	clk.Advance(time.Second)
	if goals.Accepts(first) || goals.Presented() != credential.New(fresh).For("goals-svc").Presented() {
		t.Error("the replaced secret is still good for something")
	}
	if (*credential.Credential)(nil).For("goals-svc") != nil {
		t.Error("something is derived of nothing")
	}
}

// Services in other languages compute the same; docs/operations.md says how.
func TestHowItIsDerivedNeverChanges(t *testing.T) {
	const want = "7f9f27369577d56c7855758475de51ab1dd843e0dd4d26f5a71cd2475286d359"
	if got := credential.New("secret").For("goals-svc").Presented(); got != want {
		t.Errorf("got %s", got)
	}
}

// Keys are those of the present secret, and of the one that it replaces; none is what a service is shown, or that of another purpose.
func TestKeysFollowTheSecret(t *testing.T) {
	file, clk := filepath.Join(t.TempDir(), "credential"), clockwork.NewFakeClock()
	write(t, file, old, 0o600)
	base, err := credential.Config{File: file}.Open(clk, logTo(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	keys := base.Keys("sessions")
	first := keys()[0]
	if first != credential.New(old).Keys("sessions")()[0] || first == base.Keys("others")()[0] ||
		first == sha256.Sum256([]byte(base.For("sessions").Presented())) {
		t.Error("a key is another program's with the same secret for the same purpose, and nothing else")
	}
	write(t, file, fresh+"\n"+old+"\n", 0o600)
	clk.Advance(time.Second)
	if got := keys(); len(got) != 2 || got[0] == first || got[1] != first {
		t.Errorf("while the secret is replaced: %d keys", len(got))
	}
	if (*credential.Credential)(nil).Keys("sessions") != nil {
		t.Error("without a credential there are keys")
	}
}
