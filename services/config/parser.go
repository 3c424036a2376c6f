// Package config reads a program's settings from flags, environment variables and a YAML file, in this order of
// precedence, into a struct that holds the defaults. An unknown setting is refused by name.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// ErrHelp is returned after help was requested and written. There is nothing more to do.
var ErrHelp = errors.New("help was written")

// Options describe a program.
type Options struct {
	// Name is the program's, such as tasks-svc.
	Name string
	// Description is the sentence that help begins with.
	Description string
	// EnvPrefix begins every environment variable, such as SALAATFLOW_TASKS. Every variable that begins with it and
	// "_" must be known. Empty means EnvPrefix(Name).
	EnvPrefix string
	// Without names flags of the grammar that the program does not have: neither they nor their variables are known.
	Without []string
	// Output receives the help; nil is standard output.
	Output io.Writer
	// Kong is passed on, for commands made at run time.
	Kong []kong.Option
}

// EnvPrefix returns the prefix of a program's environment variables: SALAATFLOW_TASKS for tasks-svc.
func EnvPrefix(name string) string {
	return "SALAATFLOW_" + strings.ToUpper(strings.ReplaceAll(strings.TrimSuffix(name, "-svc"), "-", "_"))
}

// file is the flag that every program has.
type file struct {
	Config string `placeholder:"FILE" help:"Read settings from this YAML file; its keys are the flags' names."`
}

// Parse reads args (without the program's name) into grammar, a pointer to a struct for kong that holds the defaults:
// every flag's default is the value of its field. It returns the chosen command. An error is one sentence for the person
// who started the program and never contains a secret. ErrHelp is not a failure.
func Parse(grammar any, args []string, options Options) (command *kong.Context, err error) {
	if options.EnvPrefix == "" {
		options.EnvPrefix = EnvPrefix(options.Name)
	}
	if options.Output == nil {
		options.Output = os.Stdout
	}
	parser, err := newParser(grammar, options)
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", options.Name, err)
	}
	if err := checkEnviron(parser.Model.Node, options); err != nil {
		return nil, err
	}
	if path := configFile(args, options.EnvPrefix); path != "" {
		resolver, err := load(path)
		if err != nil {
			return nil, err
		}
		if err := resolver.Validate(parser.Model); err != nil {
			return nil, err
		}
		if err := kong.Resolvers(resolver).Apply(parser); err != nil {
			return nil, fmt.Errorf("--config %s: %w", path, err)
		}
	}
	return parse(parser, args)
}

// exited is what kong's Exit, called after help was written, panics with.
type exited struct{}

func parse(parser *kong.Kong, args []string) (command *kong.Context, err error) {
	defer func() {
		if value := recover(); value != nil {
			if _, ok := value.(exited); !ok {
				panic(value)
			}
			command, err = nil, ErrHelp
		}
	}()
	command, err = parser.Parse(args)
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		return nil, errors.New(wrong.Error())
	}
	if err == nil {
		err = checkSecrets(command)
	}
	return command, err
}

func newParser(grammar any, options Options) (*kong.Kong, error) {
	base := []kong.Option{
		kong.Name(options.Name),
		kong.Description(options.Description),
		kong.Writers(options.Output, io.Discard),
		kong.Exit(func(int) { panic(exited{}) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 120}),
		kong.Embed(&file{}),
		kong.PostBuild(func(k *kong.Kong) error {
			leaveOut(k.Model.Node, options.Without)
			return eachFlag(k.Model.Node, func(flag *kong.Flag) error {
				setEnv(flag, options.EnvPrefix)
				return setDefault(flag)
			})
		}),
	}
	return kong.New(grammar, append(base, options.Kong...)...)
}

// Model returns the commands and flags that Parse knows. It reads no arguments, environment or file.
func Model(grammar any, options Options) (*kong.Application, error) {
	if options.EnvPrefix == "" {
		options.EnvPrefix = EnvPrefix(options.Name)
	}
	parser, err := newParser(grammar, options)
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", options.Name, err)
	}
	return parser.Model, nil
}

// configFile finds the file before everything else is parsed, because it takes part in that.
func configFile(args []string, prefix string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			return value
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
		if arg == "--" {
			break
		}
	}
	return os.Getenv(prefix + "_CONFIG")
}
