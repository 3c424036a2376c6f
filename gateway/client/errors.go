package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// ErrUnreachable means that no exchange with the gateway took place.
var ErrUnreachable = errors.New("cannot reach the gateway")

// unreachable returns an error that says what to do about a gateway that does not answer. If the caller cancelled, it
// returns context.Canceled.
func (c *Client) unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	if noToken := (*tokenError)(nil); errors.As(err, &noToken) {
		return noToken.err
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

// answer is the response of an exchange.
type answer struct {
	gateway string
	status  int
	json    bool
	text    []byte
	link    string // the header Link
}

func (a *answer) decode(into any) error {
	if !a.json || json.Unmarshal(a.text, into) != nil {
		return a.foreign()
	}
	return nil
}

// foreign returns an error saying that something other than a gateway answers at the address.
func (a *answer) foreign() error {
	return fmt.Errorf("%s answers, but not as a gateway does: %d %s; is --gateway right?",
		a.gateway, a.status, http.StatusText(a.status))
}

// refusal returns a problem response, which is not the result of a tool, as an error. An example is a Host that the
// gateway does not serve.
func (a *answer) refusal() error {
	var problem struct {
		Detail string `json:"detail"`
	}
	if err := a.decode(&problem); err != nil || problem.Detail == "" {
		return a.foreign()
	}
	return fmt.Errorf("the gateway refused: %s", problem.Detail)
}
