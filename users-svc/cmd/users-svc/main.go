// Command users-svc runs the service of users' profiles.
package main

import (
	"github.com/salaatflow/platform/services/kit"
	userssvc "github.com/salaatflow/platform/users-svc"
)

func main() {
	kit.Main(kit.Program[userssvc.Config]{
		Name:        userssvc.Name,
		Description: "Users' profiles.",
		Default:     userssvc.DefaultConfig(),
		New:         userssvc.Module,
		Migrate:     userssvc.Migrate,
	})
}
