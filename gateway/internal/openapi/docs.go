package openapi

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"strings"
)

// The page consists of these two alone. It loads nothing from elsewhere, so it works offline.
var (
	//go:embed docs.css
	style string
	//go:embed docs.js
	script string
)

// DocsPage serves a page that shows the document at openapi.json beside it, and sends requests. Its policy allows no
// other scripts and no other servers.
func DocsPage() http.Handler {
	page := `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<style>` + style + `</style>
</head>
<body>
<header>
<p><a href="openapi.json">openapi.json</a></p>
<label>Call as user <input id="user" size="6" inputmode="numeric" placeholder="number"></label>
</header>
<main><noscript>This page needs JavaScript; openapi.json has all it shows.</noscript></main>
<script>` + script + `</script>
</body>
</html>
`
	policy := strings.Join([]string{
		"default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
		"style-src '" + hash(style) + "'", "script-src '" + hash(script) + "'",
	}, "; ")
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write([]byte(page)) // an error means that the client has gone
	})
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
