package chatsvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/languagemodel"
)

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// Database is where conversations are stored.
	Database kitsql.Config `embed:"" prefix:"database-"`
	// Settings are the settings of the chat itself.
	Settings `embed:""`
}

// Settings holds what an operator can set for the chat, also when several services share a process. Start from
// DefaultSettings.
type Settings struct {
	// ConversationExpiry is how long a conversation is kept after its last message.
	ConversationExpiry time.Duration `help:"Delete a conversation this long after its last message."`
	// UserConversations is the most conversations kept for one user. One more replaces the least recently used.
	UserConversations int `help:"Keep at most this many conversations of a user; one more replaces the least recently used."`
	// AnonymousConversations is the most conversations kept for all anonymous users together.
	AnonymousConversations int `help:"Keep at most this many conversations of all anonymous users together."`
	// PurgeInterval is the time between two removals of expired conversations.
	PurgeInterval time.Duration `help:"Delete expired conversations this often."`
	// Model is the language model that is offered what the chat does not understand. None is used unless it is set.
	Model languagemodel.Config `embed:"" prefix:"llm-"`
}

// DefaultConfig stores conversations in the file data/chat.db.
func DefaultConfig() Config {
	config := Config{
		Config:   kit.DefaultConfig(),
		Database: kitsql.Config{URL: "sqlite:data/chat.db"},
		Settings: DefaultSettings(),
	}
	config.Registry.Address = "127.0.0.1:9000"
	return config
}

// DefaultSettings uses no language model.
func DefaultSettings() Settings {
	return Settings{
		ConversationExpiry: time.Hour, UserConversations: 50, AnonymousConversations: 5_000, PurgeInterval: 10 * time.Minute,
		Model: languagemodel.DefaultConfig(),
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	var unregistered error
	if c.Registry.Address == "" {
		unregistered = errors.New("--registry: is required, because the chat calls the tools registered there")
	}
	return errors.Join(c.Config.Validate(), unregistered, c.Database.Validate(), c.Settings.Validate())
}

// Validate returns an error that names each flag with a wrong value.
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
