package e2e

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// A client of either era shows each of the platform's tools with the icon of its service, which the gateway serves too.
func TestEveryToolHasAnIcon(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	tasks := send(t, platform, http.MethodGet, "/assets/icons/tasks.svg", "")
	if tasks.status != http.StatusOK || !strings.HasPrefix(tasks.body, "<svg ") {
		t.Fatalf("the icon of tasks is %+v", tasks)
	}
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), 7, nil)
		if err != nil {
			t.Fatal(err)
		}
		for tool, err := range session.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if len(tool.Icons) != 1 {
				t.Errorf("%s: %s has the icons %s", version, tool.Name, jsonOf(t, tool.Icons))
				continue
			}
			encoded, inline := strings.CutPrefix(tool.Icons[0].Source, "data:image/svg+xml;base64,")
			svg, err := base64.StdEncoding.DecodeString(encoded)
			if !inline || err != nil || tool.Name == "create_task" && string(svg) != tasks.body {
				t.Errorf("%s: %s has the icon %s, %v", version, tool.Name, tool.Icons[0].Source, err)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}
