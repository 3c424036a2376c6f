package masjidsvc

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

	// Database is where masjids are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// UsersAddress is where users-svc answers for users' places. If empty, users-svc is found through the registry;
	// without a registry, users have no places.
	UsersAddress string `placeholder:"HOST:PORT" help:"Ask users-svc here for users' places; empty finds it through the registry."`
	// RefreshInterval is how often the service checks for imported masjids and announced moons.
	RefreshInterval time.Duration `help:"Check for imported masjids and announced moons this often."`
	// WithoutDefaults leaves an empty database empty.
	WithoutDefaults bool `help:"Do not add the well-known masjids of Karachi to an empty database."`
}

// DefaultConfig stores masjids in the file data/masjids.db.
func DefaultConfig() Config {
	return Config{
		Config:          kit.DefaultConfig(),
		Database:        kitsql.Config{URL: "sqlite:data/masjids.db"},
		RefreshInterval: 5 * time.Second,
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validateRefreshInterval())
}

func (c Config) validateRefreshInterval() error {
	if c.RefreshInterval <= 0 {
		return fmt.Errorf("--refresh-interval: %s must be more than 0", c.RefreshInterval)
	}
	return nil
}
