package chatsvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/languagemodel"
)

// Config is what an operator chooses. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where conversations are kept.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Settings are what an operator chooses of the chat.
	Settings `embed:""`
}

// Settings are what an operator chooses of the chat, also where the service is one of several in a process. Start from
// DefaultSettings.
type Settings struct {
	// ConversationExpiry is how long a conversation is kept after its last message.
	ConversationExpiry time.Duration `help:"Forget a conversation this long after its last message."`
	// UserConversations is how many conversations are kept of a user; the one used longest ago is forgotten for one more.
	UserConversations int `help:"Keep this many conversations of a user; the one used longest ago is forgotten for one more."`
	// AnonymousConversations is how many conversations are kept that nobody in particular began.
	AnonymousConversations int `help:"Keep this many conversations of people who are not signed in, all together."`
	// PurgeInterval is how often conversations are removed that have expired.
	PurgeInterval time.Duration `help:"Remove conversations for good this often that have expired."`
	// Model is the larger model that may be offered what the chat does not understand; none unless it is set.
	Model languagemodel.Config `embed:"" prefix:"llm-"`
}

// DefaultConfig keeps conversations in the file data/chat.db.
func DefaultConfig() Config {
	config := Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/chat.db"},
		Settings: DefaultSettings(),
	}
	config.Registry.Address = "127.0.0.1:9000"
	return config
}

// DefaultSettings asks no larger model.
func DefaultSettings() Settings {
	return Settings{
		ConversationExpiry: time.Hour, UserConversations: 50, AnonymousConversations: 5_000, PurgeInterval: 10 * time.Minute,
		Model: languagemodel.DefaultConfig(),
	}
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	var unregistered error
	if c.Registry.Address == "" {
		unregistered = errors.New("--registry: is required: the chat calls the tools that are registered there")
	}
	return errors.Join(c.Config.Validate(), unregistered, c.Database.Validate(), c.Settings.Validate())
}

// Validate says what is wrong, by flag.
func (s Settings) Validate() error {
	return errors.Join(
		positive("--conversation-expiry", s.ConversationExpiry),
		positive("--user-conversations", s.UserConversations),
		positive("--anonymous-conversations", s.AnonymousConversations),
		positive("--purge-interval", s.PurgeInterval),
		s.Model.Validate(),
	)
}

func positive[T int | time.Duration](flag string, value T) error {
	if value <= 0 {
		return fmt.Errorf("%s: %v must be more than 0", flag, value)
	}
	return nil
}
