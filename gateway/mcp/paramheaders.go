package mcp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/compactjson"
)

// A tool may have parameters that clients repeat in headers, by which proxies route (SEP-2243). What a proxy has seen must be what the
// tool is given, so a call whose headers say something else than its arguments is refused.

// paramPrefix is what the names of all these headers begin with.
const paramPrefix = "Mcp-Param-"

// refuseUnrepeated refuses the call of a tool whose headers do not repeat its arguments. It returns false if there is nothing to refuse.
// It is for the status of the answer, which the handler cannot choose; what it does not read as the SDK does is refused there.
func (h *handler) refuseUnrepeated(w http.ResponseWriter, r *http.Request, body []byte) bool {
	if r.Header.Get(methodHeader) != methodCallTool || !h.conversing.anyHeaders(h.backend.Tools()) {
		return false
	}
	read, ok := readMessage(body)
	var message struct {
		Params struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"params"`
	}
	if !ok || read.Method != methodCallTool || json.Unmarshal(body, &message) != nil || !said(r.Header[nameHeader], message.Params.Name) {
		return false // whoever reads it reports what is wrong
	}
	refused := h.unrepeated(r.Header, message.Params.Name, message.Params.Arguments)
	if refused == nil {
		return false
	}
	refuseMessage(w, http.StatusBadRequest, read.ID, refused)
	return true
}

// unrepeated returns what is wrong with the headers of the call of a tool; nil if nothing is.
func (h *handler) unrepeated(header http.Header, name string, arguments json.RawMessage) *jsonrpc.Error {
	headers := h.conversing.headers(h.backend.Tools(), name)
	if headers == nil {
		return nil
	}
	given := map[string]json.RawMessage{}
	_ = json.Unmarshal(arguments, &given) // the check of arguments says what is wrong
	for _, parameter := range slices.Sorted(maps.Keys(headers)) {
		if wrong := unrepeated(header, paramPrefix+headers[parameter], parameter, given[parameter]); wrong != "" {
			return &jsonrpc.Error{Code: sdk.CodeHeaderMismatch, Message: wrong, Data: headersToRepeat{Headers: headers}.encode()}
		}
	}
	return nil
}

// headersToRepeat is the data of such a refusal. It tells a client that has not seen the tool's schema what to repeat.
type headersToRepeat struct {
	Headers map[string]string `json:"parameterHeaders"`
}

func (h headersToRepeat) encode() json.RawMessage {
	text, err := compactjson.Marshal(h)
	if err != nil { // text always encodes
		panic(err)
	}
	return text
}

// unrepeated returns what is wrong with the header that repeats an argument, which may be nil; empty when nothing is.
func unrepeated(header http.Header, name, parameter string, argument json.RawMessage) string {
	values, given := header.Values(name), isGiven(argument)
	switch {
	case !given && len(values) > 0:
		return fmt.Sprintf("the header %s repeats the parameter %q, which the arguments do not have", name, parameter)
	case given && len(values) == 0:
		return fmt.Sprintf("the header %s is missing: it must repeat the parameter %q", name, parameter)
	case len(values) > 1:
		return fmt.Sprintf("the header %s is there %d times", name, len(values))
	case given && !repeats(values[0], argument):
		return fmt.Sprintf("the header %s does not repeat the parameter %q of the arguments", name, parameter)
	default:
		return ""
	}
}

func isGiven(argument json.RawMessage) bool { return len(argument) > 0 && string(argument) != "null" }

// repeats reports whether the value of a header repeats an argument.
func repeats(value string, argument json.RawMessage) bool {
	value, ok := textOfHeader(value)
	if !ok {
		return false
	}
	if text, isText := argumentText(argument); isText {
		return value == text
	}
	said, sayErr := wholeNumber(value)
	meant, meanErr := wholeNumber(string(argument))
	return sayErr == nil && meanErr == nil && said == meant
}

// argumentText returns what a header says of an argument that is no number.
func argumentText(argument json.RawMessage) (text string, ok bool) {
	switch argument[0] {
	case '"':
		return text, json.Unmarshal(argument, &text) == nil
	case 't', 'f':
		return string(argument), true
	default:
		return "", false
	}
}

// wholeNumber reads an integer, which may be written as 1.0 or 1e3.
func wholeNumber(text string) (int64, error) {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, nil
	}
	const mostExact = 1<<53 - 1
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number != float64(int64(number)) || number < -mostExact || number > mostExact {
		return 0, fmt.Errorf("%q is no integer", clipped(text))
	}
	return int64(number), nil
}

// The marks around a text in base64.
const (
	base64Begin = "=?base64?"
	base64End   = "?="
)

// textOfHeader returns the text that headerText wrote. It returns false for what is no base64 and says that it is.
func textOfHeader(value string) (text string, ok bool) {
	encoded, begins := strings.CutPrefix(value, base64Begin)
	encoded, ends := strings.CutSuffix(encoded, base64End)
	if !begins || !ends {
		return value, true
	}
	decoded, err := base64.StdEncoding.Strict().DecodeString(encoded)
	return string(decoded), err == nil
}
