package web

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

//go:embed serviceworker.js
var serviceWorker string

// manifest lets browsers install the pages as an app.
func (p *Pages) manifest(w http.ResponseWriter, r *http.Request) {
	icon := func(name, size, mediaType string) map[string]string {
		url, err := p.assets.URL(name)
		if err != nil { // the file is embedded
			return nil
		}
		return map[string]string{"src": url, "sizes": size, "type": mediaType, "purpose": "any maskable"}
	}
	body, err := json.Marshal(map[string]any{
		"id": "/", "name": "SalaatFlow", "short_name": "SalaatFlow", "start_url": "/", "scope": "/", "display": "standalone",
		"lang": p.languageOf(r, ""), "background_color": "#faf7f0", "theme_color": "#0f5c4d",
		"icons": []any{icon("icon-192.png", "192x192", "image/png"), icon("icon-512.png", "512x512", "image/png")},
	})
	if err != nil {
		http.Error(w, "the manifest could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = w.Write(body) // an error means that the client has gone
}

// serviceWorker keeps the page of today's times, and the files it needs, for when there is no network, and shows reminders.
func (p *Pages) serviceWorker(w http.ResponseWriter, _ *http.Request) {
	var urls []string
	for _, name := range []string{"app.css", "app.js", "htmx.min.js", "nastaliq.woff2", "mark.svg"} {
		if url, err := p.assets.URL(name); err == nil {
			urls = append(urls, url)
		}
	}
	files, err := json.Marshal(urls)
	icon, iconErr := p.assets.URL("icon-192.png")
	if err != nil || iconErr != nil {
		http.Error(w, "the script could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	script := strings.NewReplacer("FILES", string(files), "ICON", strconv.Quote(icon)).Replace(serviceWorker)
	_, _ = w.Write([]byte(script)) // an error means that the client has gone
}
