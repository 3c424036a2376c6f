package client

import (
	"context"
	"errors"
	"net/http"
)

// RegistryAddress returns the address of the platform's registry, host:port, at which services join. Only administrators are told it. In
// development mode, user is one.
func (c *Client) RegistryAddress(ctx context.Context, user int32) (string, error) {
	var health struct {
		Programs []struct{ Program, Address string } `json:"programs"`
	}
	if err := c.administer(ctx, http.MethodGet, c.base.JoinPath("api/v1/gateway/health"), nil, user, &health); err != nil {
		return "", err
	}
	for _, program := range health.Programs {
		if program.Program == "registry-svc" && program.Address != "" {
			return program.Address, nil
		}
	}
	return "", errors.New("the gateway names no registry")
}
