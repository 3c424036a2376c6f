package e2e

import (
	"encoding/base64"
	"net/http"
	"path"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
)

// A client of either era finds the icon of each tool at the gateway that lists it: of a service of the platform, and what a service of
// somebody else's has registered.
func TestEveryToolHasAnIcon(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	picture := "\x89PNG\r\n\x1a\n and so on"
	registerPainter(t, platform, "data:image/png;base64,"+base64.StdEncoding.EncodeToString([]byte(picture)))
	platform.Eventually(t, "the tool is listed", func() bool { return listed(t, platform, "paint_it") })
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), 7, nil)
		if err != nil {
			t.Fatal(err)
		}
		for tool, err := range session.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if len(tool.Icons) != 1 || !strings.HasPrefix(tool.Icons[0].Source, platform.URL+"/assets/icons/") {
				t.Errorf("%s: %s has the icons %s", version, tool.Name, jsonOf(t, tool.Icons))
				continue
			}
			shown := showsIcon(t, platform, tool.Icons[0])
			if tool.Name == "paint_it" && shown != picture || tool.Name != "paint_it" && !strings.HasPrefix(shown, "<svg ") {
				t.Errorf("%s: %s has the icon %q", version, tool.Name, shown)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{"", "paint_it.png", "paint_it.000000000000.png", "create_task.svg", "no_such_tool.png", "../tools"} {
		if got := send(t, platform, http.MethodGet, "/assets/icons/tools/"+path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s is answered %+v", path, got)
		}
	}
}

// registerPainter registers the tool paint_it, which has an icon.
func registerPainter(t *testing.T, platform *harness.Platform, icon string) {
	t.Helper()
	const pkg = "painter.v1"
	address := catalogtest.Serve(t, "one", "127.0.0.1:0", catalogtest.Method(pkg, "paint_it")).Address
	_, err := platform.RegistryClient(t).Register(t.Context(), &registryv1.RegisterRequest{
		Service: "painter-svc", Version: "1.0.0", InstanceId: "one", Address: address,
		GrpcServices: []string{catalogtest.GRPCService(pkg)},
		Files:        catalogtest.Files(t, pkg, catalogtest.Tool{Name: "paint_it", Icon: icon}),
	})
	if err != nil {
		t.Fatal(err)
	}
}

// showsIcon returns a picture as a client gets it that runs in a browser and keeps what it has seen.
func showsIcon(t *testing.T, platform *harness.Platform, icon sdk.Icon) string {
	t.Helper()
	got := send(t, platform, http.MethodGet, icon.Source, "")
	kept := strings.HasPrefix(got.header.Get("Cache-Control"), "public, max-age=")
	// That the list does not say its type, the answer makes up for.
	ofType := map[string]string{".svg": "image/svg+xml", ".png": "image/png"}[path.Ext(icon.Source)]
	if got.status != http.StatusOK || got.header.Get("Content-Type") != ofType || !kept ||
		got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("%s is answered %d %v", icon.Source, got.status, got.header)
	}
	return got.body
}
