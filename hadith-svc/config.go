package hadithsvc

import (
	"errors"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where hadiths are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Forty adds the Forty of al-Nawawi to an empty library.
	Forty bool `negatable:"" help:"Add the Forty of al-Nawawi to an empty library."`
}

// DefaultConfig stores hadiths in the file data/hadith.db, and adds the Forty of al-Nawawi to an empty library.
func DefaultConfig() Config {
	return Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/hadith.db"},
		Forty:    true,
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate())
}
