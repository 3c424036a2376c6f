package httpedge

import (
	"encoding/json"
	"io"
	"net/http"
)

// mapIntent answers the tool name of an intent, or null, for any body at all: it is a lookup, and what is no intent has
// no tool.
func (e *Edge) mapIntent(w http.ResponseWriter, r *http.Request) {
	var answer struct {
		ToolName *string `json:"tool_name"`
	}
	if intent, ok := readIntent(r.Body); ok {
		if name, ok := e.Routes().MapIntent(intent); ok {
			answer.ToolName = &name
		}
	}
	e.writeJSON(w, r, answer)
}

func readIntent(body io.Reader) (string, bool) {
	text, err := io.ReadAll(body)
	if err != nil {
		return "", false
	}
	// A map, because a struct would take "Intent" for "intent".
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return "", false
	}
	var intent *string
	if err := json.Unmarshal(object["intent"], &intent); err != nil || intent == nil {
		return "", false
	}
	return *intent, true
}
