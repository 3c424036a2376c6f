package mcp

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func FuzzAppendString(f *testing.F) {
	for _, text := range []string{"", `{"title":"\"نماز\" <\\&>"}`, "\x00\x1f\x7f\n\r\t\u2028", `\`, `"`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) {
			t.Skip("what a tool answers is JSON, hence UTF-8")
		}
		var read string
		if err := json.Unmarshal(appendString(nil, text), &read); err != nil || read != string(text) {
			t.Errorf("%q is read as %q: %v", text, read, err)
		}
	})
}

// Whatever the body of a request is, the era is decided, and only for what says so.
func FuzzModernBody(f *testing.F) {
	f.Add([]byte(`{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`))
	f.Add([]byte(`[{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}]`))
	f.Add([]byte(`{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":20260728}}}`))
	f.Add([]byte(`"io.modelcontextprotocol/protocolVersion"`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if modernBody(body) && !json.Valid(body) {
			t.Errorf("%q is not JSON", body)
		}
	})
}
