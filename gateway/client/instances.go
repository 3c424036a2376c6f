package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// Instance is an instance of a service that is registered, or was until it was gone or stopped. Times are RFC 3339.
type Instance struct {
	Instance     string `json:"instance"`
	Service      string `json:"service"`
	Version      string `json:"version"`
	Address      string `json:"address"`
	State        string `json:"state"` // serving, not_serving, unreachable, waiting, quarantined, gone or stopped
	RegisteredAt string `json:"registered_at"`
	// DepartedAt is nil of an instance that is registered, and LastError if nothing was found wrong.
	DepartedAt *string `json:"departed_at"`
	LastError  *string `json:"last_error"`
	// Tools are what a departed instance offered.
	Tools []string `json:"tools"`
}

// Instances returns the instances of a service or, if that is empty, of all.
func (c *Client) Instances(ctx context.Context, service string, user int32) (found []Instance, err error) {
	target := c.base.JoinPath("api/v1/registry/instances")
	if service != "" {
		target.RawQuery = url.Values{"service": {service}}.Encode()
	}
	err = c.administer(ctx, http.MethodGet, target, nil, user, &found)
	return found, err
}

// ForgetInstances forgets a departed instance or, if instance is empty, all of the service, and returns how many.
func (c *Client) ForgetInstances(ctx context.Context, service, instance string, user int32) (int, error) {
	body, err := json.Marshal(map[string]string{"service": service, "instance": instance})
	if err != nil {
		return 0, err
	}
	var done struct {
		Count int `json:"count"`
	}
	err = c.administer(ctx, http.MethodPost, c.base.JoinPath("api/v1/registry/instances/forget"), body, user, &done)
	return done.Count, err
}
