// Command tool-choice says how well a language model chooses among the platform's tools: it starts a platform, shows the model what
// tools/list holds, as a host of MCP does, asks what people ask in three languages, and compares the calls with those that are right.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"

	"github.com/salaatflow/platform/e2e/toolchoice"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/languagemodel"
)

// The exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

// everything is what --only says by default.
const everything = "all"

// settings are the flags, each of which is an environment variable, too.
type settings struct {
	LLM    languagemodel.Config `embed:"" prefix:"llm-"`
	Only   string               `enum:"all,en,ur-Latn,ur" default:"all" help:"Ask the requests of one language alone: en, ur-Latn or ur."`
	AtOnce int                  `help:"How many requests may be on their way at once."`
	Misses bool                 `help:"List what was not right."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	s, err := read(args, stdout)
	switch {
	case errors.Is(err, config.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "tool-choice:", err)
		return exitUsage
	}
	if err := examine(ctx, s, stdout); err != nil {
		fmt.Fprintln(stderr, "tool-choice:", err)
		return exitFailed
	}
	return 0
}

func read(args []string, stdout io.Writer) (settings, error) {
	s := settings{LLM: languagemodel.DefaultConfig(), AtOnce: 4}
	_, err := config.Parse(&s, args, config.Options{
		Name: "tool-choice", Description: "Measures how well a language model chooses among the platform's tools.", Output: stdout,
	})
	switch {
	case err != nil:
		return s, err
	case !s.LLM.Enabled():
		return s, errors.New("there is no language model to ask: set SALAATFLOW_TOOL_CHOICE_LLM_URL to an OpenAI-compatible endpoint, " +
			"such as http://127.0.0.1:11434/v1, SALAATFLOW_TOOL_CHOICE_LLM_MODEL to a model of it that can call tools, and " +
			"SALAATFLOW_TOOL_CHOICE_LLM_KEY if it wants a key")
	case s.AtOnce < 1:
		return s, errors.New("--at-once: must be 1 or more")
	}
	return s, s.LLM.Validate()
}

func examine(ctx context.Context, s settings, stdout io.Writer) (err error) {
	requests, err := toolchoice.Requests()
	if err != nil {
		return err
	}
	if s.Only != everything {
		requests = slices.DeleteFunc(requests, func(r toolchoice.Request) bool { return r.Language != s.Only })
	}
	tools, err := listed(ctx)
	if err != nil {
		return err
	}
	model, err := languagemodel.New(languagemodel.Options{Config: s.LLM})
	if err != nil {
		return err
	}
	defer model.Close()
	found, err := toolchoice.Examine(ctx, model, tools, requests, s.AtOnce)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s, %d tools:\n\n%s", model.Model(), len(tools), found.Markdown())
	if s.Misses {
		fmt.Fprint(stdout, "\n", found.Misses())
	}
	judge, err := toolchoice.NewJudge(tools)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "\nThe judge without a model, of the same list:\n\n%s", toolchoice.MeasureFloor(judge, requests).Markdown())
	return nil
}
