package assets

import (
	"embed"
	"net/http"
	"path"
	"strings"
)

//go:embed icons
var icons embed.FS

// Icon returns the picture in SVG at a path such as /assets/icons/tasks.svg; nil if there is none. Contracts of services name these
// paths, so they do not change with what the pictures look like.
func Icon(at string) []byte {
	name, ok := strings.CutPrefix(at, Prefix+"icons/")
	if !ok || path.Base(name) != name {
		return nil
	}
	svg, err := icons.ReadFile("icons/" + name)
	if err != nil {
		return nil
	}
	return svg
}

// AllowOthersToShow lets clients that run in a browser show a picture, wherever they come from.
func AllowOthersToShow(header http.Header) {
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Access-Control-Allow-Origin", "*")
}
