package registrations

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
)

// platformOwner is the holder of the platform's packages for which no service is configured.
const platformOwner = "the platform"

// checkOwners refuses a definition of the platform's packages by a service that does not own them.
func checkOwners(candidate *catalog.Definition, owners ownership.Owners) error {
	refuse := func(kind Kind, name protoreflect.FullName) error {
		holder, ours := owners.Of(name)
		if !ours || holder == candidate.Service {
			return nil
		}
		if holder == "" {
			holder = platformOwner
		}
		return &NameTakenError{Name: string(name), Holder: holder, Claim: kind, Held: kind}
	}
	for _, service := range candidate.Manifest.Services {
		if err := refuse(KindGRPCService, service.FullName()); err != nil {
			return err
		}
	}
	for _, pkg := range packagesOf(candidate.Manifest) {
		if err := refuse(KindPackage, pkg); err != nil {
			return err
		}
	}
	return nil
}

// checkDynamic refuses a tool that says that its description changes, unless it is the platform's: a stranger's could
// become anything after somebody has looked at it.
func checkDynamic(candidate *catalog.Definition, owners ownership.Owners) error {
	for _, tool := range candidate.Manifest.Tools {
		if _, ours := owners.Of(tool.Method.FullName()); tool.DynamicDescription && !ours {
			return &InvalidError{Cause: fmt.Errorf("the tool %s: dynamic_description is for the platform's own services; "+
				"a changed description needs a new version", tool.Name)}
		}
	}
	return nil
}

// checkNames refuses a definition that claims what another service holds. Versions of one service do not compete: the
// next version may rename a tool and keep the old name as an alias while the old version still runs.
func checkNames(candidate claims, others []claims) error {
	held := map[claim]*NameTakenError{}
	for _, other := range others {
		if other.service == candidate.service {
			continue
		}
		for _, c := range other.names {
			if held[c.space()] == nil {
				held[c.space()] = &NameTakenError{Holder: other.service, Held: c.kind}
			}
		}
	}
	for _, c := range candidate.names {
		if holder := held[c.space()]; holder != nil {
			return &NameTakenError{Name: c.name, Holder: holder.Holder, Claim: c.kind, Held: holder.Held}
		}
	}
	return checkPaths(candidate, others)
}

func checkPaths(candidate claims, others []claims) error {
	for _, path := range candidate.paths {
		for _, other := range others {
			if other.service == candidate.service {
				continue
			}
			for _, taken := range other.paths {
				if path.Overlaps(taken) {
					return &NameTakenError{Name: path.String(), Holder: other.service, Claim: KindPath, Held: KindPath}
				}
			}
		}
	}
	return nil
}

// space returns the claim as it is compared: tool names, aliases and intents share a name space.
func (c claim) space() claim {
	switch c.kind {
	case KindAlias, KindIntent:
		c.kind = KindTool
	default:
	}
	return c
}
