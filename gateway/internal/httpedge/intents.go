package httpedge

import (
	"encoding/json"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/requestbody"
)

// mapIntent answers with the tool name of an intent, or null. It accepts any body: anything that is not an intent has
// no tool.
func (e *Edge) mapIntent(w http.ResponseWriter, r *http.Request) {
	var answer struct {
		ToolName *string `json:"tool_name"`
	}
	if intent, ok := readIntent(r); ok {
		if name, ok := e.Routes().MapIntent(intent); ok {
			answer.ToolName = &name
		}
	}
	e.writeJSON(w, r, answer)
}

func readIntent(r *http.Request) (string, bool) {
	text, refused := requestbody.Read(r)
	if refused != nil {
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
