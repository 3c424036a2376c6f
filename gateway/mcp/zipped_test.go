package mcp_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// A list is the same whether it is compressed or not: to each caller their own, of the tools there are now, with the request's id.
func TestAListIsCompressedForWhoTakesThat(t *testing.T) {
	modern := sessionless("tools/list", "")
	for name, version := range map[string]string{"without sessions": "", "in a session": "2025-11-25"} {
		t.Run(name, func(t *testing.T) {
			shelf := newShelf()
			s := serveBehind(t, mcp.Options{Backend: shelf, Visible: func(ctx context.Context, tools []*mcp.Tool) []*mcp.Tool {
				if userOf(ctx) == "hidden" {
					return slices.Clone(tools[:1])
				}
				return tools
			}}, asUser)
			s.url += "?output_schemas=full" // since what is short is not compressed
			headers, meta := map[string]http.Header{}, plainMeta
			for _, who := range []string{"one", "other", "hidden"} {
				headers[who] = modern.Clone()
				if version != "" {
					headers[who], meta = s.open(t, version, nil), `"_meta":{}`
				}
				headers[who].Set("X-User", who)
			}
			list := func(who, id, accepts string) (text string, zipped bool) {
				header := with(headers[who].Clone(), "Accept-Encoding", accepts)
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":{%s}}`, id, meta)
				return unzipped(t, s.request(t, http.MethodPost, body, header))
			}
			compare := func() {
				t.Helper()
				for _, who := range []string{"one", "hidden", "other"} {
					zipped := false
					for _, id := range []string{"7", `"x"`, `"a\u0062"`, "8"} {
						want, early := list(who, id, "identity")
						got, late := list(who, id, "br, gzip")
						if got != want {
							t.Errorf("to %s as %s\n got %s\nwant %s", who, id, got, want)
						}
						if _, refused := list(who, id, "gzip;q=0"); refused || early {
							t.Errorf("%s takes no gzip and gets it", who)
						}
						zipped = late
					}
					if !zipped {
						t.Errorf("to %s, who asks again and again, it is not compressed", who)
					}
				}
			}
			compare()
			shelf.put(lendBook())
			compare()
			if whole, _ := list("one", "1", "gzip"); !strings.Contains(whole, "lend_book") {
				t.Error("the new tool is missing")
			}
		})
	}
}

// Each client gets the form that it asks for, however often others ask for another.
func TestACompressedListHasTheFormThatIsAskedFor(t *testing.T) {
	shelf := newShelf()
	shelf.tools, _ = manyTools()
	shelf.tools[0].Icon = "/icon.svg"
	s := serve(t, mcp.Options{Backend: shelf, Origin: func(r *http.Request) string { return "http://" + r.Host }})
	plain, texts := s.url, map[string]bool{}
	for range 3 {
		for _, url := range []string{plain, plain + "?output_schemas=full", strings.Replace(plain, "127.0.0.1", "localhost", 1)} {
			s.url = url
			header := with(sessionless("tools/list", ""), "Accept-Encoding", "gzip")
			text, _ := unzipped(t, s.request(t, http.MethodPost, fmt.Sprintf(askList, plainMeta), header))
			texts[text] = true
			host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "?")
			whole := strings.Contains(text, "VALIDATION_ERROR")
			if whole != strings.Contains(url, "full") || !strings.Contains(text, `"http://`+host+`/icon.svg"`) {
				t.Errorf("%s is answered %.1500s", url, text)
			}
		}
	}
	if len(texts) != 3 {
		t.Errorf("%d lists", len(texts))
	}
}

// Nothing else is compressed: it is short, or has a caller's own text in it.
func TestOnlyListsAreCompressed(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	header := with(s.open(t, "2025-11-25", nil), "Accept-Encoding", "gzip")
	for _, body := range []string{find, find, `{"jsonrpc":"2.0","id":8,"method":"ping"}`, `{"jsonrpc":"2.0","id":8,"method":"ping"}`} {
		if text, zipped := unzipped(t, s.request(t, http.MethodPost, body, header)); zipped || !strings.Contains(text, `"result"`) {
			t.Errorf("%s is answered %s, compressed: %t", body, text, zipped)
		}
	}
}

// unzipped returns the text of a response, and whether it was compressed.
func unzipped(t *testing.T, response *http.Response) (text string, zipped bool) {
	t.Helper()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", response.Status, read(t, response))
	}
	switch encoding := response.Header.Get("Content-Encoding"); encoding {
	case "":
		return read(t, response), false
	case "gzip":
		response.Body = must(gzip.NewReader(response.Body))(t)
		return read(t, response), true
	default:
		t.Fatalf("Content-Encoding %q", encoding)
		return "", false
	}
}
