package masjidsvc

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

	// Database is where masjids are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// UsersAddress is where users-svc is asked for users' places; empty finds it through the registry, and does without
	// where there is none.
	UsersAddress string `placeholder:"HOST:PORT" help:"Ask users-svc here for users' places; empty finds it through the registry."`
	// RefreshInterval is how often the service looks whether masjids were imported.
	RefreshInterval time.Duration `help:"Look this often whether masjids were imported."`
	// WithoutDefaults leaves an empty database empty.
	WithoutDefaults bool `help:"Do not put the well-known masjids of Karachi into an empty database."`
}

// DefaultConfig keeps masjids in the file data/masjids.db.
func DefaultConfig() Config {
	return Config{
		Config:          kit.DefaultConfig(),
		Database:        kitsql.Config{URL: "sqlite:data/masjids.db"},
		RefreshInterval: 5 * time.Second,
	}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validateRefreshInterval())
}

func (c Config) validateRefreshInterval() error {
	if c.RefreshInterval <= 0 {
		return fmt.Errorf("--refresh-interval: %s must be more than 0", c.RefreshInterval)
	}
	return nil
}
