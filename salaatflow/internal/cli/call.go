package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/salaatflow/platform/gateway/client"
)

type callCommand struct {
	remote
	asUser
	Tool      string   `arg:"" help:"The tool's name or alias."`
	Arguments []string `arg:"" optional:"" help:"The arguments, each as key=value, or key:=JSON." placeholder:"key=value"`
}

// Run calls the tool and prints its result. It fails if the tool does.
func (c callCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	tools, err := gateway.Tools(ctx)
	if err != nil {
		return err
	}
	given, err := arguments(c.Arguments, schemaOf(tools, c.Tool))
	if err != nil {
		return err
	}
	result, err := gateway.Call(ctx, c.Tool, given, c.User)
	if err != nil {
		return err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, result.AppendJSON(nil), "", "  "); err != nil {
		return fmt.Errorf("the gateway's answer is not JSON: %w", err)
	}
	fmt.Fprintln(streams.Out, pretty.String())
	if !result.Success {
		return errReported
	}
	return nil
}

func schemaOf(tools []*client.Tool, name string) json.RawMessage {
	for _, tool := range tools {
		if tool.Name == name || slices.Contains(tool.Aliases, name) {
			return tool.InputSchema
		}
	}
	return nil
}
