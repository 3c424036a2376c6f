package mcp

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/apperr"
)

// refuseRequest answers a request that is malformed, in the headers or in its body.
func refuseRequest(w http.ResponseWriter, body []byte, refused *jsonrpc.Error) {
	refuseMessage(w, http.StatusBadRequest, idIn(body), refused)
}

// refuseCaller answers a request whose caller must sign in, or ask for more, first.
func refuseCaller(w http.ResponseWriter, body []byte, refused *apperr.Error) {
	RefuseMessage(w, refused.HTTPStatus(), idIn(body), refused.Message)
}

// refuseSession answers a request in a session that cannot be entered.
func refuseSession(w http.ResponseWriter, body []byte, err error) {
	if errors.Is(err, errUnknownSession) {
		RefuseMessage(w, http.StatusNotFound, idIn(body), err.Error())
		return
	}
	refuseForNow(w, body, http.StatusServiceUnavailable, err.Error())
}

// refuseForNow answers a request for which there is no room.
func refuseForNow(w http.ResponseWriter, body []byte, status int, reason string) {
	w.Header().Set("Retry-After", retryAfter)
	RefuseMessage(w, status, idIn(body), reason)
}

// RefuseMessage answers the message with this id, null if that is nil, with an error that is no fault of the message.
func RefuseMessage(w http.ResponseWriter, status int, id json.RawMessage, reason string) {
	refuseMessage(w, status, id, &jsonrpc.Error{Code: codeUnavailable, Message: reason})
}

// idIn returns the id of the request in a body; nil if it holds none, or several.
func idIn(body []byte) json.RawMessage {
	var read struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(body, &read) != nil || read.ID == nil || !isID(read.ID) {
		return nil
	}
	return read.ID
}

// ReadID returns the id of the request in a body of which it reads at most so many bytes, whatever comes after the id; nil if it finds
// none.
func ReadID(body io.Reader, most int64) json.RawMessage {
	read := json.NewDecoder(io.LimitReader(body, most))
	if begin, err := read.Token(); err != nil || begin != json.Delim('{') {
		return nil
	}
	for read.More() {
		key, err := read.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if read.Decode(&value) != nil {
			return nil
		}
		if key == "id" && isID(value) {
			return value
		}
	}
	return nil
}

// answering makes a refusal in plain text, such as the SDK's, an answer to the request.
type answering struct {
	http.ResponseWriter
	body   []byte
	status int // of a refusal in plain text; 0 for none
}

// Unwrap lets http.ResponseController reach the connection.
func (w *answering) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader writes the status, unless it is that of a refusal in plain text.
func (w *answering) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get(contentTypeHeader), "text/plain") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes, and makes an answer of the text of a refusal, which is written at once.
func (w *answering) Write(text []byte) (int, error) {
	if w.status == 0 {
		return w.ResponseWriter.Write(text)
	}
	code := int64(codeUnavailable)
	if w.status == http.StatusBadRequest {
		code = jsonrpc.CodeInvalidRequest
	}
	refuseMessage(w.ResponseWriter, w.status, idIn(w.body), &jsonrpc.Error{Code: code, Message: strings.TrimSpace(string(text))})
	return len(text), nil
}
