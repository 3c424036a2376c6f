package userssvc

import (
	"errors"
	"fmt"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where profiles are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// DefaultProfiles returns a default profile for a user who has none, instead of NOT_FOUND. It is for development,
	// where nobody signs up.
	DefaultProfiles bool `negatable:"" help:"Return a default profile for a user who has none: for development."`
	// Admins are the users who are administrators. There is no other way to become one.
	Admins []int32 `placeholder:"USER-ID" help:"Make these users administrators."`
}

// DefaultConfig stores profiles in the file data/users.db, returns default profiles, and has no administrators.
func DefaultConfig() Config {
	return Config{
		Config:          kit.DefaultConfig(),
		Database:        kitsql.Config{URL: "sqlite:data/users.db"},
		DefaultProfiles: true,
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validateAdmins())
}

func (c Config) validateAdmins() error {
	for _, id := range c.Admins {
		if id < 1 {
			return fmt.Errorf("--admins: %d is not a user id; user ids begin at 1", id)
		}
	}
	return nil
}
