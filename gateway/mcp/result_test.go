package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a model reads of a result is short: it has no null, and a list has nothing that says nothing.
func TestTheTextOfAResultIsLean(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"success":false,"data":null,"error":"X","error_message":null}`, `{"success":false,"error":"X"}`},
		{`{"data":{"on":false,"name":"","of":[],"at":null,"n":0}}`, `{"data":{"on":false,"name":"","of":[],"n":0}}`},
		{`{"tasks":[{"id":1,"done":false,"note":"","tags":[],"more":{},"due":null,"n":0},{"id":2,"done":true}]}`,
			`{"tasks":[{"id":1,"n":0},{"id":2,"done":true}]}`},
		{`{"task":{"created_at":"a","updated_at":"b"}}`, `{"task":{"created_at":"a","updated_at":"b"}}`},
		{`{"tasks":[{"created_at":"a","id":1,"updated_at":"b"}]}`, `{"tasks":[{"id":1}]}`},
		{`{"schemas":[{"properties":{"created_at":{"type":"string"}}}]}`, `{"schemas":[{"properties":{"created_at":{"type":"string"}}}]}`},
		{`{"list":[null,false,"",[null],{"a":null}]}`, `{"list":[null,false,"",[null],{}]}`},
		{`{"a\"null":"null","b\\":"\\","c":"نماز"}`, `{"a\"null":"null","b\\":"\\","c":"نماز"}`},
		{`{"a": null}`, `{"a": null}`}, // nothing writes it so
		{`{}`, `{}`},
	} {
		var got string
		if text := appendLean(nil, []byte(c.text)); json.Unmarshal(text, &got) != nil || got != c.want {
			t.Errorf("%s is read as %s, want %s", c.text, text, c.want)
		}
	}
}

func FuzzAppendLean(f *testing.F) {
	f.Add([]byte(`{"success":true,"data":{"tasks":[{"id":1,"done":false,"at":null,"title":"a\"\\"}]},"error":null}`))
	f.Add([]byte(`[[],{},"",1.5e+3,{"a":[{"b":{"c":false}}]}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var value any
		if !utf8.Valid(text) || json.Unmarshal(text, &value) != nil {
			t.Skip("what a tool answers is JSON")
		}
		var compact bytes.Buffer
		var lean string
		var got any
		if err := json.Compact(&compact, text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(appendLean(nil, compact.Bytes()), &lean); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := json.Unmarshal([]byte(lean), &got); err != nil {
			t.Fatalf("%s is read as %s: %v", text, lean, err)
		}
		if want := leanOf(value, false); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %s, want %v", text, lean, want)
		}
	})
}

// leanOf is what appendLean leaves of a value.
func leanOf(value any, listed bool) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = leanOf(value[i], true)
		}
	case map[string]any:
		for name, member := range value {
			text, isText := member.(string)
			empty := member == false || reflect.DeepEqual(member, "") || reflect.DeepEqual(member, []any{}) ||
				reflect.DeepEqual(member, map[string]any{}) || isRecordTime([]byte(name)) && isText && !strings.ContainsAny(text, "\"\\")
			if member == nil || listed && empty {
				delete(value, name)
			} else {
				value[name] = leanOf(member, listed)
			}
		}
	}
	return value
}

// BenchmarkText compares the text of a result with what it would take to write all of it.
func BenchmarkText(b *testing.B) {
	const task = `{"id":%d,"title":"Read Surah Mulk","description":null,"priority":"medium","linked_prayer":null,` +
		`"due_datetime":"2026-12-01T15:00:00+05:00","completed":false,"created_at":"2026-11-29T18:29:28+05:00","recurrence":null}`
	tasks := make([]string, 20)
	for i := range tasks {
		tasks[i] = fmt.Sprintf(task, i)
	}
	for name, text := range map[string]string{
		"small": `{"success":true,"data":{"book":{"title":"Riyad as-Salihin"}},"error":null,"error_message":null}`,
		"tasks": `{"success":true,"data":{"tasks":[` + strings.Join(tasks, ",") + `]},"error":null,"error_message":null}`,
	} {
		dst := make([]byte, 0, 3*len(text))
		b.Run(name+"/whole", func(b *testing.B) {
			for b.Loop() {
				appendString(dst, []byte(text))
			}
		})
		b.Run(name+"/lean", func(b *testing.B) {
			for b.Loop() {
				appendLean(dst, []byte(text))
			}
		})
	}
}

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
