// Package client calls a running gateway over its HTTP API, for the command line and other programs.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/toolresult"
)

// timeout bounds one HTTP exchange. The gateway answers within a shorter deadline.
const timeout = 30 * time.Second

// maxAnswerBytes is the largest response that is read.
const maxAnswerBytes = 64 << 20

// Client calls one gateway. It is safe for concurrent use.
type Client struct {
	base *url.URL
	http *http.Client
	role string // in development mode; empty says nothing
}

// Option changes a Client.
type Option func(*Client)

// WithTokens makes each request present a bearer token of the source. Other hosts, to which a gateway may redirect, get none.
func WithTokens(source TokenSource) Option {
	return func(c *Client) {
		c.http.Transport = &authorized{RoundTripper: c.http.Transport, source: source, gateway: c.base}
	}
}

// New returns a client for a gateway's URL, such as http://127.0.0.1:8080. It does not connect yet.
func New(gateway string, options ...Option) (*Client, error) {
	base, err := url.Parse(gateway)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%q is not a gateway URL: expected one like http://127.0.0.1:8080", gateway)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone() // net/http documents the type
	c := &Client{base: base, http: &http.Client{Transport: transport}}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Tool is a tool as the gateway lists it.
type Tool struct {
	Name             string          `json:"name"`
	Title            string          `json:"title"`
	Description      string          `json:"description"`
	Aliases          []string        `json:"aliases"`
	Intents          []string        `json:"intents"`
	Auth             string          `json:"auth"` // none, optional, required or admin
	Scopes           []string        `json:"scopes"`
	Capabilities     []string        `json:"capabilities"`
	ReadOnly         bool            `json:"read_only"`
	Destructive      bool            `json:"destructive"`
	Idempotent       bool            `json:"idempotent"`
	Available        bool            `json:"available"` // false while no instance of its service is reachable
	Service          string          `json:"service"`
	Version          string          `json:"version"`
	InputSchema      json.RawMessage `json:"input_schema"`
	OutputSchema     json.RawMessage `json:"output_schema"`
	ExampleArguments json.RawMessage `json:"example_arguments,omitempty"`
}

// Tools returns the catalogue, sorted by name. The gateway answers it by pages, each of which may take as long as an answer may.
func (c *Client) Tools(ctx context.Context) ([]*Tool, error) {
	all := []*Tool{}
	for target := c.base.JoinPath("api/v1/tools"); target != nil; {
		page, next, err := c.listed(ctx, target)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if target = c.after(target, next); target != nil && len(page) == 0 {
			return nil, fmt.Errorf("the gateway at %s answers an empty page of tools, and names a next one", c.base)
		}
	}
	return all, nil
}

// after returns the address of the page that a Link header names as the next; nil if it names none. Only the token is taken from it, so
// that no header leads elsewhere.
func (c *Client) after(page *url.URL, link string) *url.URL {
	found := nextLink.FindStringSubmatch(link)
	if found == nil {
		return nil
	}
	named, err := url.Parse(found[1])
	if err != nil {
		return nil
	}
	next := *page
	next.RawQuery = url.Values{"page_token": {named.Query().Get("page_token")}}.Encode()
	return &next
}

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

// SearchTools returns the tools that fit a text in English, Roman Urdu or Urdu, the best first, at most 20. Versions, output schemas and
// examples are left out.
func (c *Client) SearchTools(ctx context.Context, text string) ([]*Tool, error) {
	target := c.base.JoinPath("api/v1/tools/search")
	target.RawQuery = url.Values{"q": {text}, "limit": {"20"}, "full": {"true"}}.Encode()
	found, _, err := c.listed(ctx, target)
	return found, err
}

// listed returns the tools of an answer, and its header Link.
func (c *Client) listed(ctx context.Context, target *url.URL) (tools []*Tool, link string, err error) {
	answer, err := c.exchange(ctx, http.MethodGet, target, nil, 0)
	if err != nil {
		return nil, "", err
	}
	var catalogue struct {
		Tools []*Tool `json:"tools"`
	}
	if err := answer.decode(&catalogue); err != nil {
		return nil, "", err
	}
	if catalogue.Tools == nil {
		return nil, "", answer.refusal()
	}
	return catalogue.Tools, answer.link, nil
}

// Call calls a tool by name or alias, with a JSON object of arguments; empty means none. User 0 is anonymous. A
// failure of the tool or the gateway is part of the result; an error means that there is no result.
func (c *Client) Call(ctx context.Context, name string, arguments []byte, user int32) (*toolresult.Result, error) {
	answer, err := c.exchange(ctx, http.MethodPost, c.base.JoinPath("api/v1/tools", url.PathEscape(name)), arguments, user)
	if err != nil {
		return nil, err
	}
	var is struct {
		Success *bool `json:"success"`
	}
	if err := answer.decode(&is); err != nil {
		return nil, err
	}
	if is.Success == nil {
		return nil, answer.refusal()
	}
	result := new(toolresult.Result)
	if err := answer.decode(result); err != nil {
		return nil, err
	}
	return result, nil
}

func (c *Client) exchange(ctx context.Context, method string, target *url.URL, body []byte, user int32) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("create a request to the gateway: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", "application/json")
	c.identify(request.Header, user)
	keyed := idempotency.FromContext(ctx)
	keyed.Send(request.Header)
	response, err := c.http.Do(request)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	defer response.Body.Close()
	keyed.Receive(response.Header)
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes))
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	return &answer{
		gateway: c.base.String(),
		status:  response.StatusCode,
		json:    strings.Contains(response.Header.Get("Content-Type"), "json"),
		text:    text,
		link:    response.Header.Get("Link"),
	}, nil
}
