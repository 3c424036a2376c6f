// Package certs makes the certificates of an installation, and renews them: an authority of its own, and a certificate that
// it signs for each program.
package certs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/salaatflow/platform/services/mtls/authority"
)

// The parts of a place, which are called as in a Secret of Kubernetes.
const (
	certPart = "tls.crt"
	keyPart  = "tls.key"
	caPart   = "ca.crt"
)

// caPlace is the place of the authority itself.
const caPlace = "ca"

// Store keeps what was made, in places by name.
type Store interface {
	// Load returns the parts that are in a place; none when there is nothing.
	Load(ctx context.Context, place string) (map[string][]byte, error)
	// Save puts parts into a place, in which only they are then.
	Save(ctx context.Context, place string, parts map[string][]byte) error
}

// renewBelow is the part of a certificate's time that is left when it is renewed.
const renewBelow = 1.0 / 3

// Options are what is made.
type Options struct {
	// Store keeps it.
	Store Store
	// Identity begins each SPIFFE id, such as spiffe://salaatflow: the program's name follows, after a slash.
	Identity string
	// Programs have a certificate each.
	Programs []string
	// DNS are further names of programs; each has its own name and localhost.
	DNS map[string][]string
	// AllInOne has one certificate by the names of all Programs, for `salaatflow up`; empty makes none.
	AllInOne string
	// Lifetime is how long a certificate is valid, AuthorityLifetime how long a new authority is.
	Lifetime, AuthorityLifetime time.Duration
	// Now is the time.
	Now time.Time
}

// Made says what became of a certificate.
type Made struct {
	Program string    `json:"program"`
	Ends    time.Time `json:"ends"`
	New     bool      `json:"new"` // it was signed now
}

// Make signs what is not there, and renews what has less than a third of its time left or says something else.
func Make(ctx context.Context, o Options) ([]Made, error) {
	signer, isNew, err := openAuthority(ctx, o)
	if err != nil {
		return nil, err
	}
	made := []Made{{Program: caPlace, Ends: signer.Ends(), New: isNew}}
	for _, each := range o.certificates() {
		one, err := renew(ctx, o, signer, each.program, each.request)
		if err != nil {
			return nil, fmt.Errorf("the certificate of %s: %w", each.program, err)
		}
		made = append(made, one)
	}
	return made, nil
}

type certificate struct {
	program string
	request authority.Request
}

func (o Options) certificates() []certificate {
	var all []certificate
	together := authority.Request{DNS: []string{"localhost"}}
	for _, program := range o.Programs {
		names := slices.Concat([]string{program, "localhost"}, o.DNS[program])
		all = append(all, certificate{program, authority.Request{ID: o.Identity + "/" + program, DNS: names}})
		together.DNS = append(together.DNS, program)
	}
	if o.AllInOne != "" {
		together.DNS = append(together.DNS, o.DNS[o.AllInOne]...)
		all = append(all, certificate{o.AllInOne, together})
	}
	for i := range all {
		all[i].request.Begins, all[i].request.Ends = o.Now, o.Now.Add(o.Lifetime)
	}
	return all
}

func openAuthority(ctx context.Context, o Options) (signer *authority.Authority, isNew bool, err error) {
	parts, err := o.Store.Load(ctx, caPlace)
	if err != nil {
		return nil, false, err
	}
	if len(parts[keyPart]) > 0 {
		signer, err = authority.Parse(authority.Pair{Certificate: parts[certPart], Key: parts[keyPart]})
		if err != nil {
			return nil, false, err
		}
		if signer.Ends().Before(o.Now.Add(o.Lifetime)) {
			return nil, false, fmt.Errorf("the authority ends at %s, before a certificate of %s would: replace it "+
				"(docs/operations.md, \"To replace the authority\")", signer.Ends().Format(time.RFC3339), o.Lifetime)
		}
		return signer, false, nil
	}
	if len(parts) > 0 {
		return nil, false, errors.New("there is an authority without its key: give the key back, or remove both to make a new one")
	}
	signer, err = authority.New(o.Identity, o.Now, o.Now.Add(o.AuthorityLifetime))
	if err != nil {
		return nil, false, err
	}
	return signer, true, o.Store.Save(ctx, caPlace, map[string][]byte{certPart: signer.Certificate, keyPart: signer.Key})
}

func renew(ctx context.Context, o Options, signer *authority.Authority, program string, request authority.Request) (Made, error) {
	parts, err := o.Store.Load(ctx, program)
	if err != nil {
		return Made{}, err
	}
	pair := authority.Pair{Certificate: parts[certPart], Key: parts[keyPart]}
	if state, ok := signer.Signed(pair, request); ok && state.Left(o.Now) > renewBelow && bytes.Equal(parts[caPart], signer.Certificate) {
		return Made{Program: program, Ends: state.Ends}, nil
	}
	if pair, err = signer.Sign(request); err != nil {
		return Made{}, err
	}
	err = o.Store.Save(ctx, program, map[string][]byte{certPart: pair.Certificate, keyPart: pair.Key, caPart: signer.Certificate})
	return Made{Program: program, Ends: request.Ends, New: true}, err
}
