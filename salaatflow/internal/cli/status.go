package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	// Ready is true if the gateway is up, finds no program down, and offers tools. Down is how many programs are down.
	Ready   bool   `json:"ready"`
	Down    int    `json:"down"`
	Version string `json:"version"`
	// User is nil if nobody calls, or the gateway does not say who.
	User *client.User `json:"user"`
	// UserError is why User is nil though somebody calls.
	UserError string          `json:"user_error,omitempty"`
	Missing   []string        `json:"missing"`
	Services  []serviceStatus `json:"services"`
}

// serviceStatus is the state of a service that the gateway requires, or whose tools the caller may call.
type serviceStatus struct {
	Service string `json:"service"`
	// Version is empty of a service without tools.
	Version   string `json:"version"`
	Tools     int    `json:"tools"`
	Available bool   `json:"available"`
	// State is what the gateway says of a required service, as client.ServiceStatus has it; of others it is ready or not_ready.
	State string `json:"state"`
	// Down is how many instances of a required service are down, and Since when it is gone or stopped; nil if it is not.
	Down  int     `json:"down"`
	Since *string `json:"since"`
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
	found, err := gateway.Status(ctx)
	if err != nil {
		return status, err
	}
	status.count(tools)
	status.judge(found)
	status.Ready, status.Down = found.Ready && len(tools) > 0, found.Down
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
	return status, nil
}

// count lists the services of tools.
func (s *gatewayStatus) count(tools []*client.Tool) {
	places := map[[2]string]int{}
	for _, tool := range tools {
		key := [2]string{tool.Service, tool.Version}
		at, there := places[key]
		if !there {
			at = len(s.Services)
			places[key] = at
			s.Services = append(s.Services, serviceStatus{Service: tool.Service, Version: tool.Version, Available: true, State: ready})
		}
		s.Services[at].Tools++
		if !tool.Available {
			s.Services[at].Available, s.Services[at].State = false, "not_ready"
			s.Missing = append(s.Missing, tool.Name)
		}
	}
}

const ready = "ready"

// judge says of required services what the gateway does, also of those without tools.
func (s *gatewayStatus) judge(found client.Status) {
	for _, required := range found.Services {
		judged := serviceStatus{
			Service: required.Service, Available: required.State == ready, State: required.State, Down: required.Down, Since: required.Since,
		}
		listed := false
		for i, service := range s.Services {
			if service.Service == required.Service {
				judged.Version, judged.Tools, listed = service.Version, service.Tools, true
				s.Services[i] = judged
			}
		}
		if !listed {
			s.Services = append(s.Services, judged)
		}
	}
}

// word is the state for people.
func (s serviceStatus) word() string {
	switch {
	case s.Available && s.Down > 0:
		return fmt.Sprintf("available; %d instances are down", s.Down)
	case s.Available:
		return "available"
	case s.Since != nil:
		return strings.ReplaceAll(s.State, "_", " ") + " since " + *s.Since
	default:
		return strings.ReplaceAll(s.State, "_", " ")
	}
}

func (s gatewayStatus) draw(out io.Writer) error {
	state := ready
	switch {
	case !s.Up:
		return output.Rows{{"Gateway:", s.Gateway}, {"State:", "does not answer"}}.Write(out)
	case s.Down > 0:
		state = fmt.Sprintf("up, but %d programs are down: /console/health says which, to administrators", s.Down)
	case !s.Ready:
		state = "up, but offers no tools"
	}
	facts := output.Rows{{"Gateway:", s.Gateway}, {"State:", state}, {"Version:", s.Version}, {"User:", s.user()}}
	if err := facts.Write(out); err != nil || len(s.Services) == 0 {
		return err
	}
	rows := output.Rows{{"SERVICE", "VERSION", "TOOLS", "STATE"}}
	for _, service := range s.Services {
		rows.Add(service.Service, service.Version, strconv.Itoa(service.Tools), service.word())
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
