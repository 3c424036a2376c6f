// Command gateway is the edge alone, for a registry and services that run elsewhere.
package main

import (
	_ "time/tzdata" // users' time zones, wherever the program runs

	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/kit"
)

func main() {
	kit.Main(kit.Program[gateway.Config]{
		Name:        "gateway",
		Description: "Serves the tools that services registered, by REST, tool call and MCP.",
		Default:     gateway.DefaultConfig(),
		New:         func(config gateway.Config) kit.Module { return gateway.Module(config, nil) },
	})
}
