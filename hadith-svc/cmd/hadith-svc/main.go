// Command hadith-svc runs the service of hadiths, and imports collections.
package main

import (
	"os"

	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	"github.com/salaatflow/platform/services/kit"
)

func main() {
	kit.Main(kit.Program[hadithsvc.Config]{
		Name:        hadithsvc.Name,
		Description: "Hadiths with their sources, in Arabic, English and Urdu.",
		Default:     hadithsvc.DefaultConfig(),
		New:         hadithsvc.Module,
		Migrate:     hadithsvc.Migrate,
		Commands:    []kit.Command[hadithsvc.Config]{hadithsvc.Import(os.Stderr)},
	})
}
