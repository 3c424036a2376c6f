// Command tasks-svc runs the service of users' spiritual tasks.
package main

import (
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
)

func main() {
	kit.Main(kit.Program[taskssvc.Config]{
		Name:        taskssvc.Name,
		Description: "Manages users' spiritual tasks.",
		Default:     taskssvc.DefaultConfig(),
		New:         taskssvc.Module,
		Commands:    []kit.Command[taskssvc.Config]{kitsql.MigrateCommand(taskssvc.Migrate)},
	})
}
