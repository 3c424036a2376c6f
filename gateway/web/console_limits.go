package web

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// limits are those in force, and who is near them.
type limits struct {
	Limits []struct {
		Name       string   `json:"name"`
		Quota      int      `json:"quota"`
		Window     int      `json:"window_seconds"`
		Burst      int      `json:"burst"`
		By         []string `json:"by"`
		Operations []string `json:"operations"`
		Access     string   `json:"access"`
		Callers    string   `json:"callers"`
	} `json:"limits"`
	Near []struct {
		Limit     string `json:"limit"`
		Caller    int    `json:"caller"`
		Network   string `json:"network"`
		Operation string `json:"operation"`
		Remaining int    `json:"remaining"`
		Reset     int    `json:"reset_seconds"`
	} `json:"near"`
	MaxInFlight int `json:"max_in_flight"`
	MaxQueued   int `json:"max_queued"`
	Services    []struct {
		Service  string `json:"service"`
		InFlight int    `json:"in_flight"`
		Waiting  int    `json:"waiting"`
		Room     int    `json:"room"`
	} `json:"services"`
}

// limitsPage shows the limits, and who is near them or at them now.
func (p *Pages) limitsPage(w http.ResponseWriter, r *http.Request) {
	pg, shown := p.begin(r, "title.limits"), &limits{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/limits", nil), shown); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	pg.Main = shown
	p.show(w, r, "limits", pg)
}
