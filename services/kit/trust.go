package kit

import (
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/telemetry"
)

// Trust is by what a program proves who it is, and by which rules it decides who may call what. Services and the gateway embed it in
// their Configs. A program that runs several of them opens each part once and shares it.
type Trust struct {
	// Credential locates the platform's credential, which is presented on every call and required of callers. A program
	// that other machines can reach does not start without one, unless it has TLS.
	Credential credential.Config `embed:""`
	// TLS locates the certificate with which programs prove to each other who they are. A program that speaks with other
	// machines does not start without it, unless it may speak in plain text.
	TLS mtls.Config `embed:""`
	// Policy locates the rules about who may call what, besides the annotations of the RPCs.
	Policy access.Config `embed:""`

	// Shared replaces the credential that Credential names; nil uses that one.
	Shared *credential.Credential `kong:"-"`
	// SharedTLS replaces the certificate that TLS names; nil uses that one.
	SharedTLS *mtls.Source `kong:"-"`
	// Access replaces the policy that Policy locates; nil uses that one.
	Access *access.Decider `kong:"-"`
}

// HasTLS reports whether the program proves by a certificate who it is.
func (t Trust) HasTLS() bool { return t.TLS.Enabled() || t.SharedTLS != nil }

// HasCredential reports whether the program has the platform's credential.
func (t Trust) HasCredential() bool { return t.Credential.File != "" || t.Shared != nil }

// OpenCredential returns the platform's credential, nil if there is none.
func (t Trust) OpenCredential(to *telemetry.Telemetry) (*credential.Credential, error) {
	if t.Shared != nil {
		return t.Shared, nil
	}
	return t.Credential.Open(clock.System(), to.Logger)
}

// OpenTLS returns the program's certificate, nil if it has none, and measures when that ends.
func (t Trust) OpenTLS(to *telemetry.Telemetry) (*mtls.Source, error) {
	source := t.SharedTLS
	if source == nil {
		var err error
		if source, err = t.TLS.Open(mtls.Options{Clock: clock.System(), Logger: to.Logger}); err != nil || source == nil {
			return nil, err
		}
	}
	if err := source.Measure(to.MeterProvider); err != nil {
		return nil, err
	}
	return source, nil
}

// OpenAccess returns what decides who may call what, at the times of a clock.
func (t Trust) OpenAccess(to *telemetry.Telemetry, at clock.Clock) (*access.Decider, error) {
	if t.Access != nil {
		return t.Access, nil
	}
	return t.Policy.Open(access.Options{Clock: at, Logger: to.Logger, Metrics: to.Registerer})
}
