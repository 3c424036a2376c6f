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

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where overrides and classifications are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Settings are the settings of skills.
	Settings `embed:""`
}

// Settings are what an operator can set about skills, also when the service is one of several in a process. Start from
// DefaultSettings.
type Settings struct {
	// ProjectRoot, GlobalRoot and UserRoot are folders of skills, which need not exist yet. Of skills with the same
	// name, the project's comes first, then the global one, then the user's. Without a ProjectRoot, the examples that
	// come with the service are used.
	ProjectRoot string `placeholder:"DIR" type:"path" help:"Read the project's skills here; the examples that come with the service unless given."`
	GlobalRoot  string `placeholder:"DIR" type:"path" help:"Read global skills here."`
	UserRoot    string `placeholder:"DIR" type:"path" help:"Read the user's skills here."`
	// PolicyFile defines which tools a skill may use; empty means the policy that comes with the service.
	PolicyFile string `placeholder:"FILE" type:"path" help:"Read the policy here; unless given, a skill needs a permission by name for a destructive tool."`
	// CapabilitiesFile lists the capability categories and the tools that have them; empty means the map that comes with
	// the service.
	CapabilitiesFile string `placeholder:"FILE" type:"path" help:"Read the capability categories and their tools here."`
	// RefreshInterval is how often the service checks whether another instance has changed an override or a
	// classification.
	RefreshInterval time.Duration `help:"Check this often whether another instance has changed an override or a classification."`
	// Model is the language model that classifies tools which declare no capabilities. There is none unless it is set.
	Model languagemodel.Config `embed:"" prefix:"llm-"`
	// Redis is where instances share classifications. There is none unless it is set.
	Redis toolcache.Config `embed:"" prefix:"redis-"`
}

// DefaultConfig stores overrides and classifications in the file data/skills.db, and serves the examples.
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

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.Settings.Validate())
}

// Validate returns an error that names each flag with a wrong value.
func (s Settings) Validate() error {
	var wrong error
	if s.RefreshInterval <= 0 {
		wrong = fmt.Errorf("--refresh-interval: %s must be more than 0", s.RefreshInterval)
	}
	return errors.Join(wrong, s.Model.Validate(), s.Redis.Validate())
}
