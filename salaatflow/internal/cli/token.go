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

type tokenCommand struct {
	Create tokenCreate `cmd:"" help:"Create an API token and print it, which nothing does again."`
	List   tokenList   `cmd:"" help:"List API tokens."`
	Revoke tokenRevoke `cmd:"" help:"Revoke an API token."`
}

type tokenCreate struct {
	remote
	asUser
	printed
	Name          string   `arg:"" help:"What to call it."`
	Scopes        []string `name:"scope" required:"" help:"What it may do, such as tasks:read; may be given again." env:"-" placeholder:"SCOPE"`
	ExpiresInDays int32    `help:"After how many days it expires, 1 to 366; 90 by default." env:"-" placeholder:"DAYS"`
}

// Run prints the token alone on standard output, so that it can be sent into a file.
func (c tokenCreate) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	request := client.TokenRequest{Name: c.Name, Scopes: c.Scopes, ExpiresInDays: c.ExpiresInDays}
	token, err := gateway.CreateToken(ctx, request, c.User)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Token %d, %q, may %s until %s. It is not shown again.\n",
		token.ID, token.Name, strings.Join(token.Scopes, " "), token.ExpiresAt)
	return c.Output.Write(streams.Out, token, func(out io.Writer) error {
		_, err := fmt.Fprintln(out, token.Token)
		return err
	})
}

// ofOwner holds the flag of commands that are about another user's tokens.
type ofOwner struct {
	Of int32 `help:"Whose tokens, for administrators; one's own by default." env:"-" placeholder:"N"`
}

type tokenList struct {
	remote
	asUser
	ofOwner
	printed
	JSON bool `help:"Print the list as JSON; short for -o json." env:"-"`
}

// Run prints the tokens.
func (c tokenList) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	tokens, err := gateway.APITokens(ctx, c.Of, c.User)
	if err != nil {
		return err
	}
	if c.JSON {
		c.Output = c.Output.Or(output.JSON)
	}
	return c.Output.Write(streams.Out, tokens, func(out io.Writer) error {
		rows := output.Rows{{"ID", "NAME", "SCOPES", "EXPIRES", "LAST USED"}}
		for _, token := range tokens {
			used, expires := "never", token.ExpiresAt
			if token.LastUsedAt != nil {
				used = *token.LastUsedAt
			}
			if token.Expired {
				expires = "expired " + expires
			}
			rows.Add(strconv.Itoa(int(token.ID)), strconv.Quote(token.Name), strings.Join(token.Scopes, " "), expires, used)
		}
		return rows.Write(out)
	})
}

type tokenRevoke struct {
	remote
	asUser
	ofOwner
	ID int32 `arg:"" help:"The token's number, as \"salaatflow token list\" shows it."`
}

// Run revokes the token.
func (c tokenRevoke) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	if err := gateway.RevokeToken(ctx, c.Of, c.ID, c.User); err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Token %d is revoked, and refused everywhere within half a minute.\n", c.ID)
	return nil
}
