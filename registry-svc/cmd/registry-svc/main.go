// Command registry-svc runs the registry.
package main

import (
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[registrysvc.Config]{
		Name:        registrysvc.Name,
		Description: "Keeps track of services and their tools.",
		Default:     registrysvc.DefaultConfig(),
		Without:     registrysvc.Without(),
		New:         registrysvc.Module,
		Commands:    []kit.Command[registrysvc.Config]{kitsql.MigrateCommand(registrysvc.Migrate)},
	})
}
