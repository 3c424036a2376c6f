package mcp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// envelope is what of a message decides where it goes.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		URI       string          `json:"uri"`
		TaskID    string          `json:"taskId"`
		Cursor    string          `json:"cursor"`
		RequestID json.RawMessage `json:"requestId"`
		Meta      map[string]any  `json:"_meta"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func readEnvelope(message []byte) envelope {
	var read envelope
	_ = json.Unmarshal(message, &read) // what has another type is for the endpoint to refuse
	return read
}

// version returns the version of the protocol that a message without a session says; empty for one of a session.
func (e envelope) version() string {
	version, _ := e.Params.Meta[sdk.MetaKeyProtocolVersion].(string)
	return version
}

// answers reports whether the message answers the request with the id.
func (e envelope) answers(id json.RawMessage) bool {
	return e.Method == "" && id != nil && bytes.Equal(e.ID, id)
}

// header sets what the headers repeat of a message without a session.
func (e envelope) header(header http.Header) {
	header.Set(versionHeader, e.version())
	header.Set(methodHeader, e.Method)
	name := e.Params.Name
	switch {
	case isTaskMethod(e.Method):
		name = e.Params.TaskID
	case e.Method == methodReadResource:
		name = e.Params.URI
	case e.Method != methodCallTool && e.Method != methodGetPrompt:
		return
	}
	header.Set(nameHeader, headerText(name))
}

// headerText returns a text as a header may have it.
func headerText(text string) string {
	strange := func(r rune) bool { return r < ' ' || r > '~' }
	plain := strings.TrimSpace(text) == text && !strings.ContainsFunc(text, strange)
	if plain && (!strings.HasPrefix(text, base64Begin) || !strings.HasSuffix(text, base64End)) {
		return text
	}
	return base64Begin + base64.StdEncoding.EncodeToString([]byte(text)) + base64End
}
