package mcp

import (
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
)

// refuseRequest answers a malformed request with a JSON-RPC error that belongs to no message.
func refuseRequest(w http.ResponseWriter, refused *jsonrpc.Error) {
	writeRefusal(w, http.StatusBadRequest, refused)
}

// refuseCaller answers a request whose caller must sign in, or ask for more, first.
func refuseCaller(w http.ResponseWriter, refused *apperr.Error) {
	writeRefusal(w, refused.HTTPStatus(), &jsonrpc.Error{Code: codeUnavailable, Message: refused.Message})
}

// refuseSession answers a request in a session that cannot be entered.
func refuseSession(w http.ResponseWriter, err error) {
	if errors.Is(err, errUnknownSession) {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Retry-After", retryAfter)
	http.Error(w, err.Error(), http.StatusServiceUnavailable)
}

func writeRefusal(w http.ResponseWriter, status int, refused *jsonrpc.Error) {
	body, err := compactjson.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      *int           `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, refused})
	if err != nil { // numbers and text always encode
		panic(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client has gone
}
