package login

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/address"
)

// Resource is what a gateway says about signing in (RFC 9728).
type Resource struct {
	Resource string   `json:"resource"`
	Issuers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// Server is what an issuer says about itself (OpenID Connect Discovery, RFC 8414).
type Server struct {
	Issuer        string   `json:"issuer"`
	DeviceURL     string   `json:"device_authorization_endpoint"`
	TokenURL      string   `json:"token_endpoint"`
	RevocationURL string   `json:"revocation_endpoint"`
	Scopes        []string `json:"scopes_supported"`
}

// Client signs in over HTTP. Its fields are required.
type Client struct {
	HTTP *http.Client
}

// NewClient returns a client that waits half a minute for an answer and follows no redirects: a person trusts what was
// discovered at the gateway, and nothing further.
func NewClient() *Client {
	return &Client{HTTP: &http.Client{
		Timeout:       30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Discover returns what a gateway and its issuer say about signing in. If the gateway names several issuers, the given one
// is taken, or the first if it is empty.
func (c *Client) Discover(ctx context.Context, gateway, issuer string) (Resource, Server, error) {
	var resource Resource
	where := strings.TrimSuffix(gateway, "/") + "/.well-known/oauth-protected-resource"
	status, err := c.get(ctx, where, &resource)
	if err != nil {
		return Resource{}, Server{}, err
	}
	if status == http.StatusNotFound || status == http.StatusOK && len(resource.Issuers) == 0 {
		return Resource{}, Server{}, fmt.Errorf("nobody signs in at %s: it does not run with --auth oidc", gateway)
	}
	if status != http.StatusOK {
		return Resource{}, Server{}, fmt.Errorf("%s answers %d %s", where, status, http.StatusText(status))
	}
	if !sameOrigin(resource.Resource, gateway) {
		return Resource{}, Server{}, fmt.Errorf("the gateway at %s says that it is %q: use that address with --gateway",
			gateway, resource.Resource)
	}
	if issuer == "" {
		issuer = resource.Issuers[0]
	}
	if !slices.Contains(resource.Issuers, issuer) {
		return Resource{}, Server{}, fmt.Errorf("the gateway does not trust the issuer %q: it trusts %s",
			issuer, strings.Join(resource.Issuers, ", "))
	}
	server, err := c.server(ctx, issuer)
	return resource, server, err
}

// server returns what an issuer says about itself.
func (c *Client) server(ctx context.Context, issuer string) (Server, error) {
	if err := secure(issuer); err != nil {
		return Server{}, fmt.Errorf("the issuer: %w", err)
	}
	var server Server
	where := strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
	status, err := c.get(ctx, where, &server)
	if err != nil {
		return Server{}, err
	}
	switch {
	case status != http.StatusOK:
		return Server{}, fmt.Errorf("%s answers %d %s", where, status, http.StatusText(status))
	case server.Issuer != issuer:
		return Server{}, fmt.Errorf("%s is the configuration of another issuer, %q", where, server.Issuer)
	case server.DeviceURL == "":
		return Server{}, fmt.Errorf("the issuer %s does not let a command line sign in: it has no device flow (RFC 8628)", issuer)
	}
	for name, endpoint := range map[string]string{"device_authorization_endpoint": server.DeviceURL, "token_endpoint": server.TokenURL} {
		if err := secure(endpoint); err != nil {
			return Server{}, fmt.Errorf("%s of %s: %w", name, issuer, err)
		}
	}
	return server, nil
}

// get reads a JSON document. It decodes nothing unless the status is 200.
func (c *Client) get(ctx context.Context, where string, into any) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where, nil)
	if err != nil {
		return 0, fmt.Errorf("%q is not an address: %w", where, err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, fmt.Errorf("cannot reach %s: %w", where, cause(err))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return response.StatusCode, nil
	}
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil || json.Unmarshal(text, into) != nil {
		return 0, fmt.Errorf("%s does not answer as it should", where)
	}
	return response.StatusCode, nil
}

// secure returns an error for an address to which no secret may be sent: one that is not of HTTPS, except on this machine.
func secure(target string) error {
	parsed, err := url.Parse(target)
	switch {
	case err != nil || parsed.Host == "":
		return fmt.Errorf("%q is not a URL", target)
	case parsed.Scheme == "https", parsed.Scheme == "http" && IsLocal(parsed):
		return nil
	default:
		return fmt.Errorf("%s must be a URL of https", target)
	}
}

// IsLocal reports whether a URL is of this machine.
func IsLocal(target *url.URL) bool {
	return address.IsLoopback(net.JoinHostPort(target.Hostname(), target.Port()))
}

func sameOrigin(a, b string) bool {
	first, errA := url.Parse(a)
	second, errB := url.Parse(b)
	return errors.Join(errA, errB) == nil && first.Scheme == second.Scheme && strings.EqualFold(first.Host, second.Host)
}

// cause returns an error of net/http without the URL, which the caller names.
func cause(err error) error {
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
