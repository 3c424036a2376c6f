// Command hadith-svc runs the service of hadiths, and imports collections.
package main

import (
	"os"

	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[hadithsvc.Config]{
		Name:        hadithsvc.Name,
		Description: "Serves hadiths with their sources, in Arabic, English and Urdu.",
		Default:     hadithsvc.DefaultConfig(),
		New:         hadithsvc.Module,
		Commands:    []kit.Command[hadithsvc.Config]{kitsql.MigrateCommand(hadithsvc.Migrate), hadithsvc.Import(os.Stderr)},
	})
}
