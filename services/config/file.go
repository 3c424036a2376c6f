package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// settings holds the flags' names and values of a YAML file. Nested keys are joined, so that `log: {level: debug}` is
// --log-level, and a key may be spelled with _ for -.
type settings struct {
	path   string
	values map[string]any
}

func load(path string) (*settings, error) {
	content, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--config: %w", err)
	}
	defer content.Close() //nolint:errcheck // read only
	document := map[string]any{}
	if err := yaml.NewDecoder(content).Decode(&document); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("--config %s: %w", path, err)
	}
	s := &settings{path: path, values: map[string]any{}}
	if err := s.flatten("", document); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *settings) flatten(prefix string, document map[string]any) error {
	for key, value := range document {
		name := prefix + strings.ReplaceAll(key, "_", "-")
		if nested, ok := value.(map[string]any); ok {
			if err := s.flatten(name+"-", nested); err != nil {
				return err
			}
			continue
		}
		if _, twice := s.values[name]; twice {
			return fmt.Errorf("--config %s: %s is given twice", s.path, name)
		}
		s.values[name] = value
	}
	return nil
}

// Validate returns an error for a key that is not a flag.
func (s *settings) Validate(app *kong.Application) error {
	known := map[string]bool{}
	_ = eachFlag(app.Node, func(flag *kong.Flag) error {
		known[flag.Name] = flag.Name != "help" && flag.Name != "config"
		return nil
	})
	var unknown []string
	for name := range s.values {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return fmt.Errorf("--config %s: unknown key %s: the keys are the flags' names", s.path, strings.Join(unknown, ", "))
}

// Resolve returns the file's value of a flag that neither the command line nor the environment sets.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	value, ok := s.values[flag.Name]
	if !ok || value == nil {
		return nil, nil
	}
	if list, ok := value.([]any); ok {
		return join(list, flag), nil
	}
	return fmt.Sprint(value), nil
}

func join(list []any, flag *kong.Flag) string {
	parts := make([]string, len(list))
	for i, part := range list {
		parts[i] = fmt.Sprint(part)
	}
	return strings.Join(parts, string(flag.Tag.Sep))
}
