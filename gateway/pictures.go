package gateway

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/web"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// picturesPath is the path below which a gateway serves the pictures that services have given their tools.
const picturesPath = "/assets/icons/tools/"

// pictureOf returns where clients find the picture of a tool: a path of the gateway, or a URL elsewhere; empty for none, and for a path
// that there is not, which is one of another version of the gateway. The path of a picture that stands in a contract names its content.
func pictureOf(tool *routing.Route) string {
	inline, stands := strings.CutPrefix(tool.Icon, "data:image/")
	switch {
	case stands:
		const digits = 6
		sum := sha256.Sum256([]byte(inline))
		kind, _, _ := strings.Cut(inline, ";")
		return picturesPath + tool.Name + "." + hex.EncodeToString(sum[:digits]) + "." + strings.TrimSuffix(kind, "+xml")
	case strings.HasPrefix(tool.Icon, "/") && web.Icon(tool.Icon) == nil:
		return ""
	}
	return tool.Icon
}

// picture serves the picture of a tool. It was looked into when the tool was registered, so that nothing in it runs.
func (g *Gateway) picture(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, picturesPath), ".")
	tool := g.tools.Table().Lookup(name)
	if tool == nil || pictureOf(tool) != r.URL.Path {
		http.NotFound(w, r)
		return
	}
	inline, encoded, _ := strings.Cut(tool.Icon, ";base64,")
	picture, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	web.AllowOthersToShow(header)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Type", strings.TrimPrefix(inline, "data:"))
	_, _ = w.Write(picture) //nolint:gosec // a picture as which it is served; an error means that the client has gone
}
