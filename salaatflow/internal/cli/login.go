package cli

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/salaatflow/internal/login"
)

type loginCommand struct {
	remote
	Issuer   string   `help:"The OpenID provider to sign in at, if the gateway trusts several." env:"SALAATFLOW_ISSUER" placeholder:"URL"`
	ClientID string   `help:"The name under which the OpenID provider knows this program." default:"salaatflow-cli" env:"SALAATFLOW_CLIENT_ID" placeholder:"ID"`
	Scopes   []string `name:"scope" help:"Ask for these scopes only; by default for all that the gateway names." env:"-" placeholder:"SCOPE"`
}

// Run signs in by the device flow and keeps the session.
func (c loginCommand) Run(ctx context.Context, streams Streams) error {
	store, err := c.store()
	if err != nil {
		return err
	}
	http := login.NewClient()
	resource, server, err := http.Discover(ctx, c.session(), c.Issuer)
	if err != nil {
		return err
	}
	request := login.Request{Resource: resource, Server: server, ClientID: c.ClientID, Scopes: c.Scopes}
	session, err := http.SignIn(ctx, request, func(prompt login.Prompt) {
		fmt.Fprintf(streams.Err, "Open %s in a browser and enter the code %s.\n", prompt.URL, prompt.Code)
		if prompt.CompleteURL != "" {
			fmt.Fprintf(streams.Err, "Or open %s and compare the code.\n", prompt.CompleteURL)
		}
	})
	if err != nil {
		return err
	}
	where, err := store.Save(c.session(), session)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Signed in to %s. The session is in %s.\n", c.session(), where)
	return nil
}

type logoutCommand struct {
	remote
}

// Run gives the session back to its issuer and forgets it. It is forgotten also if the issuer does not take it.
func (c logoutCommand) Run(ctx context.Context, streams Streams) error {
	store, err := c.store()
	if err != nil {
		return err
	}
	session, err := store.Load(c.session())
	if err != nil {
		return fmt.Errorf("%s: %w", c.session(), err)
	}
	refused := login.NewClient().Revoke(ctx, session)
	if err := store.Delete(c.session()); err != nil {
		return err
	}
	if refused != nil {
		return fmt.Errorf("the session is forgotten here, but its issuer has not taken it back: %w", refused)
	}
	fmt.Fprintf(streams.Err, "Signed out of %s.\n", c.session())
	return nil
}
