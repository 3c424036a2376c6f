package web

import (
	"net/http"
	"net/url"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// ended is a call that has ended.
type ended struct {
	Number    int    `json:"number"`
	Time      string `json:"time"`
	Operation string `json:"operation"`
	Door      string `json:"door"`
	Caller    int    `json:"caller"`
	Result    string `json:"result"`
	LatencyUS int    `json:"latency_us"`
}

// live shows the latest calls. A page with JavaScript goes on from there.
func (p *Pages) live(w http.ResponseWriter, r *http.Request) {
	pg, calls := p.begin(r, "title.live"), []ended{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/calls", url.Values{"limit": {"50"}}), &calls); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	last := 0
	if len(calls) > 0 {
		last = calls[0].Number
	}
	pg.Main = map[string]any{"Calls": calls, "Last": last}
	p.show(w, r, "live", pg)
}

// liveEvents sends the calls as they end, to a page that is open.
func (p *Pages) liveEvents(w http.ResponseWriter, r *http.Request) {
	p.door.Stream(w, r, door.Get("/api/v1/gateway/calls/events", url.Values{"after": {r.URL.Query().Get("after")}}))
}
