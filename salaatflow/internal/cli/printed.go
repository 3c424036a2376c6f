package cli

import (
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"github.com/salaatflow/platform/salaatflow/internal/output"
)

// printed holds the flag of commands that print their results in the form that is asked for.
type printed struct {
	Output output.Format `short:"o" help:"How to print the result: table, json, yaml or jsonpath=EXPR, such as jsonpath=$.data.tasks[*].title (RFC 9535)." env:"-" placeholder:"FORMAT"`
}

// interval is how long to wait between two looks; 0 looks once. Its flag may stand without a value.
type interval time.Duration

const (
	defaultInterval  = 2 * time.Second
	shortestInterval = 100 * time.Millisecond
)

// IsBool implements kong.BoolMapperValue: the value is optional.
func (interval) IsBool() bool { return true }

// Decode implements kong.MapperValue.
func (i *interval) Decode(ctx *kong.DecodeContext) error {
	*i = interval(defaultInterval)
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	text := ctx.Scan.Pop().String()
	chosen, err := time.ParseDuration(text)
	if err != nil || chosen < shortestInterval {
		return fmt.Errorf("%q is not a time of at least %s, such as 5s", text, shortestInterval)
	}
	*i = interval(chosen)
	return nil
}
