package config

import (
	"fmt"
	"log/slog"
	"net/url"
	"reflect"

	"github.com/alecthomas/kong"
)

// Secret is a setting that is never shown. Printed, logged or encoded it reads [redacted]. The empty Secret is not set.
type Secret string

const redacted = "[redacted]"

// Reveal returns the secret itself.
func (s Secret) Reveal() string { return string(s) }

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return `"` + s.String() + `"` }

// LogValue hides the secret from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText hides the secret from JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the secret unchanged.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return nil
}

// isShowable reports whether a secret setting has nothing to hide: it is empty, or a URL without a password, such as
// sqlite:data/tasks.db.
func (s Secret) isShowable() bool {
	if s == "" {
		return true
	}
	parsed, err := url.Parse(string(s))
	if err != nil || parsed.Scheme == "" || parsed.Query().Has("password") {
		return false
	}
	_, password := parsed.User.Password()
	return !password
}

// checkSecrets refuses a secret on the command line, which other users of a machine can read, and which profiles show.
func checkSecrets(command *kong.Context) error {
	for _, step := range command.Path {
		if step.Flag == nil || step.Resolved || step.Flag.Target.Type() != reflect.TypeFor[Secret]() {
			continue
		}
		if step.Flag.Target.Interface().(Secret).isShowable() {
			continue
		}
		where := "a file for --config"
		if len(step.Flag.Envs) > 0 {
			where = step.Flag.Envs[0] + " or " + where
		}
		return fmt.Errorf("--%s: a command line can be read by others, and this is a secret: put it into %s", step.Flag.Name, where)
	}
	return nil
}
