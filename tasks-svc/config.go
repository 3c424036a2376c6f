package taskssvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where tasks are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// UsersAddress is where users-svc answers for preferred masjids. If empty, users-svc is found through the registry;
	// without a registry, there are no preferences.
	UsersAddress string `placeholder:"HOST:PORT" help:"Ask users-svc here for preferred masjids; empty finds it through the registry."`
	// PurgeInterval is the time between two removals of deleted tasks that can no longer be restored.
	PurgeInterval time.Duration `help:"Remove tasks for good this often, once they have been deleted for more than a day."`
}

// DefaultConfig stores tasks in the file data/tasks.db.
func DefaultConfig() Config {
	return Config{
		Config:        kit.DefaultConfig(),
		Database:      kitsql.Config{URL: "sqlite:data/tasks.db"},
		PurgeInterval: 10 * time.Minute,
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validatePurgeInterval())
}

func (c Config) validatePurgeInterval() error {
	if c.PurgeInterval <= 0 {
		return fmt.Errorf("--purge-interval: %s must be more than 0", c.PurgeInterval)
	}
	return nil
}
