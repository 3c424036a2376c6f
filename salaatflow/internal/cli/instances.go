package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type instancesCommand struct {
	List   listInstances   `cmd:"" help:"List the instances that are registered, and for a day those that are gone or have stopped."`
	Forget forgetInstances `cmd:"" help:"Take instances off the list that are gone or have stopped."`
}

type listInstances struct {
	administering
	printed
	Service string `help:"Only those of this service." placeholder:"NAME" env:"-"`
}

// Run prints the instances.
func (c listInstances) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	found, err := gateway.Instances(ctx, c.Service, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, found, func(out io.Writer) error {
		rows := output.Rows{{"SERVICE", "INSTANCE", "VERSION", "ADDRESS", "STATE", "SINCE", "LAST ERROR"}}
		for _, one := range found {
			since, wrong := one.RegisteredAt, ""
			if one.DepartedAt != nil {
				since = *one.DepartedAt
			}
			if one.LastError != nil {
				wrong = *one.LastError
			}
			rows.Add(one.Service, one.Instance, one.Version, one.Address, one.State, since, wrong)
		}
		return rows.Write(out)
	})
}

type forgetInstances struct {
	administering
	Service  string `arg:"" help:"The service."`
	Instance string `arg:"" optional:"" help:"The instance; without it, all of the service that are gone or have stopped."`
}

// Run forgets instances.
func (c forgetInstances) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	count, err := gateway.ForgetInstances(ctx, c.Service, c.Instance, c.User)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(streams.Out, "%d forgotten\n", count)
	return err
}
