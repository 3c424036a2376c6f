// Package peer says which program is at the other end of a connection, by its certificate.
package peer

import (
	"context"
	"crypto/x509"
	"fmt"
	"strings"

	"github.com/spiffe/go-spiffe/v2/spiffeid"
	grpcpeer "google.golang.org/grpc/peer"
)

// Identity is who a certificate says that its holder is: a SPIFFE id, names of DNS, or both. The zero value is nobody.
type Identity struct {
	id    spiffeid.ID
	names []string // in lower case
}

// Of returns the identity in a certificate. It fails when there is none, or a SPIFFE id that is not valid.
func Of(certificate *x509.Certificate) (Identity, error) {
	var who Identity
	for _, uri := range certificate.URIs {
		if !strings.EqualFold(uri.Scheme, "spiffe") {
			continue
		}
		if !who.id.IsZero() {
			return Identity{}, fmt.Errorf("the certificate has two SPIFFE ids, %s and %s; at most one is allowed", who.id, uri)
		}
		id, err := spiffeid.FromURI(uri)
		if err != nil {
			return Identity{}, fmt.Errorf("the certificate's SPIFFE id %s: %w", uri, err)
		}
		who.id = id
	}
	for _, name := range certificate.DNSNames {
		if !strings.Contains(name, "*") { // whoever has it may be any of many programs
			who.names = append(who.names, strings.ToLower(strings.TrimSuffix(name, ".")))
		}
	}
	if who.IsZero() {
		return Identity{}, fmt.Errorf("the certificate (subject %q) names nobody: "+
			"it needs a SPIFFE id such as spiffe://example.org/tasks-svc, or a DNS name without a wildcard", certificate.Subject)
	}
	return who, nil
}

// IsZero reports whether it is nobody.
func (i Identity) IsZero() bool { return i.id.IsZero() && len(i.names) == 0 }

// String returns the SPIFFE id, or else the DNS names, for logs and messages.
func (i Identity) String() string {
	if !i.id.IsZero() {
		return i.id.String()
	}
	if len(i.names) == 0 {
		return "nobody"
	}
	return strings.Join(i.names, ", ")
}

// Is reports whether it has a name, as own would call it. A name is a SPIFFE id, a DNS name with a dot, or that of a program,
// such as tasks-svc: then it must be own's sibling. Siblings differ in the last segment of the SPIFFE id, or in the first
// label of a DNS name, and in nothing else: of spiffe://example.org/prod/gateway the program tasks-svc is
// spiffe://example.org/prod/tasks-svc. So one authority may sign for several installations.
func (i Identity) Is(name string, own Identity) bool {
	switch {
	case strings.HasPrefix(name, "spiffe://"):
		return i.id.String() == name
	case strings.Contains(name, "."):
		return i.has(strings.ToLower(name), "")
	case name == "":
		return false
	case !i.id.IsZero() && !own.id.IsZero():
		folder := own.id.Path()[:strings.LastIndexByte(own.id.Path(), '/')+1]
		program, inside := strings.CutPrefix(i.id.Path(), folder)
		return inside && program == name && i.id.TrustDomain() == own.id.TrustDomain()
	}
	for _, mine := range own.names {
		_, domain, _ := strings.Cut(mine, ".")
		if i.has(name, domain) {
			return true
		}
	}
	return false
}

// has reports whether label, or label.domain if there is a domain, is one of the names.
func (i Identity) has(label, domain string) bool {
	for _, name := range i.names {
		if rest, ok := strings.CutPrefix(name, label); ok && (rest == "" && domain == "" || domain != "" && rest == "."+domain) {
			return true
		}
	}
	return false
}

// Equal reports whether both have the same names.
func (i Identity) Equal(other Identity) bool {
	return i.id == other.id && strings.Join(i.names, " ") == strings.Join(other.names, " ")
}

// ValidName returns an error unless Is can find the name.
func ValidName(name string) error {
	if strings.HasPrefix(name, "spiffe://") {
		_, err := spiffeid.FromString(name)
		return err
	}
	if name == "" || strings.ContainsAny(name, "/:* \t\r\n") {
		return fmt.Errorf("%q is not a program such as gateway, a SPIFFE id such as spiffe://example.org/gateway, "+
			"or a DNS name such as gateway.example.org", name)
	}
	return nil
}

// Shown is what the authentication of a connection implements to say who the peer is.
type Shown interface {
	PeerIdentity() Identity
}

// FromContext returns who makes the call that the context belongs to, and whether a certificate says so.
func FromContext(ctx context.Context) (Identity, bool) {
	connection, ok := grpcpeer.FromContext(ctx)
	if !ok {
		return Identity{}, false
	}
	shown, ok := connection.AuthInfo.(Shown)
	if !ok {
		return Identity{}, false
	}
	return shown.PeerIdentity(), true
}
