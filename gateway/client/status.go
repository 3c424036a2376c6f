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

// Status is whether the platform is ready, as the gateway finds it.
type Status struct {
	// Ready is set if no program is down, and Down is how many are.
	Ready bool `json:"ready"`
	Down  int  `json:"down"`
	// Services are those that the gateway requires, by name.
	Services []ServiceStatus `json:"services"`
}

// ServiceStatus is how a required service is: its best instance's state, ready, not_ready, gone, stopped or never_registered, or
// unknown; how many of its instances are ready and how many are down; and since when it is gone or stopped, RFC 3339, else nil.
type ServiceStatus struct {
	Service string  `json:"service"`
	State   string  `json:"state"`
	Ready   int     `json:"ready"`
	Down    int     `json:"down"`
	Since   *string `json:"since"`
}

// Status returns whether the platform is ready.
func (c *Client) Status(ctx context.Context) (Status, error) {
	var status Status
	err := c.resource(ctx, http.MethodGet, c.base.JoinPath("api/v1/gateway/status"), nil, 0, &status)
	return status, err
}
