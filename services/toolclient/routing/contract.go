package routing

import (
	"fmt"

	"github.com/salaatflow/platform/proto/descriptors"

	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// PlatformTools returns the tools of the platform's own services, as the contract that this program links describes them:
// they are known, though not there, before anybody has registered them.
func PlatformTools(owners ownership.Owners) ([]*Route, error) {
	services, err := descriptors.Services()
	if err != nil {
		return nil, err
	}
	var routes []*Route
	for _, service := range services {
		name := string(service.FullName())
		files, err := descriptors.Set(name)
		if err != nil {
			return nil, fmt.Errorf("the contract of %s: %w", name, err)
		}
		manifest, err := toolspec.FromDefinition(files, []string{name}, toolspec.DefaultLimits())
		if err != nil {
			return nil, fmt.Errorf("the contract of %s: %w", name, err)
		}
		owner, _ := owners.Of(service.FullName())
		for _, tool := range manifest.Tools {
			routes = append(routes, Absent(tool, owner))
		}
	}
	return routes, nil
}
