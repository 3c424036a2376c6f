package mtls

import (
	"errors"
	"fmt"
)

// Config locates a program's certificate, its key, and the authorities that it believes. All three are given, or none. It is
// embedded in the configuration of every program.
type Config struct {
	Cert string `name:"tls-cert" env:"SALAATFLOW_TLS_CERT" placeholder:"FILE" help:"Speak TLS with other programs, with the certificate (PEM, then its intermediates) in this file; read again when it changes."`
	Key  string `name:"tls-key" env:"SALAATFLOW_TLS_KEY" placeholder:"FILE" help:"The key of --tls-cert, in PEM."`
	CA   string `name:"tls-ca" env:"SALAATFLOW_TLS_CA" placeholder:"FILE" help:"Believe programs whose certificates an authority in this file (PEM) has signed; several while one replaces another."`
}

// Enabled reports whether a certificate is configured.
func (c Config) Enabled() bool { return c != Config{} }

// Validate returns an error that names the flag that is missing.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var errs []error
	for _, flag := range []struct{ name, value string }{{"--tls-cert", c.Cert}, {"--tls-key", c.Key}, {"--tls-ca", c.CA}} {
		if flag.value == "" {
			errs = append(errs, fmt.Errorf("%s: is required: TLS needs --tls-cert, --tls-key and --tls-ca", flag.name))
		}
	}
	return errors.Join(errs...)
}
