package registrations

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/services/catalog"
)

// Kind is what a service claims a name as.
type Kind string

// The kinds share one name space among services, so that no name ever means two services, and none can be shadowed.
const (
	KindTool   Kind = "tool name"
	KindAlias  Kind = "alias"
	KindIntent Kind = "intent"
)

type claim struct {
	name string
	kind Kind
}

// claimsOf gives what a definition claims, tool names first, then aliases, then intents.
func claimsOf(definition *catalog.Definition) []claim {
	var claims []claim
	for _, tool := range definition.Manifest.Tools {
		claims = append(claims, claim{tool.Name, KindTool})
		for _, alias := range tool.Aliases {
			claims = append(claims, claim{alias, KindAlias})
		}
		for _, intent := range tool.Intents {
			claims = append(claims, claim{intent.Name, KindIntent})
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(rank(a.kind), rank(b.kind)) })
	return claims
}

func rank(kind Kind) int {
	return slices.Index([]Kind{KindTool, KindAlias, KindIntent}, kind)
}

// checkNames refuses a definition that claims what another service holds. Versions of one service do not compete: the
// next may rename a tool and keep the old name as an alias while the old version still runs.
func checkNames(candidate *catalog.Definition, others []*catalog.Definition) error {
	type holding struct {
		service string
		kind    Kind
	}
	held := map[string]holding{}
	for _, other := range others {
		if other.Service == candidate.Service {
			continue
		}
		for _, c := range claimsOf(other) {
			if _, ok := held[c.name]; !ok {
				held[c.name] = holding{other.Service, c.kind}
			}
		}
	}
	for _, c := range claimsOf(candidate) {
		if holder, ok := held[c.name]; ok {
			return &NameTakenError{Name: c.name, Holder: holder.service, Claim: c.kind, Held: holder.kind}
		}
	}
	return nil
}
