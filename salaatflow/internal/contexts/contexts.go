// Package contexts keeps the gateways that a person works with: their addresses, as whom to call and which file has the token.
// Tokens themselves are never kept here.
package contexts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/services/suggest"
)

// Context is a gateway and how to call it.
type Context struct {
	Gateway string `yaml:"gateway,omitempty" json:"gateway,omitempty"`
	// User is the user to call as in development mode; 0 is nobody.
	User int32 `yaml:"user,omitempty" json:"user,omitempty"`
	// TokenFile holds the token to call with.
	TokenFile string `yaml:"token-file,omitempty" json:"token-file,omitempty"`
}

// Contexts are all of a person's contexts.
type Contexts struct {
	// Current is the name of the one that counts unless another is named; empty if none does.
	Current string `yaml:"current-context,omitempty" json:"current-context"`
	// All are by name.
	All map[string]Context `yaml:"contexts,omitempty" json:"contexts"`
}

// DefaultPath returns the file in the person's configuration folder.
func DefaultPath() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find a folder for the contexts: %w", err)
	}
	return filepath.Join(folder, "salaatflow", "config.yaml"), nil
}

// Load reads the file. Without one there are no contexts.
func Load(path string) (Contexts, error) {
	found := Contexts{All: map[string]Context{}}
	text, err := os.ReadFile(path) //nolint:gosec // G304: the person's own file
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return found, fmt.Errorf("read the contexts: %w", err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&found); err != nil && !errors.Is(err, io.EOF) {
		return found, fmt.Errorf("%s is damaged: mend or remove it: %w", path, err)
	}
	if found.All == nil {
		found.All = map[string]Context{}
	}
	return found, nil
}

// Names returns the names of all contexts in order.
func (c Contexts) Names() []string { return slices.Sorted(maps.Keys(c.All)) }

// Get returns a context by name.
func (c Contexts) Get(name string) (Context, error) {
	found, ok := c.All[name]
	if ok {
		return found, nil
	}
	there := "there is none yet: `salaatflow config set-context NAME --gateway URL` makes one"
	if len(c.All) > 0 {
		there = "there are " + strings.Join(c.Names(), ", ")
		if asked := suggest.Question(name, c.Names()); asked != "" {
			there = strings.TrimPrefix(asked, ", ")
		}
	}
	return Context{}, fmt.Errorf("no context is named %q: %s", name, there)
}

// Check returns an error for a context that cannot be right, or that holds a secret.
func Check(name string, context Context) error {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return fmt.Errorf("%q is not a name: write one word", name)
	}
	parsed, err := url.Parse(context.Gateway)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return errors.New("--gateway: expected an address like http://127.0.0.1:8080")
	}
	if parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return errors.New("--gateway: an address with a password or parameters is not kept: give a token by --token-file")
	}
	if context.User < 0 {
		return fmt.Errorf("--user: %d is not a user's number", context.User)
	}
	return nil
}

// Save writes the file anew in one step, readable for its owner only.
func (c Contexts) Save(path string) error {
	text, err := yaml.Marshal(c)
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("write the contexts: %w", err)
	}
	file, err := os.CreateTemp(folder, ".config-*") // 0600
	if err != nil {
		return fmt.Errorf("write the contexts: %w", err)
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write the contexts: %w", err), os.Remove(file.Name()))
	}
	return nil
}
