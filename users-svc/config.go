package userssvc

import (
	"errors"
	"fmt"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

// Config is what an operator chooses. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where profiles are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// DefaultProfiles gives a user without a profile a default one, in place of NOT_FOUND: for development, where
	// nobody signs up.
	DefaultProfiles bool `negatable:"" help:"Give a user without a profile a default one: for development."`
	// Admins are the users who are administrators; nobody becomes one in any other way.
	Admins []int32 `placeholder:"USER-ID" help:"These users are administrators."`
}

// DefaultConfig keeps profiles in the file data/users.db, gives default profiles, and has no administrators.
func DefaultConfig() Config {
	return Config{
		Config:          kit.DefaultConfig(),
		Database:        kitsql.Config{URL: "sqlite:data/users.db"},
		DefaultProfiles: true,
	}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validateAdmins())
}

func (c Config) validateAdmins() error {
	for _, id := range c.Admins {
		if id < 1 {
			return fmt.Errorf("--admins: %d is no user's number; they begin at 1", id)
		}
	}
	return nil
}
