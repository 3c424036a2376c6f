package offering

import (
	"fmt"
	"iter"

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
			return &InvalidError{Cause: toolspec.At(tool.Method, fmt.Errorf("the tool %s: dynamic_description is for the platform's own "+
				"services; a changed description needs a new version", tool.Name))}
		}
	}
	return nil
}

// CheckNames refuses a definition that claims what another service holds. Versions of one service do not compete: the
// next version may rename a tool and keep the old name as an alias while the old version still runs.
func CheckNames(candidate Claims, others []Claims) error {
	for taken := range conflicts(candidate, others) {
		return taken
	}
	return nil
}

func conflicts(candidate Claims, others []Claims) iter.Seq[*NameTakenError] {
	return func(yield func(*NameTakenError) bool) {
		held := map[space]*NameTakenError{}
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
			holder := held[c.space()]
			if holder != nil && !yield(&NameTakenError{Name: c.name, Holder: holder.Holder, Claim: c.kind, Held: holder.Held, By: c.by}) {
				return
			}
		}
		for _, path := range candidate.paths {
			if taken := path.conflict(candidate, others); taken != nil && !yield(taken) {
				return
			}
		}
	}
}

// conflict returns who else holds a path; nil for nobody.
func (p pathClaim) conflict(candidate Claims, others []Claims) *NameTakenError {
	for _, other := range others {
		if other.service == candidate.service {
			continue
		}
		for _, taken := range other.paths {
			if p.Overlaps(taken.Template) {
				return &NameTakenError{Name: p.String(), Holder: other.service, Claim: KindPath, Held: KindPath, By: p.by}
			}
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
