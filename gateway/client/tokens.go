package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// APIToken is an API token as the gateway lists it. Times are RFC 3339.
type APIToken struct {
	ID        int32    `json:"id"`
	Name      string   `json:"name"`
	Scopes    []string `json:"scopes"`
	CreatedAt string   `json:"created_at"`
	ExpiresAt string   `json:"expires_at"`
	// LastUsedAt is nil for a token that was never used.
	LastUsedAt *string `json:"last_used_at"`
	Expired    bool    `json:"expired"`
}

// NewAPIToken is an API token that has just been created.
type NewAPIToken struct {
	ID        int32    `json:"id"`
	Name      string   `json:"name"`
	Scopes    []string `json:"scopes"`
	ExpiresAt string   `json:"expires_at"`
	// Token is the token itself.
	Token string `json:"token"`
}

// TokenRequest is what an API token is created with.
type TokenRequest struct {
	Name   string   `json:"name"`
	Scopes []string `json:"scopes"`
	// ExpiresInDays is 0 for the gateway's default.
	ExpiresInDays int32 `json:"expires_in_days,omitempty"`
}

// CreateToken creates an API token of the caller.
func (c *Client) CreateToken(ctx context.Context, request TokenRequest, user int32) (*NewAPIToken, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	created := new(NewAPIToken)
	if err := c.resource(ctx, http.MethodPost, c.tokens(0), body, user, created); err != nil {
		return nil, err
	}
	return created, nil
}

// APITokens returns the API tokens of a user by number; owner 0 is the caller.
func (c *Client) APITokens(ctx context.Context, owner, user int32) ([]APIToken, error) {
	var tokens []APIToken
	err := c.resource(ctx, http.MethodGet, c.tokens(owner), nil, user, &tokens)
	return tokens, err
}

// RevokeToken revokes an API token of a user; owner 0 is the caller.
func (c *Client) RevokeToken(ctx context.Context, owner, id, user int32) error {
	return c.resource(ctx, http.MethodDelete, c.tokens(owner).JoinPath(strconv.Itoa(int(id))), nil, user, nil)
}

func (c *Client) tokens(owner int32) *url.URL {
	whose := "me"
	if owner != 0 {
		whose = strconv.Itoa(int(owner))
	}
	return c.base.JoinPath("api/v1/users", whose, "tokens")
}

// resource exchanges a request with a REST path and decodes the answer; into is nil for an answer without a body.
func (c *Client) resource(ctx context.Context, method string, target *url.URL, body []byte, user int32, into any) error {
	answer, err := c.exchange(ctx, method, target, body, user)
	switch {
	case err != nil:
		return err
	case answer.status >= http.StatusBadRequest:
		return answer.refusal()
	case into == nil:
		return nil
	default:
		return answer.decode(into)
	}
}
