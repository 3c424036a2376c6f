package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/salaatflow/internal/parameters"
)

type describeCommand struct {
	remote
	asUser
	printed
	Tool string `arg:"" help:"The tool's name or alias."`
}

// Run prints what there is to know about the tool.
func (c describeCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	tools, err := gateway.Tools(ctx)
	if err != nil {
		return err
	}
	tool := toolNamed(tools, c.Tool)
	if tool == nil {
		return errNoTool(c.Tool, tools)
	}
	known, err := parametersOf(tool)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, tool, func(out io.Writer) error {
		fmt.Fprintf(out, "%s: %s\n\n%s\n\n", output.Visible(tool.Name), output.Visible(tool.Title), output.Visible(tool.Description))
		if err := facts(tool).Write(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
		if err := writeParameters(out, known, columnsOf(out)); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "\nExample:\n  %s\n", example(tool, known, c.flags(tool, c.User)))
		return err
	})
}

func facts(tool *client.Tool) output.Rows {
	available := "yes"
	if !tool.Available {
		available = "no: no instance of its service can be reached"
	}
	return output.Rows{
		{"Service:", tool.Service + " " + tool.Version},
		{"Available:", available},
		{"User:", tool.Auth},
		{"Scopes:", strings.Join(tool.Scopes, " ")},
		{"Effect:", effect(tool)},
	}
}

func effect(tool *client.Tool) string {
	switch {
	case tool.ReadOnly:
		return "reads only"
	case tool.Destructive:
		return "removes something"
	case tool.Idempotent:
		return "changes something; the same call again changes nothing more"
	default:
		return "changes something"
	}
}

// writeParameters prints a table of the parameters, in which a narrow terminal has what there is to know of each in one column.
func writeParameters(out io.Writer, known []parameters.Parameter, columns int) error {
	rows := parameterRows(known)
	if columns > 0 && !rows.Fits(columns) {
		rows = output.Rows{{"PARAMETER", "DESCRIPTION"}}
		for _, p := range known {
			rows.Add(p.Name, withNotes(p, p.Type(), output.Shortened(p.Values(), longestValues)))
		}
	}
	return rows.Within(out, "", columns)
}

func parameterRows(known []parameters.Parameter) output.Rows {
	if len(known) == 0 {
		return output.Rows{{"It has no parameters."}}
	}
	rows := output.Rows{{"PARAMETER", "TYPE", "REQUIRED", "DEFAULT", "VALUES", "DESCRIPTION"}}
	for _, p := range known {
		required := ""
		if p.Required {
			required = "yes"
		}
		rows.Add(p.Name, p.Type(), required, p.DefaultText(), output.Shortened(p.Values(), longestValues), p.Description)
	}
	return rows
}

// longestValues is the most columns that a parameter's values take in a table.
const longestValues = 60

// example returns a call that can be pasted into a shell.
func example(tool *client.Tool, known []parameters.Parameter, flags []string) string {
	given := map[string]json.RawMessage{}
	_ = json.Unmarshal(tool.ExampleArguments, &given) // a tool without an example has none
	words := []string{"salaatflow", "call", quoted(tool.Name)}
	for _, p := range known {
		value, there := given[p.Name]
		if !there {
			continue
		}
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		words = append(words, p.Flag(), quoted(text))
	}
	return strings.Join(slices.Concat(words, flags), " ")
}

// plainInShell are the characters that a POSIX shell takes as they are.
const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+"

// quoted returns a word as a POSIX shell reads it.
func quoted(word string) string {
	plain := func(r rune) bool { return strings.ContainsRune(plainInShell, r) }
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// flags returns the flags without which the call of a tool would not go where this one goes.
func (r remote) flags(tool *client.Tool, user int32) []string {
	var flags []string
	if r.gatewayByFlag() {
		flags = append(flags, "--gateway", quoted(r.Gateway))
	}
	if source, err := r.tokens(); err == nil && source == nil && tool.Auth != "none" && tool.Auth != "optional" {
		flags = append(flags, "--user", fmt.Sprint(max(user, 1)))
	}
	return flags
}

// gatewayByFlag says whether the gateway is another than a call without --gateway would go to.
func (r remote) gatewayByFlag() bool {
	if r.Gateway == defaultGateway || os.Getenv(gatewayVariable) != "" {
		return false
	}
	chosen, err := chosenContext([]string{"--context", r.Context})
	return err != nil || chosen == nil || chosen.Gateway != r.Gateway
}

// help prints the parameters of a tool as flags of call.
func (c callCommand) help(streams Streams, tool *client.Tool, known []parameters.Parameter, own map[string]*kong.Flag) error {
	out := streams.Out
	fmt.Fprintf(out, "Usage: salaatflow call %s [flags]\n\n%s\n\nFlags of the tool:\n",
		output.Visible(tool.Name), output.Visible(tool.Description))
	var rows output.Rows
	for _, p := range known {
		name := p.Flag()
		if own[name] != nil {
			name = p.Name // the command's own flag comes first
		}
		rows.Add(name+"="+strings.ToUpper(p.Type()), flagHelp(p))
	}
	if len(known) == 0 {
		rows.Add("It has no parameters.")
	}
	if err := rows.Within(out, "  ", columnsOf(out)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, `
Each can also be given as key=value or key:=JSON, and all of them as a JSON object in standard input, for which - stands.
%s names the flags of every call, such as --user, --output and --watch.

Example:
  %s
`, "`salaatflow call --help`", example(tool, known, c.flags(tool, c.User)))
	return err
}

// flagHelp says what a parameter is for, and which values it has.
func flagHelp(p parameters.Parameter) string {
	if len(p.Enum) > 0 {
		return withNotes(p, "one of "+p.Values())
	}
	return withNotes(p)
}

// withNotes returns what a parameter is for, and in brackets whether it is required, what else is to be noted, and its default.
func withNotes(p parameters.Parameter, notes ...string) string {
	if p.Required {
		notes = append([]string{"required"}, notes...)
	}
	if text := p.DefaultText(); text != "" {
		notes = append(notes, "default "+text)
	}
	notes = slices.DeleteFunc(notes, func(note string) bool { return note == "" })
	if len(notes) == 0 {
		return p.Description
	}
	return p.Description + " (" + strings.Join(notes, "; ") + ")"
}
