// Command masjid-svc runs the service of masjids and prayer times.
package main

import (
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	"github.com/salaatflow/platform/services/kit"
)

func main() {
	kit.Main(kit.Program[masjidsvc.Config]{
		Name:        masjidsvc.Name,
		Description: "Masjids, prayer times and the current prayer.",
		Default:     masjidsvc.DefaultConfig(),
		New:         masjidsvc.Module,
		Migrate:     masjidsvc.Migrate,
	})
}
