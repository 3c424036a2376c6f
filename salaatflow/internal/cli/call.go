package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/salaatflow/internal/parameters"
	"github.com/salaatflow/platform/services/suggest"
	"github.com/salaatflow/platform/services/toolresult"
)

// maxInputBytes is the most that is read of standard input for a call. Gateways accept less.
const maxInputBytes = 16 << 20

type callCommand struct {
	remote
	asUser
	printed
	watched
	Tool  string   `arg:"" help:"The tool's name or alias. \"salaatflow call TOOL --help\" names its parameters."`
	Words []string `arg:"" optional:"" help:"The arguments, each as --parameter VALUE, key=value or key:=JSON; - reads a JSON object of them from standard input." placeholder:"--parameter VALUE"`
}

// Run calls the tool and prints its result. It fails if the tool does.
func (c callCommand) Run(ctx context.Context, streams Streams, model *kong.Application) error {
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
	known, err := parametersOf(tool)
	if err != nil {
		return err
	}
	given, err := parameters.Parse(c.Words, known)
	if err != nil {
		return usageError(fmt.Sprintf("%s: %v", c.Tool, err))
	}
	if given.Help {
		if tool == nil {
			return errNoTool(c.Tool, tools)
		}
		return c.help(streams, tool, known, flagsOf(model, "call"))
	}
	input, err := c.input(streams.In, given, known)
	if err != nil {
		return err
	}
	arguments, err := given.Over(input)
	if err != nil {
		return err
	}
	return c.each(ctx, streams, func(to Streams) error {
		result, err := gateway.Call(ctx, c.Tool, arguments, c.User)
		if err != nil {
			return err
		}
		if err := c.Output.Or(output.JSON).Write(to.Out, result, func(out io.Writer) error { return drawResult(out, result) }); err != nil {
			return err
		}
		if result.Success {
			return nil
		}
		if c.Output.IsTable() || c.Output.IsPart() {
			fmt.Fprintf(to.Err, "salaatflow: %s\n", failure(result))
		}
		hints(to.Err, c.Tool, tools, result, given, known)
		return errReported
	})
}

func toolNamed(tools []*client.Tool, name string) *client.Tool {
	for _, tool := range tools {
		if tool.Name == name || slices.Contains(tool.Aliases, name) {
			return tool
		}
	}
	return nil
}

// parametersOf returns the parameters of a tool, nil of one that is not known.
func parametersOf(tool *client.Tool) ([]parameters.Parameter, error) {
	if tool == nil {
		return nil, nil
	}
	known, err := parameters.Read(tool.InputSchema)
	if err == nil && known == nil {
		known = []parameters.Parameter{}
	}
	return known, err
}

// input returns the arguments in standard input, if it is asked for. It is also if a tool that needs arguments is given
// none, and a file or the output of another program stands there: such a call could only fail.
func (c callCommand) input(in io.Reader, given parameters.Given, known []parameters.Parameter) (map[string]json.RawMessage, error) {
	needs := slices.ContainsFunc(known, func(p parameters.Parameter) bool { return p.Required })
	implied := needs && len(given.Values) == 0 && isPiped(in)
	if !given.Input && !implied {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInputBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the arguments from standard input: %w", err)
	}
	if len(text) > maxInputBytes {
		return nil, usageError(fmt.Sprintf("standard input has more than %d bytes, too many for a call", maxInputBytes))
	}
	if implied && len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	var arguments map[string]json.RawMessage
	if err := json.Unmarshal(text, &arguments); err != nil || arguments == nil {
		return nil, usageError(`standard input is not a JSON object of arguments, such as {"title": "Read Quran"}`)
	}
	return arguments, nil
}

// isPiped reports whether a reader is a file or another program's output, and not a terminal or nothing.
func isPiped(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeNamedPipe != 0)
}

// drawResult prints the data of a success. What failed is for standard error.
func drawResult(out io.Writer, result *toolresult.Result) error {
	if !result.Success || len(result.Data) == 0 {
		return nil
	}
	return output.Draw(out, result.Data)
}

// failure returns what went wrong, in lines.
func failure(result *toolresult.Result) string {
	lines := []string{result.Error + ": " + result.ErrorMessage}
	for _, violation := range result.Violations {
		lines = append(lines, "  "+violation.Field+": "+violation.Message)
	}
	return output.Visible(strings.Join(lines, "\n"))
}

// hints tells what was probably meant.
func hints(
	to io.Writer, name string, tools []*client.Tool, result *toolresult.Result, given parameters.Given, known []parameters.Parameter,
) {
	if result.Error == "TOOL_NOT_FOUND" {
		if closest := suggest.Closest(name, namesOf(tools)); len(closest) > 0 {
			fmt.Fprintf(to, "salaatflow: %s: did you mean %s?\n", output.Visible(name), strings.Join(closest, " or "))
		}
	}
	for _, violation := range result.Violations {
		if hint := given.Hint(violation.Field, known); hint != "" {
			fmt.Fprintf(to, "salaatflow: %s\n", output.Visible(hint))
		}
	}
}

// namesOf returns the names and aliases of tools.
func namesOf(tools []*client.Tool) []string {
	var names []string
	for _, tool := range tools {
		names = append(append(names, tool.Name), tool.Aliases...)
	}
	return names
}

// errNoTool returns that a tool is not known, with what was probably meant.
func errNoTool(name string, tools []*client.Tool) error {
	return errors.New("the gateway knows no tool " + output.Visible(name) + suggest.Question(name, namesOf(tools)))
}
