// Package authority signs the certificates of an installation that has no authority of its own, such as cert-manager.
package authority

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"slices"
	"time"
)

// skew is how long before now a certificate is valid already, for machines whose clock is late.
const skew = 5 * time.Minute

// Pair is a certificate and its key, in PEM.
type Pair struct{ Certificate, Key []byte }

// Authority signs certificates. It is safe for concurrent use.
type Authority struct {
	Pair
	certificate *x509.Certificate
	key         crypto.Signer
}

// New returns a new authority, which is valid until ends.
func New(name string, now, ends time.Time) (*Authority, error) {
	template, err := template(name, now, ends)
	if err != nil {
		return nil, err
	}
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	pair, err := signed(template, template, key, key)
	if err != nil {
		return nil, err
	}
	return Parse(pair)
}

// Parse returns the authority that New made. Its certificate may be followed by those of authorities that it replaces.
func Parse(pair Pair) (*Authority, error) {
	both, err := tls.X509KeyPair(pair.Certificate, pair.Key)
	if err != nil {
		return nil, fmt.Errorf("the authority: %w", err)
	}
	if !both.Leaf.IsCA {
		return nil, errors.New("the authority: its certificate is not one of an authority")
	}
	return &Authority{Pair: pair, certificate: both.Leaf, key: both.PrivateKey.(crypto.Signer)}, nil
}

// Ends returns when the authority ends.
func (a *Authority) Ends() time.Time { return a.certificate.NotAfter }

// Request is what a certificate says.
type Request struct {
	// ID is the SPIFFE id, such as spiffe://salaatflow/tasks-svc; empty is none.
	ID string
	// DNS are names, Addresses are IP addresses at which clients of other kinds find the program.
	DNS       []string
	Addresses []net.IP
	// Begins and Ends are when it is valid. It never outlives the authority.
	Begins, Ends time.Time
}

// Sign returns a certificate for a new key, with which a program is both server and client.
func (a *Authority) Sign(r Request) (Pair, error) {
	if a.certificate.NotAfter.Before(r.Ends) {
		r.Ends = a.certificate.NotAfter
	}
	template, err := template("", r.Begins, r.Ends)
	if err != nil {
		return Pair{}, err
	}
	template.DNSNames, template.IPAddresses = r.DNS, r.Addresses
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	if r.ID != "" {
		id, err := url.Parse(r.ID)
		if err != nil {
			return Pair{}, err
		}
		template.URIs = []*url.URL{id}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, err
	}
	return signed(template, a.certificate, key, a.key)
}

// Validity is when a certificate is valid.
type Validity struct{ Begins, Ends time.Time }

// Left returns what is left of it at now, as a fraction of the whole.
func (v Validity) Left(now time.Time) float64 {
	return float64(v.Ends.Sub(now)) / float64(v.Ends.Sub(v.Begins))
}

// Signed reports whether the authority has signed a certificate that says what is requested, and when that is valid.
func (a *Authority) Signed(pair Pair, r Request) (Validity, bool) {
	both, err := tls.X509KeyPair(pair.Certificate, pair.Key)
	if err != nil || both.Leaf.CheckSignatureFrom(a.certificate) != nil {
		return Validity{}, false
	}
	id := ""
	if len(both.Leaf.URIs) > 0 {
		id = both.Leaf.URIs[0].String()
	}
	same := id == r.ID && slices.Equal(both.Leaf.DNSNames, r.DNS) && fmt.Sprint(both.Leaf.IPAddresses) == fmt.Sprint(r.Addresses)
	return Validity{Begins: both.Leaf.NotBefore, Ends: both.Leaf.NotAfter}, same
}

func template(name string, begins, ends time.Time) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: begins.Add(-skew), NotAfter: ends,
	}, nil
}

func signed(template, parent *x509.Certificate, key *ecdsa.PrivateKey, by crypto.Signer) (Pair, error) {
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), by)
	if err != nil {
		return Pair{}, fmt.Errorf("sign a certificate: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return Pair{}, err
	}
	var pair Pair
	pair.Certificate = encode("CERTIFICATE", der)
	pair.Key = encode("PRIVATE KEY", private)
	return pair, nil
}

func encode(kind string, der []byte) []byte {
	var text bytes.Buffer
	_ = pem.Encode(&text, &pem.Block{Type: kind, Bytes: der}) // a buffer takes everything
	return text.Bytes()
}
