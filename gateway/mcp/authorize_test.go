package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
)

// signedIn refuses who calls a tool without the header Authorization, and lists the names that it was asked about.
func signedIn(asked *[]string) func(*http.Request, []mcp.Called) *apperr.Error {
	return func(r *http.Request, calls []mcp.Called) *apperr.Error {
		for _, call := range calls {
			*asked = append(*asked, call.Name)
		}
		if len(calls) > 0 && r.Header.Get("Authorization") == "" {
			return apperr.Unauthenticated("sign in first")
		}
		return nil
	}
}

func TestACallThatNeedsAUserIsRefusedByItsStatus(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		var asked []string
		s := serve(t, mcp.Options{Backend: newShelf(), Authorize: signedIn(&asked)})
		body := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{%s,"name":"find_book","arguments":{"title":"x"}}}`
		answer := must(s.raw(t, version, body))(t)
		var message struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal(answer, &message); err != nil || message.Version != "2.0" || message.Error.Message != "sign in first" {
			t.Errorf("%v: %s", err, answer)
		}
		if !slices.Equal(asked, []string{"find_book"}) {
			t.Errorf("asked about %q", asked)
		}
	})
}

func TestToolsOfABatchAndOfWhatIsNoCall(t *testing.T) {
	for body, want := range map[string][]string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`:                                            {"a"},
		`[{"method":"tools/call","params":{"name":"a"}},{"method":"ping"},{"method":"tools/call","params":{"name":"b"}}]`: {"a", "b"},
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"tools/call"}}`:                                   nil,
		`{"method":"tools/call"}`:                                                                    {""},
		`{"method":"tools/call","params":[]}`:                                                        nil,
		`{"method":5,"x":"tools/call"}`:                                                              nil,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"p"}}`:                      {"p"},
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a://b","name":"other"}}`: {"a://b"},
		`["tools/call"]`: nil,
	} {
		var asked []string
		s := serve(t, mcp.Options{Backend: newShelf(), Authorize: signedIn(&asked)})
		response := s.request(t, http.MethodPost, body, nil)
		if !slices.Equal(asked, want) {
			t.Errorf("%s: asked about %q, want %q", body, asked, want)
		}
		if len(want) > 0 && response.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %s", body, response.Status)
		}
	}
}

func TestARefusalIsOfTheWholeRequest(t *testing.T) {
	var asked []string
	shelf := newShelf()
	s := serve(t, mcp.Options{Backend: shelf, Authorize: signedIn(&asked)})
	header := s.open(t, "2025-03-26", nil)
	call := `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"x"}}}`
	batch := "[" + fmt.Sprintf(call, 1) + "," + fmt.Sprintf(call, 2) + "]"
	if response := s.request(t, http.MethodPost, batch, header); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("a batch: %s %s", response.Status, read(t, response))
	}
	header.Set("Authorization", "Bearer x")
	if response := s.request(t, http.MethodPost, batch, header); response.StatusCode != http.StatusOK ||
		strings.Count(read(t, response), `"success":true`) == 0 {
		t.Errorf("a batch of somebody: %s", response.Status)
	}
}
