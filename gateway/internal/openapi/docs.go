package openapi

import (
	_ "embed"
	"net/http"
	"strings"

	httpdocument "github.com/salaatflow/platform/gateway/internal/document"
)

// The page consists of these three alone. It loads nothing from elsewhere, so it works offline.
var (
	//go:embed docs.html
	page []byte
	//go:embed docs.css
	style []byte
	//go:embed docs.js
	script []byte
)

// docsPolicy allows the page its own script and style, as files and not in the page, and requests to its own server.
var docsPolicy = strings.Join([]string{
	"default-src 'none'", "connect-src 'self'", "script-src 'self'", "style-src 'self'",
	"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
}, "; ")

// DocsPage serves, at any path that ends in /docs, a page that shows the document at openapi.json beside it and sends
// requests; and below that path the page's script.js and style.css.
func DocsPage() http.Handler {
	documents := map[string]*httpdocument.Document{
		"docs":      httpdocument.New("text/html; charset=utf-8", page),
		"style.css": httpdocument.New("text/css; charset=utf-8", style),
		"script.js": httpdocument.New("text/javascript; charset=utf-8", script),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
		served := documents[name]
		if served == nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", docsPolicy)
		served.ServeHTTP(w, r)
	})
}
