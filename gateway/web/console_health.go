package web

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// health is how the platform is.
type health struct {
	Programs []struct {
		Program  string `json:"program"`
		Instance string `json:"instance"`
		Address  string `json:"address"`
		Version  string `json:"version"`
		Since    string `json:"since"`
		Ready    bool   `json:"ready"`
		Reason   string `json:"reason"`
	} `json:"programs"`
	Queues []struct {
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
	// Count and Down are how many programs there are, and how many of them are not ready. Next is the page after this one.
	Count, Down int
	Next        string
}

// health shows how each program, queue and database is.
func (p *Pages) health(w http.ResponseWriter, r *http.Request) {
	pg, shown := p.begin(r, "title.health"), &health{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/health", nil), shown); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Count = len(shown.Programs)
	for _, program := range shown.Programs {
		if !program.Ready {
			shown.Down++
		}
	}
	page := sliceOf(r, shown.Count, instancesOnPage)
	shown.Programs, shown.Next = shown.Programs[page.From:page.To], page.Next
	shown.Databases = shown.Databases[:min(len(shown.Databases), instancesOnPage)]
	pg.Main = shown
	p.show(w, r, "health", pg)
}
