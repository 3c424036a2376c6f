package e2e

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

func connectMCP(t *testing.T, platform *harness.Platform, version string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), 0, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // the gateway may have closed it first
	return session
}

// What the platform's services have can be read by URIs that the client makes itself, with the completions it is offered.
func TestThePlatformsResourcesAndPrompts(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			session := connectMCP(t, platform, version, nil)
			templates, err := session.ListResourceTemplates(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var uris []string
			for _, template := range templates.ResourceTemplates {
				uris = append(uris, template.URITemplate)
			}
			for _, want := range []string{
				"hadith://{collection}/{number}", "masjid://{masjid_id}", "prayer-times://{city}/{date}", "skill://{name}",
			} {
				if !slices.Contains(uris, want) {
					t.Errorf("%s is not among %q", want, uris)
				}
			}
			for uri, want := range map[string]string{
				"prayer-times://Karachi/2026-11-21":             `"date":"2026-11-21"`,
				"prayer-times://karachi/2026-11-21/umm_al_qura": `umm_al_qura`,
				"hadith://nawawi40/1":                           `"number":"1"`,
				"masjid://1":                                    `"masjid":{"id":1,`,
				"masjids://Karachi/North%20Nazimabad":           `"masjids":[`,
			} {
				read, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
				if err != nil {
					t.Errorf("%s: %v", uri, err)
					continue
				}
				if got := read.Contents[0]; got.URI != uri || got.MIMEType != "application/json" || !strings.Contains(got.Text, want) {
					t.Errorf("%s: %+v, want %s", uri, got, want)
				}
			}
			for uri, want := range map[string]string{
				"masjid://999999": "", "masjid://x": "masjid_id", "hadith://none/1": "", "prayer-times://Nowhereville/2026-11-21": "city",
				"unknown://x": "Resource not found",
			} {
				if _, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %s", uri, err, want)
				}
			}
			completes(t, session)
			follows(t, session)
		})
	}
}

// completes checks the completion of cities, areas, methods, collections and skills.
func completes(t *testing.T, session *sdk.ClientSession) {
	t.Helper()
	const method = "prayer-times://{city}/{date}/{method}"
	for _, c := range []struct{ uri, argument, typed, want string }{
		{"prayer-times://{city}/{date}", "city", "kar", "Karachi"},
		{"prayer-times://{city}/{date}", "city", "لاہ", "Lahore"},
		{"masjids://{city}/{area}", "area", "nazim", "North Nazimabad"},
		{method, "method", "umm", "umm_al_qura"},
		{"hadith://{collection}/{number}", "collection", "forty", "nawawi40"},
		{"skill://{name}", "name", "plan", "plan-my-day"},
	} {
		got, err := session.Complete(t.Context(), &sdk.CompleteParams{
			Ref: &sdk.CompleteReference{Type: "ref/resource", URI: c.uri}, Argument: sdk.CompleteParamsArgument{Name: c.argument, Value: c.typed},
			Context: &sdk.CompleteContext{Arguments: map[string]string{"city": "karachi"}},
		})
		if err != nil || !slices.ContainsFunc(got.Completion.Values, func(value string) bool { return strings.Contains(value, c.want) }) {
			t.Errorf("%s of %s, %q: %+v, %v", c.argument, c.uri, c.typed, got, err)
		}
	}
}

func follows(t *testing.T, session *sdk.ClientSession) {
	t.Helper()
	listed, err := session.ListPrompts(t.Context(), nil)
	if err != nil || !slices.ContainsFunc(listed.Prompts, func(p *sdk.Prompt) bool { return p.Name == "skill" && len(p.Arguments) == 2 }) {
		t.Fatalf("%+v, %v", listed, err)
	}
	got, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{
		Name: "skill", Arguments: map[string]string{"name": "plan-my-day", "task": "for tomorrow"},
	})
	if err != nil || len(got.Messages) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if said, ok := got.Messages[1].Content.(*sdk.TextContent); !ok || said.Text != "for tomorrow" || got.Messages[1].Role != "user" {
		t.Errorf("%+v", got.Messages[1])
	}
	if _, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "skill"}); err == nil || !strings.Contains(err.Error(), "name") {
		t.Errorf("without its name: %v", err)
	}
}

// Who subscribes to a skill is told when its file has changed, in both eras.
func TestASkillThatChangesIsToldOf(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "skills")
	write := func(text string) {
		t.Helper()
		path := filepath.Join(folder, "mine", "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("---\nname: mine\ndescription: A skill of mine.\n---\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("First.")
	platform := harness.Start(t, harness.Options{
		Gateway: func(config *gateway.Config) { config.ResourceInterval = 10 * time.Millisecond },
		Skills:  func(settings *skillssvc.Settings) { settings.UserRoot = folder },
	})
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			updated := make(chan string, 256)
			session := connectMCP(t, platform, version, &sdk.ClientOptions{
				ResourceUpdatedHandler: func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) {
					select {
					case updated <- r.Params.URI:
					default:
					}
				},
			})
			if err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "skill://mine"}); err != nil {
				t.Fatal(err)
			}
			deadline := time.After(time.Minute)
			for i := 0; ; i++ { // streams open behind a client's back, so that the first changes may be missed
				write("Changed for " + version + strings.Repeat(" again", i))
				select {
				case uri := <-updated:
					if uri != "skill://mine" {
						t.Fatal(uri)
					}
					return
				case <-time.After(time.Second):
				case <-deadline:
					t.Fatal("nobody is told")
				}
			}
		})
	}
}
