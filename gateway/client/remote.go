package client

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/salaatflow/platform/gateway/mcp"
)

// MCP returns the gateway's MCP, as a user calls it; 0 is anonymous. The query says in what form tools are listed; empty is by default.
func (c *Client) MCP(user int32, query url.Values) mcp.Remote {
	at := c.base.JoinPath("mcp")
	at.RawQuery = query.Encode()
	return mcp.Remote{
		URL: at.String(),
		Do: func(request *http.Request) (*http.Response, error) {
			c.identify(request.Header, user)
			response, err := c.http.Do(request) //nolint:gosec // to the gateway that the caller named
			if err != nil {
				return nil, c.unreachable(request.Context(), err)
			}
			return response, nil
		},
	}
}

// identify says in a header who calls, in development mode.
func (c *Client) identify(header http.Header, user int32) {
	if user == 0 {
		return
	}
	header.Set("X-User-ID", strconv.Itoa(int(user)))
	if c.role != "" {
		header.Set("X-User-Role", c.role)
	}
}
