package web

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// figures are how often a tool is called, how often that fails and how long it takes.
type figures struct {
	Operation string  `json:"operation"`
	Calls     int     `json:"calls"`
	Errors    int     `json:"errors"`
	PerMinute float64 `json:"calls_per_minute"`
	Failing   float64 `json:"errors_per_minute"`
	P50       *int    `json:"p50_us"`
	P99       *int    `json:"p99_us"`
}

// measured are the figures of what was called, by operation.
type measured struct {
	Gateway string              `json:"gateway"`
	Since   string              `json:"since"`
	Window  int                 `json:"window_seconds"`
	Figures []figures           `json:"figures"`
	Of      map[string]*figures `json:"-"`
}

// measure returns the figures of this gateway; nil for a reader who may not see them.
func (p *Pages) measure(r *http.Request) *measured {
	found := &measured{Of: map[string]*figures{}}
	if p.door.Read(r.Context(), door.Get("/api/v1/gateway/figures", nil), found) != nil {
		return nil
	}
	for i := range found.Figures {
		found.Of[found.Figures[i].Operation] = &found.Figures[i]
	}
	return found
}
