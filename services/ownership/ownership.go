// Package ownership maps the platform's own proto packages to the services that own them, so that no other service can
// answer for them.
package ownership

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// root is the package below which everything is the platform's.
const root = "salaatflow"

// platform.json names the owners of the platform's packages, its programs that own none, and the packages that hold no service
// and which anybody's files may hold. An entry covers the package and all below it.
//
//go:embed platform.json
var platform []byte

// defaults is platform.json.
var defaults = func() (read struct {
	Owners   map[string]string
	Programs []string
	Shared   []string
},
) {
	if err := json.Unmarshal(platform, &read); err != nil {
		panic(fmt.Sprintf("ownership: platform.json: %v", err)) // a test reads it
	}
	return read
}()

// Owners maps packages to their owners. The zero Owners gives the platform's packages to nobody. It is immutable.
type Owners struct{ byPackage map[string]string }

// Default returns the owners as the platform is delivered.
func Default() Owners { return Owners{defaults.Owners} }

// IsZero reports whether these are the zero Owners.
func (o Owners) IsZero() bool { return o.byPackage == nil }

var entry = regexp.MustCompile(`^(` + root + `(?:\.[a-z][a-z0-9_]*)*)=([a-z][a-z0-9-]{0,62})$`)

// Parse reads entries such as salaatflow.tasks=tasks-svc. Each covers the package and all below it; the closest one counts.
// Without entries, Parse returns the default.
func Parse(entries []string) (Owners, error) {
	if len(entries) == 0 {
		return Default(), nil
	}
	var mistakes []error
	owners := Owners{map[string]string{}}
	for _, text := range entries {
		match := entry.FindStringSubmatch(text)
		switch {
		case match == nil:
			mistakes = append(mistakes, fmt.Errorf("%q is not of the form %s.tasks=tasks-svc", text, root))
		case owners.byPackage[match[1]] != "":
			mistakes = append(mistakes, fmt.Errorf("%s is given twice", match[1]))
		default:
			owners.byPackage[match[1]] = match[2]
		}
	}
	return owners, errors.Join(mistakes...)
}

// Of returns the service that owns what has this full name, "" if nobody does. ours reports whether the name is the
// platform's.
func (o Owners) Of(name protoreflect.FullName) (service string, ours bool) {
	if !within(string(name), root) {
		return "", false
	}
	for at := string(name); ; {
		if service, ok := o.byPackage[at]; ok {
			return service, true
		}
		dot := strings.LastIndexByte(at, '.')
		if dot < 0 {
			return "", true
		}
		at = at[:dot]
	}
}

// Allows reports whether a service may offer what has this full name: it is not the platform's, or the service's own.
func (o Owners) Allows(service string, name protoreflect.FullName) bool {
	owner, ours := o.Of(name)
	return !ours || owner == service
}

// Services returns the services that own something, sorted.
func (o Owners) Services() []string {
	return slices.Compact(slices.Sorted(maps.Values(o.byPackage)))
}

// Owns reports whether a service owns something of the platform's.
func (o Owners) Owns(service string) bool {
	for _, owner := range o.byPackage {
		if owner == service {
			return true
		}
	}
	return false
}

// IsProgram reports whether a name is that of a program of the platform that owns nothing and registers nothing.
func IsProgram(name string) bool { return slices.Contains(defaults.Programs, name) }

// IsShared reports whether a package of the platform's may be among anybody's files.
func IsShared(pkg protoreflect.FullName) bool {
	return slices.ContainsFunc(defaults.Shared, func(shared string) bool { return within(string(pkg), shared) })
}

// IsInfrastructure reports whether a gRPC service is of gRPC itself, such as health and reflection: every server has it,
// and it is nobody's.
func IsInfrastructure(grpcService protoreflect.FullName) bool {
	return within(string(grpcService), "grpc")
}

func within(name, pkg string) bool { return name == pkg || strings.HasPrefix(name, pkg+".") }
