package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/compactjson"
)

// message is what of a message decides who answers it.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
}

// readMessage reads the message in a body, unless it is none, is a batch or an answer, or has a form that the SDK refuses.
func readMessage(body []byte) (read message, ok bool) {
	if body == nil || isBatch(body) || json.Unmarshal(body, &read) != nil {
		return message{}, false
	}
	return read, read.Version == "2.0" && read.Method != ""
}

// refuseEarly answers a message that needs a session, or has an id that is none, and reports whether it did. The SDK refuses these
// too, but in plain text, or with the code 0.
func refuseEarly(w http.ResponseWriter, body []byte, modern bool, session string) bool {
	read, ok := readMessage(body)
	switch {
	case !ok:
		return false
	case read.ID != nil && !isID(read.ID):
		refuseRequest(w, nil, invalidRequest("the id of a request must be a text or a number"))
	case !modern && session == "" && read.Method != methodInitialize:
		refuseMessage(w, http.StatusBadRequest, read.ID, invalidRequest(
			"%s needs a session: send initialize first, and the %s of its answer with each request; or speak version %s, which has no sessions",
			read.Method, sessionHeader, firstModern))
	default:
		return false
	}
	return true
}

func isID(id json.RawMessage) bool {
	return id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9'
}

// notifications are those that the SDK knows. Others are for nobody here.
var notifications = []string{
	"notifications/initialized", "notifications/cancelled", "notifications/progress", "notifications/roots/list_changed",
}

// answerUnsupported answers a message whose method the server does not support, and reports whether it did. A notification is never
// refused, whatever it says.
func (h *handler) answerUnsupported(w http.ResponseWriter, body []byte, modern bool) bool {
	read, ok := readMessage(body)
	if !ok || h.supports(read.Method, modern) || slices.Contains(notifications, read.Method) {
		return false
	}
	if read.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return true
	}
	status := http.StatusOK
	if modern {
		status = http.StatusNotFound
	}
	refuseMessage(w, status, read.ID, methodNotFound(read.Method))
	return true
}

// refuseMessage answers the message with the id, null if that is nil, with an error.
func refuseMessage(w http.ResponseWriter, status int, id json.RawMessage, refused *jsonrpc.Error) {
	header := w.Header()
	header["Content-Type"] = contentTypeJSON
	header["Cache-Control"] = neverCached
	w.WriteHeader(status)
	_, _ = w.Write(encodeRefused(id, refused)) // an error means that the client has gone
}

// encodeRefused encodes the refusal of the message with the id, null if that is nil.
func encodeRefused(id json.RawMessage, refused *jsonrpc.Error) []byte {
	body, err := compactjson.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, refused})
	if err != nil { // numbers and text always encode
		panic(err)
	}
	return body
}

// methodNotFound returns the error that the server has no such method.
func methodNotFound(method string) *jsonrpc.Error {
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeMethodNotFound,
		Message: fmt.Sprintf("the method %q is not supported", clipped(method)),
	}
}

// clipped shortens a name that a client made up.
func clipped(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
