package kitsql

import (
	"errors"
	"fmt"

	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Config is where a service stores its data. A service that stores any has it in its own Config, with the tags
// `embed:"" prefix:"database-"`.
type Config struct {
	// URL is sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.
	URL config.Secret `placeholder:"URL" help:"Keep data here: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE."`
	// FolderSeen is set when the program has checked the folder of a SQLite file itself.
	FolderSeen bool `kong:"-"`
}

// Validate returns an error that names the flag but does not show the URL.
func (c Config) Validate() error {
	if c.URL == "" {
		return errors.New("--database-url: is required: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE")
	}
	if err := sqlstore.CheckURL(c.URL.Reveal()); err != nil {
		return fmt.Errorf("--database-url: %w", err)
	}
	return nil
}
