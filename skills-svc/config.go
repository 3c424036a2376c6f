package skillssvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
)

// Config is what an operator chooses. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where overrides and classifications are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Settings are what an operator chooses of skills.
	Settings `embed:""`
}

// Settings are what an operator chooses of skills, also where the service is one of several in a process. Start from
// DefaultSettings.
type Settings struct {
	// ProjectRoot, GlobalRoot and UserRoot are folders of skills, which need not be there yet. A skill of the project goes
	// before a global one of its name, and that before a user's. No project root means the examples that come with the
	// service; no other root means none.
	ProjectRoot string `placeholder:"DIR" type:"path" help:"Read the project's skills here; unless given, the examples that come with the service."`
	GlobalRoot  string `placeholder:"DIR" type:"path" help:"Read global skills here."`
	UserRoot    string `placeholder:"DIR" type:"path" help:"Read the user's skills here."`
	// PolicyFile says which tools a skill may use; empty is the policy that comes with the service.
	PolicyFile string `placeholder:"FILE" type:"path" help:"Read the policy here; unless given, destructive tools need a permission by name."`
	// CapabilitiesFile names the capability categories and the tools that have them; empty is the map that comes with the
	// service.
	CapabilitiesFile string `placeholder:"FILE" type:"path" help:"Read the capability categories and the tools that have them here."`
	// RefreshInterval is how often the service looks whether another instance changed an override or a classification.
	RefreshInterval time.Duration `help:"Look this often whether another instance changed an override or a classification."`
	// Model is the language model that is asked what a tool can do which does not say so itself; none unless it is set.
	Model languagemodel.Config `embed:"" prefix:"llm-"`
	// Redis is where instances share what tools can do; none unless it is set.
	Redis toolcache.Config `embed:"" prefix:"redis-"`
}

// DefaultConfig keeps overrides and classifications in the file data/skills.db, and serves the examples.
func DefaultConfig() Config {
	return Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/skills.db"},
		Settings: DefaultSettings(),
	}
}

// DefaultSettings serves the examples.
func DefaultSettings() Settings {
	return Settings{RefreshInterval: 2 * time.Second, Model: languagemodel.DefaultConfig()}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.Settings.Validate())
}

// Validate says what is wrong, by flag.
func (s Settings) Validate() error {
	var wrong error
	if s.RefreshInterval <= 0 {
		wrong = fmt.Errorf("--refresh-interval: %s must be more than 0", s.RefreshInterval)
	}
	return errors.Join(wrong, s.Model.Validate(), s.Redis.Validate())
}
