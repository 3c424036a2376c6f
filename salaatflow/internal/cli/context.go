package cli

import (
	"os"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/salaatflow/internal/contexts"
)

// The variables of the flags that a context may stand in for.
const (
	gatewayVariable   = "SALAATFLOW_GATEWAY"
	userVariable      = "SALAATFLOW_USER"
	tokenFileVariable = "SALAATFLOW_TOKEN_FILE" //nolint:gosec // G101: the name of a variable
	contextVariable   = "SALAATFLOW_CONTEXT"
)

const defaultGateway = "http://127.0.0.1:8080"

// fromContext fills the flags of a gateway that neither the command line nor the environment sets, from the chosen context.
// Who names another gateway gets nothing from the context: its user and its token are for its own gateway.
type fromContext struct {
	// arguments are those of the command line.
	arguments []string
	// failed is why there is no context, though one is asked for.
	failed error
}

// Validate implements kong.Resolver.
func (*fromContext) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver.
func (f *fromContext) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if len(flag.Envs) == 0 {
		return nil, nil
	}
	variable := flag.Envs[0]
	if variable != gatewayVariable && variable != userVariable && variable != tokenFileVariable || os.Getenv(variable) != "" {
		return nil, nil
	}
	chosen, err := chosenContext(f.arguments)
	f.failed = err // reported once the flags are known to be right
	if chosen == nil {
		return nil, nil
	}
	switch gateway, named := namedGateway(f.arguments); {
	case named && strings.TrimRight(gateway, "/") != strings.TrimRight(chosen.Gateway, "/"):
		return nil, nil
	case variable == gatewayVariable && chosen.Gateway != "":
		return chosen.Gateway, nil
	case variable == userVariable && chosen.User != 0:
		return strconv.Itoa(int(chosen.User)), nil
	case variable == tokenFileVariable && chosen.TokenFile != "":
		return chosen.TokenFile, nil
	default:
		return nil, nil
	}
}

// chosenContext returns the context that --context or its variable names, else the current one, else nil.
func chosenContext(arguments []string) (*contexts.Context, error) {
	path, err := contexts.DefaultPath()
	if err != nil {
		return nil, nil //nolint:nilerr // who has no folder for it has no contexts
	}
	all, err := contexts.Load(path)
	if err != nil {
		return nil, err
	}
	name, named := flagOf(arguments, "--context")
	if !named {
		name = os.Getenv(contextVariable)
	}
	if name == "" {
		name = all.Current
	}
	if name == "" {
		return nil, nil
	}
	found, err := all.Get(name)
	if err != nil {
		return nil, err
	}
	return &found, nil
}

// namedGateway returns the gateway that the command line or the environment names.
func namedGateway(arguments []string) (gateway string, named bool) {
	if gateway, named = flagOf(arguments, "--gateway"); named {
		return gateway, true
	}
	gateway = os.Getenv(gatewayVariable)
	return gateway, gateway != ""
}

// flagOf returns the value of a flag in arguments, the last if it is given again.
func flagOf(arguments []string, name string) (value string, found bool) {
	for i, argument := range arguments {
		if argument == "--" {
			break
		}
		if assigned, ok := strings.CutPrefix(argument, name+"="); ok {
			value, found = assigned, true
		}
		if argument == name && i+1 < len(arguments) {
			value, found = arguments[i+1], true
		}
	}
	return value, found
}
