package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// User is a user's profile as far as it says who somebody is.
type User struct {
	ID int32 `json:"id"`
	// DisplayName is nil if the user has given none.
	DisplayName *string `json:"display_name"`
	Language    string  `json:"language"` // en, ur-Latn or ur
	Role        string  `json:"role"`
}

// Me returns who calls.
func (c *Client) Me(ctx context.Context, user int32) (User, error) {
	var me User
	err := c.resource(ctx, http.MethodGet, c.base.JoinPath("api/v1/users/me"), nil, user, &me)
	return me, err
}

// SetLanguage changes the language of the caller's profile.
func (c *Client) SetLanguage(ctx context.Context, language string, user int32) (User, error) {
	body, err := json.Marshal(map[string]string{"language": language})
	if err != nil {
		return User{}, err
	}
	var me User
	err = c.resource(ctx, http.MethodPatch, c.base.JoinPath("api/v1/users/me"), body, user, &me)
	return me, err
}

// Version returns the version of the gateway.
func (c *Client) Version(ctx context.Context) (string, error) {
	var description struct {
		Info struct {
			Version string `json:"version"`
		} `json:"info"`
	}
	err := c.resource(ctx, http.MethodGet, c.base.JoinPath("openapi.json"), nil, 0, &description)
	return description.Info.Version, err
}
