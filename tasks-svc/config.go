package taskssvc

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
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
	// MasjidsAddress is where masjid-svc answers for prayer times. If empty, masjid-svc is found through the registry; without a
	// registry, tasks do not remind by their prayers.
	MasjidsAddress string `placeholder:"HOST:PORT" help:"Ask masjid-svc here for prayer times; empty finds it through the registry."`
	// PurgeInterval is the time between two removals of deleted tasks that can no longer be restored.
	PurgeInterval time.Duration `help:"Remove tasks for good this often, once they have been deleted for more than a day."`
	// ReminderInterval is the time between two looks for reminders that have become due.
	ReminderInterval time.Duration `help:"Look this often for reminders that have become due."`
	// ReminderLease is how long whoever is sent a reminder has to acknowledge it.
	ReminderLease time.Duration `help:"Send a reminder again that has not been acknowledged for this long."`
	// PushKeyFile holds the private key with which browsers are sent reminders; empty sends none.
	PushKeyFile string `help:"Send reminders to browsers (Web Push) with the private key in this file: P-256 in PEM, the same for all replicas and always; empty sends none." placeholder:"FILE" type:"path"`
	// MakePushKey makes that file where there is none.
	MakePushKey bool `kong:"-"`
	// PushContact is where operators of push services reach the operator.
	PushContact string `help:"Where operators of push services reach whoever runs this: mailto:ADDRESS, or an https URL." placeholder:"URL"`
	// WebhookPrivate lets users have reminders posted to private addresses, and without TLS.
	WebhookPrivate bool `help:"Let webhooks and push services be at private addresses and without TLS; only where every user may reach what is there."`
}

// DefaultConfig stores tasks in the file data/tasks.db.
func DefaultConfig() Config {
	return Config{
		Config:        kit.DefaultConfig(),
		Database:      kitsql.Config{URL: "sqlite:data/tasks.db"},
		PurgeInterval: 10 * time.Minute,

		ReminderInterval: time.Second,
		ReminderLease:    30 * time.Second,
		PushContact:      "https://github.com/salaatflow/platform",
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(c.Config.Validate(), c.Database.Validate(), c.validateDurations(), c.validateContact())
}

func (c Config) validateDurations() error {
	var mistakes []error
	for _, duration := range []struct {
		flag  string
		given time.Duration
	}{
		{"--purge-interval", c.PurgeInterval}, {"--reminder-interval", c.ReminderInterval}, {"--reminder-lease", c.ReminderLease},
	} {
		if duration.given <= 0 {
			mistakes = append(mistakes, fmt.Errorf("%s: %s must be more than 0", duration.flag, duration.given))
		}
	}
	return errors.Join(mistakes...)
}

func (c Config) validateContact() error {
	contact, err := url.Parse(c.PushContact)
	isAddress := err == nil && contact.Scheme == "mailto" && strings.Contains(contact.Opaque, "@")
	if !isAddress && (err != nil || contact.Scheme != "https" || contact.Host == "") {
		return fmt.Errorf("--push-contact: %q must be mailto: and an address, or an https URL", c.PushContact)
	}
	return nil
}
