package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// checkEnviron refuses a variable that looks like a setting but is not one: a misspelt one would have no effect.
func checkEnviron(root *kong.Node, options Options) error {
	known := map[string]bool{}
	_ = eachFlag(root, func(flag *kong.Flag) error {
		for _, name := range flag.Envs {
			known[name] = true
		}
		return nil
	})
	var unknown []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, options.EnvPrefix+"_") && !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return fmt.Errorf("unknown environment variable %s: %s --help names those there are",
		strings.Join(unknown, ", "), options.Name)
}
