package plain_test

import (
	"encoding/json"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp/internal/plain"
)

const modern = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
	`"salaatflow/idempotency-key":"k"}`

// What is read as plain is JSON, and says what encoding/json reads there.
func FuzzParse(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		` { "id" : "a" , "method" : "tools/list" , "jsonrpc" : "2.0" , "params" : { "_meta" : { "x" : [ 1.5 , { } , null ] } } } `,
		`{"jsonrpc":"2.0","id":-5,"method":"tools/call","params":{"name":"x","arguments":{"a":"\u00e9\n","b":[true]},` + modern + `}}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}}`,
		`{"jsonrpc":"2.0","id":01,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		request, ok := plain.Parse(body)
		if !ok {
			return
		}
		var want struct {
			Version string `json:"jsonrpc"`
			ID      json.RawMessage
			Method  string
			Params  struct {
				Name      string
				Arguments json.RawMessage
				Meta      map[string]any `json:"_meta"`
			}
		}
		if err := json.Unmarshal(body, &want); err != nil {
			t.Fatalf("%q is plain, but: %v", body, err)
		}
		version, _ := want.Params.Meta["io.modelcontextprotocol/protocolVersion"].(string)
		key, keyed := want.Params.Meta["salaatflow/idempotency-key"]
		keyText, _ := key.(string)
		if want.Version != "2.0" || string(want.ID) != string(request.ID) || want.Method != request.Method ||
			want.Params.Name != string(request.Name) || string(want.Params.Arguments) != string(request.Arguments) ||
			version != string(request.Version) || keyText != string(request.Key) || keyed != request.Keyed {
			t.Fatalf("%q is read as %+v", body, request)
		}
	})
}

func TestReadingAPlainRequestAllocatesNothing(t *testing.T) {
	body := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":"b","c":[1,2]},` + modern + `}}`)
	if _, ok := plain.Parse(body); !ok {
		t.Fatal("the request is not plain")
	}
	if got := testing.AllocsPerRun(100, func() { plain.Parse(body) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
