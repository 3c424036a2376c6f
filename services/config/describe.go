package config

import (
	"reflect"

	"github.com/alecthomas/kong"
)

// Flag is a setting of a program, as its flag, its environment variable and its key in a file.
type Flag struct {
	// Name is without dashes, and also the key in a file.
	Name string
	// Env is the environment variable; empty when there is none.
	Env string
	// Default is the value without the setting; empty when there is none.
	Default string
	// Placeholder stands for the value in help; empty for a switch.
	Placeholder string
	Help        string
	// Secret: the value is never shown.
	Secret bool
}

// Describe returns the settings of a program whose commands all have the same, in the order of its help. It reads no
// arguments, environment or file.
func Describe(grammar any, options Options) ([]Flag, error) {
	model, err := Model(grammar, options)
	if err != nil {
		return nil, err
	}
	var flags []Flag
	for _, flag := range model.Flags {
		if flag.Name == "help" {
			continue
		}
		flags = append(flags, describe(flag))
	}
	return flags, nil
}

func describe(flag *kong.Flag) Flag {
	described := Flag{
		Name: flag.Name, Default: flag.Default, Help: flag.Help, Secret: flag.Target.Type() == reflect.TypeFor[Secret](),
	}
	if len(flag.Envs) > 0 {
		described.Env = flag.Envs[0]
	}
	if !flag.IsBool() {
		described.Placeholder = flag.FormatPlaceHolder()
	}
	return described
}
