// Package compactjson writes JSON as every edge of the platform sends it: without white space, and the same bytes from every
// binary. protojson leaves that open, and puts white space in by the hash of the binary, so that nobody relies on it.
package compactjson

import (
	"bytes"
	"encoding/json"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Append appends a message with proto field names, unset fields included. It fails for text that is not UTF-8.
func Append(dst []byte, message proto.Message) ([]byte, error) {
	text, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.MarshalAppend(dst, message)
	if err != nil {
		return nil, err
	}
	return text[:len(dst)+len(Compact(text[len(dst):]))], nil
}

// Compact removes white space from valid JSON in place, and returns the result.
func Compact(text []byte) []byte {
	kept := 0
	for at := 0; at < len(text); {
		run := at + token(text[at:])
		if kept != at {
			copy(text[kept:], text[at:run])
		}
		kept += run - at
		for at = run; at < len(text) && isSpace(text[at]); at++ {
		}
	}
	return text[:kept]
}

// token returns the length of the text before the next white space outside a string.
func token(text []byte) int {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			at += stringEnd(text[at+1:])
		case isSpace(c):
			return at
		}
	}
	return len(text)
}

// stringEnd returns the length of the rest of a string, with its closing quote.
func stringEnd(text []byte) int {
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// Marshal is json.Marshal without the escapes that only HTML needs, so that a text is the same bytes wherever it stands.
func Marshal(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}
