// Command masjid-svc runs the service of masjids and prayer times, and imports and exports masjids.
package main

import (
	"os"

	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[masjidsvc.Config]{
		Name:        masjidsvc.Name,
		Description: "Serves masjids, prayer times and the current prayer.",
		Default:     masjidsvc.DefaultConfig(),
		New:         masjidsvc.Module,
		Commands: []kit.Command[masjidsvc.Config]{
			kitsql.MigrateCommand(masjidsvc.Migrate),
			masjidsvc.Import(os.Stderr), masjidsvc.ImportTimetable(os.Stderr), masjidsvc.Export(os.Stderr),
			masjidsvc.ExportTimetable(os.Stderr),
		},
	})
}
