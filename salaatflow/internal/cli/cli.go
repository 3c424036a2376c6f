// Package cli is the command line. The command up runs the platform; the others talk to a running gateway.
package cli

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
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/setting"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// Streams are the input and outputs of a command, and the clock by which it waits.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Clock    clock.Clock // nil is the system's
}

func (s Streams) clock() clock.Clock {
	if s.Clock == nil {
		return clock.System()
	}
	return s.Clock
}

// System returns the process's own streams.
func System() Streams {
	return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
}

// commands are the commands of the program.
type commands struct {
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version." env:"-"`

	Up         upCommand         `cmd:"" help:"Run the whole platform in this process: registry, services and gateway, with SQLite files under --data."`
	Tools      toolsCommand      `cmd:"" help:"List the tools of a running gateway."`
	Describe   describeCommand   `cmd:"" help:"Describe one tool: its parameters, what it needs, and a call to paste."`
	Call       callCommand       `cmd:"" help:"Call one tool through a running gateway and print its result."`
	Chat       chatCommand       `cmd:"" help:"Chat with a running gateway in English, Roman Urdu or Urdu: one MESSAGE, or a conversation."`
	Status     statusCommand     `cmd:"" help:"Say whether a gateway is up, which services are missing, and who one is there."`
	Open       openCommand       `cmd:"" help:"Open a gateway's page in the browser."`
	MCP        mcpCommand        `cmd:"" name:"mcp" help:"Serve the tools of a running gateway as an MCP server on standard input and output, for desktop clients."`
	Login      loginCommand      `cmd:"" help:"Sign in to a gateway that runs with --auth oidc, in a browser on this or another device."`
	Logout     logoutCommand     `cmd:"" help:"End the session that login began."`
	Token      tokenCommand      `cmd:"" help:"Create, list and revoke API tokens, with which programs call as a user."`
	Calendar   calendarCommand   `cmd:"" help:"Make, list and revoke private addresses of your tasks' calendar feed, for calendar programs."`
	Config     configCommand     `cmd:"" help:"Keep the gateways that you work with as contexts, and choose one."`
	Backup     backupCommand     `cmd:"" help:"Copy the databases of a data folder to a new folder, while they are in use."`
	Restore    restoreCommand    `cmd:"" help:"Put the databases of a backup into a data folder that nobody uses."`
	Certs      certsCommand      `cmd:"" help:"Make and renew the certificates with which programs prove to each other who they are, by an authority of their own."`
	Credential credentialCommand `cmd:"" help:"Make the secret by which programs know each other, in a file, unless it is there."`
	New        newCommand        `cmd:"" help:"Write a service of your own that runs, registers and is called, in Go, Node or Python."`
	Lint       lintCommand       `cmd:"" help:"Check what a service of yours will register, before it runs."`
	Proto      protoCommand      `cmd:"" help:"Hand out the platform's .proto files, for those who offer a tool or call over gRPC."`
	Completion completionCommand `cmd:"" help:"Print a script by which a shell completes commands, tools and their parameters."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
	Help       helpCommand       `cmd:"" help:"Show the help of a command."`

	Complete completeCommand `cmd:"" hidden:"" passthrough:"" name:"__complete"`

	Audit    auditCommand    `cmd:"" help:"Verify and export the audit trail."`
	Policy   policyCommand   `cmd:"" help:"Test a policy file, and explain what it decides."`
	Registry registryCommand `cmd:"" help:"Look at what is registered with a running platform and what is gone, and decide on changed definitions."`
}

// errReported is a failure that the command has already reported.
var errReported = errors.New("reported")

// Run runs the command line and returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage and for settings that another
// start does not mend.
func Run(arguments []string, streams Streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	options := config.Options{
		Name:        "salaatflow",
		Description: "Runs the SalaatFlow platform, or calls the tools of a running one.",
		EnvPrefix:   upEnv,
		Output:      streams.Out,
		Kong: []kong.Option{
			kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(streams), kong.Vars{"version": kit.VersionLine("salaatflow")},
		},
	}
	chosen := &fromContext{arguments: arguments}
	options.Kong = append(options.Kong, kong.Resolvers(chosen))
	model, err := config.Model(&commands{Up: defaultUp()}, options)
	if err != nil {
		fmt.Fprintf(streams.Err, "salaatflow: %v\n", err)
		return exitUsage
	}
	options.Kong = append(options.Kong, kong.Bind(model))
	parsed, err := config.Parse(&commands{Up: defaultUp()}, rearranged(arguments, model), options)
	if errors.Is(err, config.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(streams.Err, "salaatflow: %v\nTry `salaatflow --help`.\n", err)
		return exitUsage
	}
	if chosen.failed != nil {
		return report(usageError(chosen.failed.Error()), streams)
	}
	return report(parsed.Run(), streams)
}

func report(err error, streams Streams) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	}
	fmt.Fprintf(streams.Err, "salaatflow: %v\n", err)
	if setting.IsWrong(err) {
		return exitUsage
	}
	return exitFailed
}

// usageError returns a mistake in the command line.
func usageError(message string) error { return setting.Wrong(errors.New(message)) }
