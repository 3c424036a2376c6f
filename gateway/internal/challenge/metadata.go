package challenge

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
)

// wellKnown is the path of the metadata. That of the resource at a path has the path after it.
const wellKnown = "/.well-known/oauth-protected-resource"

// metadataPath returns the path of the metadata of the resource to which a path belongs.
func metadataPath(path string) string {
	if path == mcpPath {
		return wellKnown + mcpPath
	}
	return wellKnown
}

// Patterns are the patterns at which Metadata is to be served.
var Patterns = []string{"GET " + wellKnown, "GET " + wellKnown + mcpPath}

// metadata is RFC 9728's.
type metadata struct {
	Resource               string   `json:"resource"`
	AuthorizationServers   []string `json:"authorization_servers"`
	ScopesSupported        []string `json:"scopes_supported,omitempty"`
	BearerMethodsSupported []string `json:"bearer_methods_supported"`
	ResourceName           string   `json:"resource_name"`
	ResourceDocumentation  string   `json:"resource_documentation"`
}

// Metadata serves what is needed to call the gateway.
func (c *Challenges) Metadata(w http.ResponseWriter, r *http.Request) {
	base := c.base(r)
	if base == "" {
		problem.Write(w, apperr.Invalid(apperr.Violation{Field: "Host", Message: "must name a host"}))
		return
	}
	body, err := compactjson.Marshal(metadata{
		Resource:             base + strings.TrimPrefix(r.URL.Path, wellKnown),
		AuthorizationServers: c.Issuers, ScopesSupported: c.Scopes(),
		BearerMethodsSupported: []string{"header"}, ResourceName: "Salaatflow", ResourceDocumentation: base + "/docs",
	})
	if err != nil { // texts always encode
		panic(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store") // it may name the host that was asked for
	header.Set("Access-Control-Allow-Origin", "*")
	_, _ = w.Write(body) // an error means that the client has gone
}

func (c *Challenges) base(r *http.Request) string { return Base(c.PublicURL, r) }

// Base returns the URL by which a request reached the gateway, without a path: its public one if it has one. Otherwise it
// believes the Host header, which is the client's own word for where it is: the answer goes to that client alone. Nothing else
// of the request counts. It is empty for a header that names no host.
func Base(publicURL string, r *http.Request) string {
	if publicURL != "" {
		return strings.TrimSuffix(publicURL, "/")
	}
	if r.Host == "" || strings.Trim(strings.ToLower(r.Host), "abcdefghijklmnopqrstuvwxyz0123456789.-_:[]") != "" {
		return ""
	}
	if r.TLS == nil && (address.IsLoopback(r.Host) || address.IsLoopback(r.Host+":80")) {
		return "http://" + r.Host
	}
	return "https://" + r.Host
}

var errPublicURL = errors.New("public-url: must be the URL of a host, such as https://api.example.org, without a path; " +
	"http is for loopback alone")

// CheckPublicURL returns an error unless a text is empty or can be the gateway's public URL.
func CheckPublicURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(text, "?#\"\\ ") {
		return errPublicURL
	}
	if u.Scheme == "https" || u.Scheme == "http" && address.IsLoopback(u.Hostname()+":80") {
		return nil
	}
	return errPublicURL
}
