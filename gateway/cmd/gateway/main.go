// Command gateway runs the edge alone, with a registry and services elsewhere.
package main

import (
	_ "time/tzdata" // users' time zones, wherever the program runs

	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/kit"
)

func main() {
	kit.Main(kit.Program[gateway.Config]{
		Name:        "gateway",
		Description: "Serves registered tools over REST, tool calls and MCP.",
		Default:     gateway.DefaultConfig(),
		Commands:    []kit.Command[gateway.Config]{gateway.LimitsCommand()},
		New:         func(config gateway.Config) kit.Module { return gateway.Module(config, nil) },
	})
}
