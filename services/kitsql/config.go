package kitsql

import (
	"errors"

	"github.com/salaatflow/platform/services/config"
)

// Config says where a service keeps its data. A service that keeps any has it in its own Config, with the tags
// `embed:"" prefix:"database-"`.
type Config struct {
	// URL is sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.
	URL config.Secret `placeholder:"URL" help:"Keep data here: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE."`
	// FolderSeen says that the program has looked after the folder of a SQLite file itself.
	FolderSeen bool `kong:"-"`
}

// Validate says what is wrong, by flag, without showing the URL.
func (c Config) Validate() error {
	if c.URL == "" {
		return errors.New("--database-url: is required: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE")
	}
	return nil
}
