package rest

import (
	"bytes"
	"net/url"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/transcode"
)

// plainRequest returns the message that path, query and body make, where nothing is wrong with them. It returns nil where
// checkArguments must say whether that is so.
func (b *binding) plainRequest(path map[string]string, rawQuery string, body []byte) proto.Message {
	if !b.isPlain(path, rawQuery, body) {
		return nil
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil
	}
	joined := b.joined(path, query, body)
	if len(joined.violations) > 0 {
		return nil
	}
	arguments := joined.whole()
	wire, ok := b.arguments.Wire(arguments)
	if !ok || b.strange != nil && b.strange.tool != nil && !b.strange.tool.KeepsRules(wire, len(arguments)) {
		return nil
	}
	return transcode.NewRequest(b.input, wire)
}

// isPlain reports whether all of path, query and body is both checked and sent, and a body, which is joined with the path by its outer
// braces, is JSON if the whole is.
func (b *binding) isPlain(path map[string]string, rawQuery string, body []byte) bool {
	switch {
	case b.path.Body != nil, b.answer == nil:
		return false
	case b.strange == nil && b.path.HasBody && rawQuery != "", b.strange == nil && !b.path.HasBody && len(body) > 0:
		return false
	case len(body) == 0:
		return true
	}
	for name := range path {
		if strings.Contains(name, ".") { // is put into the body, which is read for that
			return false
		}
	}
	return rawQuery == "" && isBraced(body)
}

// isBraced reports whether a text begins and ends with braces, and has around and within them no space but that of JSON.
func isBraced(text []byte) bool {
	const spaces = " \t\r\n"
	text = bytes.Trim(text, spaces)
	if len(text) < len("{}") || text[0] != '{' || text[len(text)-1] != '}' {
		return false
	}
	inner := text[1 : len(text)-1]
	return len(bytes.TrimSpace(inner)) == len(bytes.Trim(inner, spaces))
}
