package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// On stdio nobody repeats parameters in headers. The endpoint tells which to repeat when it refuses a call that does not, which it then
// has not carried out.

// repeat sets the headers that repeat parameters of a call, as far as they are known.
func (b *bridge) repeat(header http.Header, line []byte, read envelope) {
	if read.Method != methodCallTool {
		return
	}
	b.mu.Lock()
	headers := b.repeated[read.Params.Name]
	b.mu.Unlock()
	if headers == nil {
		return
	}
	var call struct {
		Params struct {
			Arguments map[string]json.RawMessage `json:"arguments"`
		} `json:"params"`
	}
	_ = json.Unmarshal(line, &call) // the endpoint says what is wrong with it
	for parameter, name := range headers {
		if argument := call.Params.Arguments[parameter]; isGiven(argument) {
			header.Set(paramPrefix+name, headerOf(argument))
		}
	}
}

// headerOf returns an argument as a header repeats it.
func headerOf(argument json.RawMessage) string {
	if text, ok := argumentText(argument); ok {
		return headerText(text)
	}
	return headerText(string(argument))
}

// mustRepeat reports whether an answer refuses a call for want of headers that were not known before, and notes them.
func (b *bridge) mustRepeat(response *http.Response, read envelope) bool {
	if read.Method != methodCallTool || response.StatusCode != http.StatusBadRequest {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostRefusal))
	response.Body = rereadBody{io.MultiReader(bytes.NewReader(body), response.Body), response.Body}
	var said struct {
		Error *jsonrpc.Error `json:"error"`
	}
	if err != nil || json.Unmarshal(body, &said) != nil || said.Error == nil || said.Error.Code != sdk.CodeHeaderMismatch {
		return false
	}
	var told headersToRepeat
	if json.Unmarshal(said.Error.Data, &told) != nil || len(told.Headers) == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	known := maps.Equal(b.repeated[read.Params.Name], told.Headers)
	b.repeated[read.Params.Name] = told.Headers
	return !known
}

// rereadBody is a body of which something was read, to be read from its beginning.
type rereadBody struct {
	io.Reader
	io.Closer
}
