package openapi

import (
	_ "embed"
	"net/http"
	"strings"

	httpdocument "github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
)

// The page and these two are all there is. It loads nothing from elsewhere, so it works offline.
var (
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

// DocsPage serves, at any path that ends in /docs, a page that shows the document of a key and sends requests, and below that path
// the page's script.js and style.css. It is written once for each key.
func DocsPage[K comparable](current func() K, document func(K) ([]byte, error)) http.Handler {
	files := map[string]*httpdocument.Document{
		"style.css": httpdocument.New("text/css; charset=utf-8", style),
		"script.js": httpdocument.New("text/javascript; charset=utf-8", script),
	}
	var pages httpdocument.Cache[K]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
		served := files[name]
		if name == "docs" {
			key := current()
			made, err := pages.Get(key, "text/html; charset=utf-8", func() ([]byte, error) {
				text, err := document(key)
				if err != nil {
					return nil, err
				}
				return Page(text)
			})
			if err != nil {
				problem.Write(w, apperr.Internal(err))
				return
			}
			served = made
		}
		if served == nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", docsPolicy)
		served.ServeHTTP(w, r)
	})
}
