package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type registryCommand struct {
	Instances   instancesCommand   `cmd:"" help:"Which instances of services are registered, and which are gone."`
	Definitions definitionsCommand `cmd:"" help:"What each version of a service offers: the registry publishes the first one that it sees, and a changed one only once it is accepted."`
}

type definitionsCommand struct {
	List   listDefinitions  `cmd:"" help:"List what the registry remembers."`
	Show   showDefinition   `cmd:"" help:"Print a definition and its tools."`
	Diff   diffDefinition   `cmd:"" help:"Print what a definition changes, compared with the accepted one of its version."`
	Accept acceptDefinition `cmd:"" help:"Publish a definition from now on."`
	Reject rejectDefinition `cmd:"" help:"Keep a definition from being published, and no longer report it."`
}

// administering holds the flags of commands for administrators.
type administering struct {
	remote
	asUser
}

type listDefinitions struct {
	administering
	printed
	Service string `help:"Only those of this service." placeholder:"NAME" env:"-"`
	State   string `help:"Only those that are accepted, quarantined or rejected." placeholder:"STATE" env:"-"`
}

// Run prints what is remembered.
func (c listDefinitions) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	found, err := gateway.Definitions(ctx, c.Service, c.State, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, found, func(out io.Writer) error {
		rows := output.Rows{{"DEFINITION", "SERVICE", "VERSION", "STATE", "FIRST SEEN", "INSTANCES", "DECIDED BY"}}
		for _, d := range found {
			by := ""
			if d.DecidedBy != nil {
				by = *d.DecidedBy
			}
			rows.Add(fmt.Sprintf("%.12s", d.Hash), d.Service, d.Version, d.State, d.FirstSeen, strconv.Itoa(d.InstanceCount), by)
		}
		return rows.Write(out)
	})
}

// oneDefinition names a definition.
type oneDefinition struct {
	administering
	Definition string `arg:"" help:"The definition's hash, or its beginning, as list prints it." placeholder:"HASH"`
}

// find returns the client, and the whole hash of the definition. The caller closes the client.
func (c oneDefinition) find(ctx context.Context) (*client.Client, string, error) {
	gateway, err := c.client()
	if err != nil {
		return nil, "", err
	}
	all, err := gateway.Definitions(ctx, "", "", c.User)
	if err != nil {
		gateway.Close()
		return nil, "", err
	}
	hash, err := theOne(all, c.Definition)
	if err != nil {
		gateway.Close()
		return nil, "", err
	}
	return gateway, hash, nil
}

// theOne returns the hash that begins so.
func theOne(all []client.Definition, beginning string) (hash string, err error) {
	for _, d := range all {
		if beginning == "" || !strings.HasPrefix(d.Hash, beginning) {
			continue
		}
		if hash != "" {
			return "", fmt.Errorf("several definitions begin with %q: give more of the hash", beginning)
		}
		hash = d.Hash
	}
	if hash == "" {
		return "", fmt.Errorf("no definition begins with %q: `salaatflow registry definitions list` lists them", beginning)
	}
	return hash, nil
}

type showDefinition struct {
	oneDefinition
	printed
}

// Run prints the definition.
func (c showDefinition) Run(ctx context.Context, streams Streams) error {
	gateway, hash, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer gateway.Close()
	details, err := gateway.Definition(ctx, hash, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, details, func(out io.Writer) error {
		if c.Output.IsTable() {
			return drawDefinition(out, details)
		}
		text, err := json.MarshalIndent(details, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, output.Visible(string(text)))
		return err
	})
}

// drawDefinition draws a definition and, below it, its tools.
func drawDefinition(out io.Writer, details client.DefinitionDetails) error {
	d := details.Definition
	if _, err := fmt.Fprintf(out, "%.12s  %s %s, %s\n\n", d.Hash, d.Service, d.Version, d.State); err != nil {
		return err
	}
	rows := output.Rows{{"TOOL", "DESCRIPTION"}}
	for _, raw := range details.Tools {
		var tool struct{ Name, Description string }
		if err := json.Unmarshal(raw, &tool); err != nil {
			return err
		}
		first, _, _ := strings.Cut(tool.Description, "\n")
		rows.Add(tool.Name, first)
	}
	return rows.Write(out)
}

type diffDefinition struct {
	oneDefinition
	printed
}

// Run prints what differs.
func (c diffDefinition) Run(ctx context.Context, streams Streams) error {
	gateway, hash, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer gateway.Close()
	diff, err := gateway.DiffDefinition(ctx, hash, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, diff, func(out io.Writer) error {
		writeDiff(out, diff)
		return nil
	})
}

func writeDiff(out io.Writer, diff client.DefinitionDiff) {
	d := diff.Definition
	fmt.Fprintf(out, "%s %s, %s\n--- accepted %.12s\n+++ %s %.12s\n", d.Service, d.Version, d.State, diff.AcceptedHash, d.State, d.Hash)
	if len(diff.Changes) == 0 {
		fmt.Fprintln(out, "nothing differs")
	}
	for _, change := range diff.Changes {
		what := change.Subject
		switch {
		case change.Field != "":
			what += ": " + change.Field
		case change.Before == nil:
			what += " is new"
		default:
			what += " is gone"
		}
		fmt.Fprintf(out, "@@ %s @@\n", output.Visible(what))
		for _, line := range diffLines(linesOf(change.Before), linesOf(change.After)) {
			fmt.Fprintln(out, output.Visible(line))
		}
	}
}

func linesOf(text *string) []string {
	if text == nil {
		return nil
	}
	return strings.Split(*text, "\n")
}

// deciding holds the flags of a decision.
type deciding struct {
	oneDefinition
	printed
	Reason string `help:"Why, for whoever asks later." placeholder:"TEXT" env:"-"`
}

func (c deciding) decide(ctx context.Context, streams Streams, accept bool) error {
	gateway, hash, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer gateway.Close()
	decided, err := gateway.DecideDefinition(ctx, hash, accept, c.Reason, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, decided, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, "%.12s of %s %s is %s\n", decided.Hash, decided.Service, decided.Version, decided.State)
		return err
	})
}

type acceptDefinition struct{ deciding }

// Run accepts the definition.
func (c acceptDefinition) Run(ctx context.Context, streams Streams) error {
	return c.decide(ctx, streams, true)
}

type rejectDefinition struct{ deciding }

// Run rejects the definition.
func (c rejectDefinition) Run(ctx context.Context, streams Streams) error {
	return c.decide(ctx, streams, false)
}
