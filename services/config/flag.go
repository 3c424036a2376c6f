package config

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// eachFlag visits the flags of a node and of its commands.
func eachFlag(node *kong.Node, visit func(*kong.Flag) error) error {
	for _, flag := range node.Flags {
		if err := visit(flag); err != nil {
			return err
		}
	}
	for _, child := range node.Children {
		if err := eachFlag(child, visit); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut removes flags from a node and its commands.
func leaveOut(node *kong.Node, names []string) {
	node.Flags = slices.DeleteFunc(node.Flags, func(flag *kong.Flag) bool { return slices.Contains(names, flag.Name) })
	for _, child := range node.Children {
		leaveOut(child, names)
	}
}

// setEnv names a flag's environment variable after the flag, unless its tag says `env:"-"` or another name.
func setEnv(flag *kong.Flag, prefix string) {
	switch {
	case flag.Name == "help" || slices.Equal(flag.Envs, []string{"-"}):
		flag.Envs, flag.Tag.Envs = nil, nil
	case len(flag.Envs) == 0:
		name := prefix + "_" + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(flag.Name))
		flag.Envs, flag.Tag.Envs = []string{name}, []string{name}
	}
}

// setDefault makes the value of the flag's field its default, so that defaults have one place: the Go value.
func setDefault(flag *kong.Flag) error {
	_, hasText := flag.Target.Interface().(encoding.TextMarshaler) // whose zero may mean something, as of slog.Level
	if flag.HasDefault || (flag.Target.IsZero() && !hasText) {
		return nil
	}
	text, err := format(flag.Target, string(flag.Tag.Sep))
	if err != nil {
		return fmt.Errorf("--%s: %w", flag.Name, err)
	}
	if text != "" {
		flag.HasDefault, flag.Default = true, strings.ReplaceAll(text, "$", "$$") // $ begins a variable in kong
		flag.PlaceHolder = ""                                                     // help shows the default instead
	}
	return nil
}

func format(value reflect.Value, separator string) (string, error) {
	switch v := value.Interface().(type) {
	case Secret:
		return v.Reveal(), nil // a default stands in the code and is not a secret
	case time.Duration:
		return v.String(), nil
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		return string(text), err
	}
	if value.Kind() != reflect.Slice {
		return fmt.Sprint(value.Interface()), nil
	}
	parts := make([]string, value.Len())
	for i := range parts {
		part, err := format(value.Index(i), separator)
		if err != nil {
			return "", err
		}
		parts[i] = part
	}
	return strings.Join(parts, separator), nil
}
