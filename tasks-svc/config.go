package taskssvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config is what an operator chooses. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where tasks are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// UsersAddress is where users-svc is asked for preferred masjids; empty finds it through the registry, and does
	// without where there is none.
	UsersAddress string `placeholder:"HOST:PORT" help:"Ask users-svc here for preferred masjids; empty finds it through the registry."`
	// PurgeInterval is how often deleted tasks are removed that can no longer be brought back.
	PurgeInterval time.Duration `help:"Remove tasks for good this often that were deleted more than a day ago."`
}

// DefaultConfig keeps tasks in the file data/tasks.db.
func DefaultConfig() Config {
	return Config{
		Config:        kit.DefaultConfig(),
		Database:      kitsql.Config{URL: "sqlite:data/tasks.db"},
		PurgeInterval: 10 * time.Minute,
	}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validatePurgeInterval())
}

func (c Config) validatePurgeInterval() error {
	if c.PurgeInterval <= 0 {
		return fmt.Errorf("--purge-interval: %s must be more than 0", c.PurgeInterval)
	}
	return nil
}
