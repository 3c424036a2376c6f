package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type statusCommand struct {
	remote
	asUser
	printed
	watched
}

// gatewayStatus is the state of a gateway as its caller sees it.
type gatewayStatus struct {
	Gateway string `json:"gateway"`
	Up      bool   `json:"up"`
	// Ready is true if the gateway is up, and all tools that the caller may call can be called.
	Ready   bool   `json:"ready"`
	Version string `json:"version"`
	// User is nil if nobody calls, or the gateway does not say who.
	User *client.User `json:"user"`
	// UserError is why User is nil though somebody calls.
	UserError string          `json:"user_error,omitempty"`
	Missing   []string        `json:"missing"`
	Services  []serviceStatus `json:"services"`
}

// serviceStatus is the state of a service whose tools the caller may call.
type serviceStatus struct {
	Service   string `json:"service"`
	Version   string `json:"version"`
	Tools     int    `json:"tools"`
	Available bool   `json:"available"`
}

// Run prints the state. It fails unless the gateway is ready.
func (c statusCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	return c.each(ctx, streams, func(to Streams) error {
		status, failed := c.look(ctx, gateway)
		if err := c.Output.Write(to.Out, status, status.draw); err != nil {
			return err
		}
		switch {
		case failed != nil:
			fmt.Fprintf(to.Err, "salaatflow: %v\n", failed)
			return errReported
		case !status.Ready:
			return errReported
		default:
			return nil
		}
	})
}

// look asks the gateway. The error is why it is not up.
func (c statusCommand) look(ctx context.Context, gateway *client.Client) (gatewayStatus, error) {
	status := gatewayStatus{Gateway: c.Gateway, Missing: []string{}, Services: []serviceStatus{}}
	tools, err := gateway.Tools(ctx)
	if err != nil {
		return status, err
	}
	status.Up = true
	places := map[[2]string]int{}
	for _, tool := range tools {
		key := [2]string{tool.Service, tool.Version}
		at, there := places[key]
		if !there {
			at = len(status.Services)
			places[key] = at
			status.Services = append(status.Services, serviceStatus{Service: tool.Service, Version: tool.Version, Available: true})
		}
		status.Services[at].Tools++
		if !tool.Available {
			status.Services[at].Available = false
			status.Missing = append(status.Missing, tool.Name)
		}
	}
	if status.Version, err = gateway.Version(ctx); err != nil {
		return status, err
	}
	source, err := c.tokens()
	if err == nil && (source != nil || c.User != 0) {
		var me client.User
		if me, err = gateway.Me(ctx, c.User); err == nil {
			status.User = &me
		}
	}
	if err != nil {
		status.UserError = err.Error()
	}
	status.Ready = len(tools) > 0 && len(status.Missing) == 0
	return status, nil
}

func (s gatewayStatus) draw(out io.Writer) error {
	state := "ready"
	switch {
	case !s.Up:
		return output.Rows{{"Gateway:", s.Gateway}, {"State:", "does not answer"}}.Write(out)
	case len(s.Services) == 0:
		state = "up, but offers no tools"
	case !s.Ready:
		state = fmt.Sprintf("up, but %d tools cannot be called: no instance of their services can be reached", len(s.Missing))
	}
	facts := output.Rows{{"Gateway:", s.Gateway}, {"State:", state}, {"Version:", s.Version}, {"User:", s.user()}}
	if err := facts.Write(out); err != nil || len(s.Services) == 0 {
		return err
	}
	rows := output.Rows{{"SERVICE", "VERSION", "TOOLS", "STATE"}}
	for _, service := range s.Services {
		word := "available"
		if !service.Available {
			word = "missing"
		}
		rows.Add(service.Service, service.Version, strconv.Itoa(service.Tools), word)
	}
	fmt.Fprintln(out)
	return rows.Write(out)
}

func (s gatewayStatus) user() string {
	switch {
	case s.UserError != "":
		return "unknown: " + s.UserError
	case s.User == nil:
		return "nobody"
	case s.User.DisplayName != nil:
		return fmt.Sprintf("%d, %s (%s)", s.User.ID, *s.User.DisplayName, s.User.Role)
	default:
		return fmt.Sprintf("%d (%s)", s.User.ID, s.User.Role)
	}
}
