package auditsvc

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

	// Database is where the trail is kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Settings are those that the all-in-one program has too.
	Settings `embed:""`
}

// Settings are what an operator can set of the trail, whatever program it is kept by.
type Settings struct {
	// Retention is how long entries are kept. 0 keeps them for ever.
	Retention time.Duration `help:"How long entries of the audit are kept; 0 keeps them for ever."`
	// PurgeInterval is the time between two searches for entries that are older.
	PurgeInterval time.Duration `help:"How often entries of the audit that are older are looked for."`
	// AnchorFile is where the end of the trail is noted; empty is the log alone.
	AnchorFile string `help:"Add a line to this file that says where the audit trail ends, besides the log; to be kept elsewhere." placeholder:"FILE"`
	// AnchorInterval is the time between two such notes.
	AnchorInterval time.Duration `help:"How often it is said where the audit trail ends, besides once when the program stops."`
}

// DefaultSettings keep entries for 400 days, which is a year and the time to look at it.
func DefaultSettings() Settings {
	const day = 24 * time.Hour
	return Settings{Retention: 400 * day, PurgeInterval: time.Hour, AnchorInterval: time.Hour}
}

// DefaultConfig keeps the trail in the file data/audit.db.
func DefaultConfig() Config {
	return Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/audit.db"},
		Settings: DefaultSettings(),
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.Settings.Validate())
}

// Validate returns an error that names each flag with a wrong value.
func (s Settings) Validate() error {
	if s.Retention != 0 && s.Retention < time.Hour {
		return fmt.Errorf("--retention: %s is less than an hour; 0 keeps entries for ever", s.Retention)
	}
	if s.PurgeInterval <= 0 {
		return fmt.Errorf("--purge-interval: %s must be more than 0", s.PurgeInterval)
	}
	if s.AnchorInterval <= 0 {
		return fmt.Errorf("--anchor-interval: %s must be more than 0", s.AnchorInterval)
	}
	return nil
}
