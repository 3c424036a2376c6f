package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// ErrUnreachable is within the errors of exchanges that did not take place.
var ErrUnreachable = errors.New("cannot reach the gateway")

// unreachable says what to do about a gateway that does not answer; an exchange that the caller gave up is no fault of it.
func (c *Client) unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w at %s: no answer within %s", ErrUnreachable, c.base, timeout)
	}
	return fmt.Errorf("%w at %s: is it running? Start it with `make run`, or name another with --gateway URL (%w)",
		ErrUnreachable, c.base, err)
}

// answer is what came back of an exchange.
type answer struct {
	gateway string
	status  int
	json    bool
	text    []byte
}

func (a *answer) decode(into any) error {
	if !a.json || json.Unmarshal(a.text, into) != nil {
		return a.foreign()
	}
	return nil
}

// foreign says that something else answers at the gateway's address.
func (a *answer) foreign() error {
	return fmt.Errorf("%s answers, but not as a gateway does: %d %s; is --gateway right?",
		a.gateway, a.status, http.StatusText(a.status))
}

// refusal reads a problem that is no result of a tool, such as a Host that the gateway does not serve.
func (a *answer) refusal() error {
	var problem struct {
		Detail string `json:"detail"`
	}
	if err := a.decode(&problem); err != nil || problem.Detail == "" {
		return a.foreign()
	}
	return fmt.Errorf("the gateway refused: %s", problem.Detail)
}
