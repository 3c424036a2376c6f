// Command users-svc runs the service of users' profiles.
package main

import (
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	userssvc "github.com/salaatflow/platform/users-svc"
)

func main() {
	kit.Main(kit.Program[userssvc.Config]{
		Name:        userssvc.Name,
		Description: "Manages users' profiles.",
		Default:     userssvc.DefaultConfig(),
		New:         userssvc.Module,
		Commands:    []kit.Command[userssvc.Config]{kitsql.MigrateCommand(userssvc.Migrate)},
	})
}
