package web

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// program is a program of the platform, and how it is.
type program struct {
	Program  string `json:"program"`
	Instance string `json:"instance"`
	Address  string `json:"address"`
	Version  string `json:"version"`
	Since    string `json:"since"`
	Ready    bool   `json:"ready"`
	Reason   string `json:"reason"`
	Down     bool   `json:"down"`
	// Registered is what the registry knows of it; nil of the gateway and of the registry.
	Registered *instance `json:"registration"`
}

// health is how the platform is.
type health struct {
	Programs []program `json:"programs"`
	Queues   []struct {
		Queue   string  `json:"queue"`
		Program string  `json:"program"`
		Waiting int     `json:"waiting"`
		Full    float64 `json:"full"`
	} `json:"queues"`
	Databases []struct {
		Database string `json:"database"`
		Program  string `json:"program"`
		Instance string `json:"instance"`
		Ready    bool   `json:"ready"`
	} `json:"databases"`
	// Down is how many programs are down, Count how many there are beside those Aside, which need not serve.
	Down         int `json:"down"`
	Count, Aside int
	// Next is the page after this one.
	Next string
}

// health shows how each program, queue and database is.
func (p *Pages) health(w http.ResponseWriter, r *http.Request) {
	pg, shown := p.begin(r, "title.health"), &health{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/health", nil), shown); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	for _, program := range shown.Programs {
		if !program.Ready && !program.Down {
			shown.Aside++
		}
	}
	page := sliceOf(r, len(shown.Programs), instancesOnPage)
	shown.Count = len(shown.Programs) - shown.Aside
	shown.Programs, shown.Next = shown.Programs[page.From:page.To], page.Next
	shown.Databases = shown.Databases[:min(len(shown.Databases), instancesOnPage)]
	pg.Main = shown
	p.show(w, r, "health", pg)
}
