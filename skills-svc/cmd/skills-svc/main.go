// Command skills-svc runs the service of skills.
package main

import (
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

func main() {
	kit.Main(kit.Program[skillssvc.Config]{
		Name:        skillssvc.Name,
		Description: "Serves skills: instructions for a task, with the tools that fit it.",
		Default:     skillssvc.DefaultConfig(),
		New:         skillssvc.Module,
		Commands:    []kit.Command[skillssvc.Config]{kitsql.MigrateCommand(skillssvc.Migrate)},
	})
}
