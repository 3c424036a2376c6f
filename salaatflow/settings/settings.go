// Package settings tells what can be set of the platform in one process, for pages that list it.
package settings

import (
	"github.com/salaatflow/platform/salaatflow/internal/cli"
	"github.com/salaatflow/platform/services/config"
)

// Up returns the settings of `salaatflow up`, in the order of its help.
func Up() ([]config.Flag, error) { return cli.UpSettings() }
