package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// certificateLife is how long the cluster's certificates are valid, which is as long as a cluster can be up.
const certificateLife = 30 * 24 * time.Hour

// pki is the cluster's own certificate authority, whose files the components read.
type pki struct {
	folder      string
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
	serial      int64
}

func newPKI(folder string) (*pki, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	p := &pki{folder: folder, key: key}
	template := p.template(pkix.Name{CommonName: "kubebox"})
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	if p.certificate, err = x509.ParseCertificate(der); err != nil {
		return nil, err
	}
	if err := p.write("ca.crt", "CERTIFICATE", der); err != nil {
		return nil, err
	}
	if err := p.writeKey("ca.key", key); err != nil {
		return nil, err
	}
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader) // of the tokens of service accounts
	if err != nil {
		return nil, err
	}
	if err := p.writeKey("sa.key", signer); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *pki) template(subject pkix.Name) *x509.Certificate {
	p.serial++
	return &x509.Certificate{
		SerialNumber: big.NewInt(p.serial), Subject: subject,
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(certificateLife),
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
}

// issue writes NAME.crt and NAME.key, for a client of this name and these groups, and for a server with these addresses.
func (p *pki) issue(name string, subject pkix.Name, dnsNames []string, addresses ...string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := p.template(subject)
	template.DNSNames = dnsNames
	for _, address := range addresses {
		template.IPAddresses = append(template.IPAddresses, net.ParseIP(address))
	}
	der, err := x509.CreateCertificate(rand.Reader, template, p.certificate, key.Public(), p.key)
	if err != nil {
		return err
	}
	if err := p.write(name+".crt", "CERTIFICATE", der); err != nil {
		return err
	}
	return p.writeKey(name+".key", key)
}

// kubeconfig writes a file with which the holder of certificate NAME reaches the API server at the address.
func (p *pki) kubeconfig(file, name, address string) error {
	contents := map[string]string{"Server": "https://" + address, "User": name}
	for field, source := range map[string]string{"CA": "ca.crt", "Certificate": name + ".crt", "Key": name + ".key"} {
		data, err := os.ReadFile(p.path(source))
		if err != nil {
			return err
		}
		contents[field] = base64.StdEncoding.EncodeToString(data)
	}
	return render("kubeconfig.yaml", file, contents)
}

func (p *pki) path(name string) string { return filepath.Join(p.folder, name) }

func (p *pki) writeKey(name string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	return p.write(name, "EC PRIVATE KEY", der)
}

func (p *pki) write(name, kind string, der []byte) error {
	data := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	if err := os.WriteFile(p.path(name), data, 0o600); err != nil {
		return fmt.Errorf("the certificates: %w", err)
	}
	return nil
}
