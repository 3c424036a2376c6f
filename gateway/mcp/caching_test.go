package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// A cache on the way gives a list to everybody only where everybody would be given that.
func TestAListIsPublicIfAllSeeTheSame(t *testing.T) {
	some := func(_ context.Context, tools []*mcp.Tool) []*mcp.Tool { return tools[:1] }
	whole := func(_ context.Context, tools []*mcp.Tool) []*mcp.Tool { return tools }
	fresh := map[string]string{"public": `"ttlMs":30000`, "private": `"ttlMs":0`} // who signs in sees more at once
	yes, no := func([]*mcp.Tool) bool { return true }, func([]*mcp.Tool) bool { return false }
	for name, c := range map[string]struct {
		options mcp.Options
		want    string
	}{
		"all see all":                 {mcp.Options{}, "public"},
		"this one sees some":          {mcp.Options{Visible: some, Public: yes}, "private"},
		"this one sees all, like all": {mcp.Options{Visible: whole, Public: yes}, "public"},
		"others see others":           {mcp.Options{Visible: whole, Public: no}, "private"},
		"nobody says":                 {mcp.Options{Visible: whole}, "private"},
	} {
		c.options.Backend = newShelf()
		s := serve(t, c.options)
		for _, encoding := range []string{"identity", "gzip", "gzip"} { // a list that is asked for again is compressed
			header := with(sessionless("tools/list", ""), "Accept-Encoding", encoding)
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + plainMeta + `}}`
			answer, _ := unzipped(t, s.request(t, http.MethodPost, body, header))
			if want := fresh[c.want] + `,"cacheScope":"` + c.want + `"`; !strings.Contains(answer, want) {
				t.Errorf("%s, %s: want %s in %s", name, encoding, want, answer)
			}
		}
	}
}

func TestWhatTheServerIsIsTheSameForAll(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf(), Visible: func(_ context.Context, tools []*mcp.Tool) []*mcp.Tool { return tools[:1] }})
	answer := string(must(s.raw(t, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{%s}}`))(t))
	for _, want := range []string{`"ttlMs":30000`, `"cacheScope":"public"`} {
		if !strings.Contains(answer, want) {
			t.Errorf("want %s in %s", want, answer)
		}
	}
}
