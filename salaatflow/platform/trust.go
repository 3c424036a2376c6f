package platform

import (
	"path/filepath"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
)

// credentialFile is the file of the platform's own credential, in the data folder. A backup has none, since each folder makes its own.
const credentialFile = "credential"

// trust is by what the parts know each other.
type trust struct {
	shared *credential.Credential // nil with TLS alone
	file   string                 // of shared
	tls    *mtls.Source           // nil without TLS
	// strangers is set if programs of this machine may join that show nothing.
	strangers bool
}

// openTrust opens what the configuration names. Where it names nothing, the platform keeps a credential of its own: otherwise every
// program of this machine could call its services as any user, and register in their names. The data folder must be there.
func (c Config) openTrust() (t trust, err error) {
	if t.tls, err = c.TLS.Open(mtls.Options{Clock: clock.System(), Logger: c.logger()}); err != nil {
		return trust{}, err
	}
	if t.file = c.Credential.File; t.file != "" || t.tls != nil {
		t.shared, err = c.Credential.Open(clock.System(), c.logger())
		return t, err
	}
	t.file, t.strangers = filepath.Join(c.Data, credentialFile), true
	t.shared, err = credential.Keep(t.file, clock.System(), c.logger())
	return t, err
}
