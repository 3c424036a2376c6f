package offering

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// platformOwner is the holder of the platform's packages for which no service is configured.
const platformOwner = "the platform"

// checkOwners refuses a definition of the platform's packages by a service that does not own them.
func checkOwners(candidate *catalog.Definition, owners ownership.Owners) error {
	refuse := func(kind Kind, name protoreflect.FullName) error { // name is what claims itself
		holder, ours := owners.Of(name)
		if !ours || holder == candidate.Service {
			return nil
		}
		if holder == "" {
			holder = platformOwner
		}
		return &NameTakenError{Name: string(name), Holder: holder, Claim: kind, Held: kind, By: name}
	}
	for _, service := range candidate.Manifest().Services {
		if err := refuse(KindGRPCService, service.FullName()); err != nil {
			return err
		}
	}
	for _, pkg := range packagesOf(candidate.Manifest()) {
		if err := refuse(KindPackage, pkg); err != nil {
			return err
		}
	}
	return nil
}

// checkDynamic refuses a tool that says that its description changes, unless it is the platform's: a stranger's could
// become anything after somebody has looked at it.
func checkDynamic(candidate *catalog.Definition, owners ownership.Owners) error {
	for _, tool := range candidate.Manifest().Tools {
		if _, ours := owners.Of(tool.RPC()); tool.DynamicDescription && !ours {
			return &InvalidError{Cause: toolspec.At(tool.Method(), fmt.Errorf("the tool %s: dynamic_description is for the platform's own "+
				"services; a changed description needs a new version", tool.Name))}
		}
	}
	return nil
}

// space is a name as it is compared.
type space struct {
	name string
	kind Kind
}

// space returns the claim as it is compared: tool names, aliases and intents share a name space.
func (c claim) space() space {
	switch c.kind {
	case KindAlias, KindIntent:
		return space{c.name, KindTool}
	default:
		return space{c.name, c.kind}
	}
}
