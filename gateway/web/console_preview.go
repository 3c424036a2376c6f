package web

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// preview is what a decision would change for a skill.
type preview struct {
	Gained []resolvedTool `json:"gained"`
	Lost   []resolvedTool `json:"lost"`
	Refuse []refusedTool  `json:"refused"`
	Before int            `json:"before"`
	After  int            `json:"after"`
}

// previewOf returns what a decision would change, nil if that cannot be told, and why it would be refused.
func (p *Pages) previewOf(r *http.Request, decided map[string]any) (*preview, error) {
	found := &preview{}
	call := door.Call{Method: http.MethodPost, Path: skillPath(r) + "/resolved-tools/override/preview", Body: decided}
	if err := p.door.Read(r.Context(), call, found); err != nil {
		return nil, err
	}
	return found, nil
}
