package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/gcpace"
	"github.com/salaatflow/platform/services/setting"
)

// The exit codes of a program.
const (
	exitFine   = 0
	exitFailed = 1
	exitUsage  = 2
)

// Configuration holds what an operator can set. A service's Config, which embeds Config, is one.
type Configuration interface {
	// Validate returns an error that names each flag with a wrong value.
	Validate() error
	// Healthcheck returns an error unless the program started with this configuration serves.
	Healthcheck(ctx context.Context) error
}

// Program is a service as a program: serve, healthcheck, version, and commands of its own.
type Program[C Configuration] struct {
	// Name is the program's, such as tasks-svc.
	Name string
	// Description is the sentence that its help begins with.
	Description string
	// Default is the configuration that flags, environment and file change. It is a kong struct.
	Default C
	// Without lists flags of the kit's Config that this program does not have.
	Without []string
	// New returns the module that serve runs.
	New func(C) Module
	// Commands are the program's own, such as migrate and import.
	Commands []Command[C]
}

// Command is a command of a program's own.
type Command[C Configuration] struct {
	// Name and Help describe it.
	Name, Help string
	// Arguments is a pointer to a kong struct that holds its arguments and flags; nil when it has none.
	Arguments any
	// Run runs the command with the parsed arguments. Results go to out.
	Run func(ctx context.Context, out io.Writer, c C) error
}

// Main runs the program by its arguments and environment, and ends the process: with 0 on success, 1 when the
// command failed, 2 on wrong usage and on settings that another start does not mend (see setting.Wrong). The first SIGINT or SIGTERM
// stops it gracefully, the second ends it at once.
func Main[C Configuration](program Program[C]) {
	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		stop()
		<-signals
		os.Exit(exitFailed)
	}()
	go gcpace.Follow(ctx, clock.System())
	os.Exit(program.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Run is Main without the process: it runs until the command is done or ctx ends, and returns the exit code.
func (p Program[C]) Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := p.run(ctx, args, stdout)
	if err == nil || errors.Is(err, config.ErrHelp) {
		return exitFine
	}
	fmt.Fprintf(stderr, "%s: %v\n", p.Name, err)
	if setting.IsWrong(err) {
		return exitUsage
	}
	return exitFailed
}

func (p Program[C]) run(ctx context.Context, args []string, stdout io.Writer) error {
	settings := struct {
		Settings C `embed:""`
	}{p.Default}
	commands := p.commands()
	options := config.Options{Name: p.Name, Description: p.Description, Without: p.Without, Output: stdout}
	for _, command := range commands {
		options.Kong = append(options.Kong, kong.DynamicCommand(command.Name, command.Help, "", command.Arguments))
	}
	parsed, err := config.Parse(&settings, args, options)
	if errors.Is(err, config.ErrHelp) {
		return err
	}
	if err != nil {
		return setting.Wrong(err)
	}
	for _, command := range commands {
		if command.Name != parsed.Selected().Name {
			continue
		}
		if err := settings.Settings.Validate(); err != nil && command.Name != versionCommand {
			return setting.Wrong(err)
		}
		return command.Run(ctx, stdout, settings.Settings)
	}
	return setting.Wrong(fmt.Errorf("unknown command %s", parsed.Command()))
}
