package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// Definition is what a version of a service offers, as the registry remembers it. Times are RFC 3339.
type Definition struct {
	Hash          string   `json:"hash"`
	Service       string   `json:"service"`
	Version       string   `json:"version"`
	State         string   `json:"state"` // accepted, quarantined or rejected
	FirstSeen     string   `json:"first_seen"`
	Host          *string  `json:"host"`
	DecidedBy     *string  `json:"decided_by"`
	DecidedAt     *string  `json:"decided_at"`
	Reason        *string  `json:"reason"`
	InstanceCount int      `json:"instance_count"`
	Tools         []string `json:"tools"`
}

// DefinitionDetails are a definition and what it says of its tools, as JSON.
type DefinitionDetails struct {
	Definition Definition        `json:"definition"`
	Tools      []json.RawMessage `json:"tools"`
}

// DefinitionDiff is what a definition changes, compared with the accepted one.
type DefinitionDiff struct {
	Definition   Definition         `json:"definition"`
	AcceptedHash string             `json:"accepted_hash"`
	Changes      []DefinitionChange `json:"changes"`
}

// DefinitionChange is one thing that differs. Before and After are nil where it is not there.
type DefinitionChange struct {
	Subject string  `json:"subject"`
	Field   string  `json:"field"`
	Before  *string `json:"before"`
	After   *string `json:"after"`
}

// Definitions returns what the registry remembers of a service, or of all. state may be empty.
func (c *Client) Definitions(ctx context.Context, service, state string, user int32) (found []Definition, err error) {
	target := c.definitions("")
	query := url.Values{}
	for name, value := range map[string]string{"service": service, "state": state} {
		if value != "" {
			query.Set(name, value)
		}
	}
	target.RawQuery = query.Encode()
	err = c.administer(ctx, http.MethodGet, target, nil, user, &found)
	return found, err
}

// Definition returns the definition of a hash.
func (c *Client) Definition(ctx context.Context, hash string, user int32) (details DefinitionDetails, err error) {
	err = c.administer(ctx, http.MethodGet, c.definitions(hash), nil, user, &details)
	return details, err
}

// DiffDefinition returns what the definition of a hash changes.
func (c *Client) DiffDefinition(ctx context.Context, hash string, user int32) (diff DefinitionDiff, err error) {
	err = c.administer(ctx, http.MethodGet, c.definitions(hash, "diff"), nil, user, &diff)
	return diff, err
}

// DecideDefinition accepts or rejects the definition of a hash.
func (c *Client) DecideDefinition(
	ctx context.Context, hash string, accept bool, reason string, user int32,
) (decided Definition, err error) {
	verb := "reject"
	if accept {
		verb = "accept"
	}
	body, err := json.Marshal(map[string]string{"reason": reason})
	if err != nil {
		return Definition{}, err
	}
	err = c.administer(ctx, http.MethodPost, c.definitions(hash, verb), body, user, &decided)
	return decided, err
}

func (c *Client) definitions(parts ...string) *url.URL {
	return c.base.JoinPath(append([]string{"api/v1/registry/definitions"}, parts...)...)
}

// administer exchanges a request with a REST path that only administrators may use, and decodes the answer. In development
// mode, user is one.
func (c *Client) administer(ctx context.Context, method string, target *url.URL, body []byte, user int32, into any) error {
	administrator := *c
	administrator.role = "admin"
	return administrator.resource(ctx, method, target, body, user, into)
}
