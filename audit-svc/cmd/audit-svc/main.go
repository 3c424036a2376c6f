// Command audit-svc runs the service that keeps the audit trail.
package main

import (
	auditsvc "github.com/salaatflow/platform/audit-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[auditsvc.Config]{
		Name:        auditsvc.Name,
		Description: "Keeps the audit trail: who did what, for whom, and what was decided.",
		Default:     auditsvc.DefaultConfig(),
		New:         auditsvc.Module,
		Commands:    []kit.Command[auditsvc.Config]{kitsql.MigrateCommand(auditsvc.Migrate)},
	})
}
