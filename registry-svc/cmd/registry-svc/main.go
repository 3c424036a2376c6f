// Command registry-svc runs the registry.
package main

import (
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/registry-svc/internal/xds"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[registrysvc.Config]{
		Name:        registrysvc.Name,
		Description: "Keeps track of services and their tools.",
		Default:     registrysvc.DefaultConfig(),
		Without:     registrysvc.Without(),
		New:         module,
		Commands:    []kit.Command[registrysvc.Config]{kitsql.MigrateCommand(registrysvc.Migrate), registrysvc.CheckGrantsCommand()},
	})
}

// module is the registry, which this program also serves to xDS clients.
func module(config registrysvc.Config) kit.Module {
	return registrysvc.ModuleWith(config, xds.Module(xds.Limits{Streams: config.XDS.Streams, StreamsPerHost: config.XDS.StreamsPerHost}))
}
