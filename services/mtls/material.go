package mtls

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/peer"
	"github.com/salaatflow/platform/services/secretfile"
)

// maxFileBytes bounds what is read of a file.
const maxFileBytes = 1 << 20

// material is what the files held at one time.
type material struct {
	certificate tls.Certificate
	leaf        *x509.Certificate
	own         peer.Identity
	roots       *x509.CertPool
	now         func() time.Time
	server      *tls.Config
}

// load reads the files and checks that others will believe what they hold.
func load(c Config, now func() time.Time) (*material, error) {
	cert, err := secretfile.Read(c.Cert, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	key, err := secretfile.Read(c.Key, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("--tls-key: %w", err)
	}
	ca, err := secretfile.Read(c.CA, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("--tls-ca: %w", err)
	}
	m := &material{now: now, roots: x509.NewCertPool()}
	if m.certificate, err = tls.X509KeyPair(cert, key); err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %s and %s: %w", c.Cert, c.Key, err)
	}
	if !m.roots.AppendCertsFromPEM(ca) {
		return nil, fmt.Errorf("--tls-ca: %s contains no certificate in PEM", c.CA)
	}
	m.leaf = m.certificate.Leaf
	if m.own, err = peer.Of(m.leaf); err != nil {
		return nil, fmt.Errorf("--tls-cert: %s: %w", c.Cert, err)
	}
	for use, usage := range map[string]x509.ExtKeyUsage{"servers": x509.ExtKeyUsageServerAuth, "clients": x509.ExtKeyUsageClientAuth} {
		if err := m.verify(m.chain(), usage); err != nil {
			return nil, fmt.Errorf("--tls-cert: %s: %s will be refused by programs that believe --tls-ca %s: for %s: %w",
				c.Cert, m.own, c.CA, use, err)
		}
	}
	m.server = m.serverConfig()
	return m, nil
}

// chain returns the certificate and its intermediates.
func (m *material) chain() []*x509.Certificate {
	chain := []*x509.Certificate{m.leaf}
	for _, der := range m.certificate.Certificate[1:] {
		if intermediate, err := x509.ParseCertificate(der); err == nil { // verify says what is missing then
			chain = append(chain, intermediate)
		}
	}
	return chain
}

// verify returns an error unless an authority has signed the first certificate for this usage, and it is valid now.
func (m *material) verify(chain []*x509.Certificate, usage x509.ExtKeyUsage) error {
	if len(chain) == 0 {
		return errors.New("there is no certificate")
	}
	options := x509.VerifyOptions{
		Roots: m.roots, Intermediates: x509.NewCertPool(), CurrentTime: m.now(), KeyUsages: []x509.ExtKeyUsage{usage},
	}
	for _, intermediate := range chain[1:] {
		options.Intermediates.AddCert(intermediate)
	}
	_, err := chain[0].Verify(options)
	return err
}

func (m *material) serverConfig() *tls.Config {
	return &tls.Config{
		MinVersion:             tls.VersionTLS13,
		Certificates:           []tls.Certificate{m.certificate},
		ClientAuth:             tls.RequireAndVerifyClientCert,
		ClientCAs:              m.roots,
		Time:                   m.now,
		SessionTicketsDisabled: true, // each connection proves again who it is
	}
}

// clientConfig believes a server whom an authority has signed and whom expected accepts.
func (m *material) clientConfig(expected func(peer.Identity) error) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		Time:       m.now,
		// The certificate is shown whatever authorities the server names, so that its refusal says what is wrong.
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &m.certificate, nil },
		// crypto/tls would look for the name that was dialled, which for an instance is an address. VerifyConnection checks the
		// chain and who the server is.
		InsecureSkipVerify: true, //nolint:gosec // G402: VerifyConnection verifies all of it
		VerifyConnection: func(state tls.ConnectionState) error {
			if err := m.verify(state.PeerCertificates, x509.ExtKeyUsageServerAuth); err != nil {
				return err
			}
			who, err := peer.Of(state.PeerCertificates[0])
			if err != nil {
				return &anotherProgramError{err.Error()}
			}
			return expected(who)
		},
	}
}
