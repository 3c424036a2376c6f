// Package offering decides whether what a service offers may be registered: whether its definition can be read, its names and
// paths are free and its own, and nothing is hidden in its texts. The registry decides by it, and developers beforehand.
package offering

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/hiddentext"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// NameTakenError refuses an offer that claims a name of another service.
type NameTakenError struct {
	// Name is the name that is claimed, and Holder the service that holds it.
	Name, Holder string
	// Claim and Held are the kinds of the name, such as a tool name and an alias.
	Claim, Held Kind
	// By is what claims it: an RPC, a gRPC service or a package.
	By protoreflect.FullName
}

func (e *NameTakenError) Error() string {
	if e.Holder == gatewayHolder {
		return fmt.Sprintf("the %s %q is the gateway's own, or would cover one of its own; choose one below /api/ or below a version, "+
			"such as /v1/, that has a word of yours in it", e.Claim, e.Name)
	}
	return fmt.Sprintf("the %s %q is held by %s as its %s; choose another, or register once %s has given it up",
		e.Claim, e.Name, e.Holder, e.Held, e.Holder)
}

// InvalidError refuses an offer that is malformed or over a limit for one registration.
type InvalidError struct{ Cause error }

func (e *InvalidError) Error() string { return "the registration is invalid: " + e.Cause.Error() }

func (e *InvalidError) Unwrap() error { return e.Cause }

// Read returns the definition of what a service offers, or *InvalidError. It keeps the files, which must not be changed
// afterwards.
func Read(
	service, version string, grpcServices []string, files *descriptorpb.FileDescriptorSet, limits toolspec.Limits,
) (*catalog.Definition, error) {
	draft, err := catalog.NewDraft(service, version, grpcServices, files)
	if err != nil {
		return nil, &InvalidError{Cause: err}
	}
	return ReadDraft(version, draft, files, limits)
}

// ReadDraft is Read of what was encoded already, of these files and this version.
func ReadDraft(
	version string, draft *catalog.Draft, files *descriptorpb.FileDescriptorSet, limits toolspec.Limits,
) (*catalog.Definition, error) {
	if found := hiddentext.Find(version); found != nil {
		return nil, &InvalidError{Cause: &HiddenError{Place: "the version", Found: found}}
	}
	definition, err := draft.Definition(limits)
	if err != nil {
		return nil, &InvalidError{Cause: err}
	}
	for i, file := range files.GetFile() {
		if err := checkFile(file, draft.Files()[i].Content, draft.Files()[i].Sum); err != nil {
			return nil, &InvalidError{Cause: err}
		}
	}
	return definition, nil
}

// Check refuses a definition that claims what is the platform's and not the service's, or has a REST path that no gateway
// would serve. What other services hold is Index.Check's.
func Check(definition *catalog.Definition, owners ownership.Owners) error {
	if err := checkOwners(definition, owners); err != nil {
		return err
	}
	if err := checkDynamic(definition, owners); err != nil {
		return err
	}
	return checkServed(definition, owners)
}

// Mistakes returns everything for which a definition would be refused next to what others claim, where Check and Index.Check
// return the first.
func Mistakes(definition *catalog.Definition, owners ownership.Owners, others []*catalog.Definition) []error {
	var mistakes []error
	read := func(definition *catalog.Definition) Claims {
		claims, err := ClaimsOf(definition)
		if err != nil {
			mistakes = append(mistakes, &InvalidError{Cause: err})
		}
		return claims
	}
	candidate := read(definition)
	for _, check := range []func(*catalog.Definition, ownership.Owners) error{checkOwners, checkDynamic, checkServed} {
		if err := check(definition, owners); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	var held Index
	for _, other := range others {
		if !held.Has(other.Hash) {
			held.Add(other.Hash, read(other))
		}
	}
	for taken := range held.conflicts(candidate) {
		mistakes = append(mistakes, taken)
	}
	return mistakes
}
