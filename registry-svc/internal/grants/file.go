package grants

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/peer"
	"github.com/salaatflow/platform/services/secretfile"
)

// maxFileBytes bounds a file of grants.
const maxFileBytes = 1 << 20

// Grant is what one program may do.
type Grant struct {
	// Peer is the program by its certificate, and Credential the SHA-256 of a secret of its own, in hexadecimal digits. One of
	// both is given.
	Peer       string `yaml:"peer"`
	Credential string `yaml:"credential-sha256"`
	// Services are the names that it may register, and Packages the proto packages that it may offer, with what is below.
	Services []string `yaml:"services"`
	Packages []string `yaml:"packages"`
	// Addresses are networks whose addresses it may register besides its own.
	Addresses []string `yaml:"addresses"`
	// Watch lets it see the catalogue: which services there are, and where.
	Watch bool `yaml:"watch"`

	digest   []byte // of Credential
	networks []netip.Prefix
}

// Load reads a file of grants. The error names each mistake and where it is.
func Load(file string) ([]Grant, error) {
	text, err := secretfile.Read(file, maxFileBytes)
	if err != nil {
		return nil, err
	}
	grants, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return grants, nil
}

// Parse parses grants in YAML.
func Parse(text []byte) ([]Grant, error) {
	var document struct {
		Grants []Grant `yaml:"grants"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&document); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one document; put all into one list `grants`")
	}
	var wrong []error
	for i := range document.Grants {
		if err := document.Grants[i].complete(); err != nil {
			wrong = append(wrong, fmt.Errorf("grants[%d] (%s): %w", i, document.Grants[i].who(), err))
		}
	}
	return document.Grants, errors.Join(wrong...)
}

// who returns who has the grant, without what would identify the secret.
func (g Grant) who() string {
	if g.Peer != "" {
		return g.Peer
	}
	return "a credential of its own"
}

// String says what the grant means, without what would identify a secret.
func (g Grant) String() string {
	var may []string
	if len(g.Services) > 0 {
		may = append(may, fmt.Sprintf("register %s with %s", strings.Join(g.Services, ", "), strings.Join(g.Packages, ", ")))
	}
	if len(g.Addresses) > 0 {
		may = append(may, "at addresses of "+strings.Join(g.Addresses, ", "))
	}
	if g.Watch {
		may = append(may, "see the catalogue")
	}
	return g.who() + ": " + strings.Join(may, "; ")
}

// complete checks a grant and reads what it says.
func (g *Grant) complete() error {
	var wrong []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	complain((g.Peer == "") == (g.Credential == ""),
		"name either the peer, by its certificate, or the credential-sha256 of a secret of its own")
	if g.Peer != "" {
		err := peer.ValidName(g.Peer)
		complain(err != nil, "peer: %w", err)
	}
	if g.Credential != "" {
		var err error
		g.digest, err = hex.DecodeString(g.Credential)
		complain(err != nil || len(g.digest) != sha256.Size,
			"credential-sha256: must be the 64 hexadecimal digits of printf %%s SECRET | sha256sum")
	}
	for _, service := range g.Services {
		complain(strings.TrimSpace(service) != service || service == "", "services: %q is not the name of a service", service)
	}
	for _, pkg := range g.Packages {
		complain(!protoreflect.FullName(pkg).IsValid(), "packages: %q is not a proto package such as goals.v1", pkg)
	}
	complain(len(g.Services) > 0 && len(g.Packages) == 0, "packages: a service offers at least one: name it")
	complain(len(g.Services) == 0 && !g.Watch, "it grants nothing: name services, or set watch")
	for _, network := range g.Addresses {
		prefix, err := netip.ParsePrefix(network)
		complain(err != nil, "addresses: %q is not a network such as 10.0.0.0/8", network)
		g.networks = append(g.networks, prefix.Masked())
	}
	return errors.Join(wrong...)
}

// offers reports whether the grant lets a service offer a gRPC service.
func (g *Grant) offers(grpcService string) bool {
	if ownership.IsInfrastructure(protoreflect.FullName(grpcService)) {
		return true
	}
	for _, pkg := range g.Packages {
		if strings.HasPrefix(grpcService, pkg+".") {
			return true
		}
	}
	return false
}
