package gateway

import (
	"fmt"
	"maps"
	"slices"

	"github.com/salaatflow/platform/proto/descriptors"

	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// contractRoutes are the tools of the platform's own services, as the contract that the gateway links describes them:
// they are known, though not there, before anybody has registered them.
func contractRoutes(owners ownership.Owners) ([]*routing.Route, error) {
	var routes []*routing.Route
	for _, name := range slices.Sorted(maps.Keys(ownServices)) {
		files, err := descriptors.Set(name)
		if err != nil {
			return nil, fmt.Errorf("the contract of %s: %w", name, err)
		}
		manifest, err := toolspec.FromDefinition(files, []string{name}, toolspec.DefaultLimits())
		if err != nil {
			return nil, fmt.Errorf("the contract of %s: %w", name, err)
		}
		owner, _ := owners.Of(manifest.Services[0].FullName())
		for _, tool := range manifest.Tools {
			routes = append(routes, routing.Absent(tool, owner))
		}
	}
	return routes, nil
}
