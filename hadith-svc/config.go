package hadithsvc

import (
	"errors"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config is what an operator chooses. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where hadiths are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Forty puts the Forty of al-Nawawi into a library that is empty.
	Forty bool `negatable:"" help:"Begin an empty library with the Forty of al-Nawawi."`
}

// DefaultConfig keeps hadiths in the file data/hadith.db, and begins with the Forty of al-Nawawi.
func DefaultConfig() Config {
	return Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/hadith.db"},
		Forty:    true,
	}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate())
}
