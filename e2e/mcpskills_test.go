package e2e

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

func askSkills(t *testing.T, platform *harness.Platform, method, params string) answer {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}}}}`
	return send(t, platform, http.MethodPost, "/mcp", body, "Content-Type: application/json",
		"Accept: application/json, text/event-stream", "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: "+method)
}

// A client that knows the skills extension finds the platform's skills, and what it reads of one has the digest that it was told.
func TestClientsFindThePlatformsSkills(t *testing.T) {
	platform, folder := startWithSkills(t)
	writeSkill(t, folder, "travel", "description: Pray on a journey.\nmetadata:\n  version: 1.50")
	const uri = "skill://travel/SKILL.md"
	eventually(t, "the skill is listed", func() bool {
		return strings.Contains(askSkills(t, platform, "skills/list", "").body, uri)
	})
	read, err := connectMCP(t, platform, edges.Stateless, nil).ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
	if err != nil {
		t.Fatal(err)
	}
	text := read.Contents[0].Text
	entry := fmt.Sprintf(`{"uri":"%s","frontmatter":{"description":"Pray on a journey.","metadata":{"version":1.50},"name":"travel"},`+
		`"resources":[{"uri":"%s","digest":"sha256:%x","size":%d}]}`, uri, uri, sha256.Sum256([]byte(text)), len(text))
	for method, params := range map[string]string{"skills/list": "", "skills/get": `"uri":"` + uri + `",`} {
		if got := askSkills(t, platform, method, params); !strings.Contains(got.body, entry) {
			t.Errorf("%s: %d %s, want %s", method, got.status, got.body, entry)
		}
	}
	if listed := askSkills(t, platform, "skills/list", ""); !strings.Contains(listed.body, "skill://plan-my-day/SKILL.md") {
		t.Errorf("%s", listed.body)
	}
	if got := askSkills(t, platform, "skills/get", `"uri":"skill://none/SKILL.md",`); !strings.Contains(got.body, `"code":-32602`) {
		t.Errorf("%d %s", got.status, got.body)
	}
}
