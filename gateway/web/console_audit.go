package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

type auditEntry struct {
	ID        string `json:"id"`
	Time      string `json:"time"`
	Program   string `json:"program"`
	Door      string `json:"door"`
	UserID    int    `json:"user_id"`
	Role      string `json:"role"`
	Tool      string `json:"tool"`
	Alias     string `json:"alias"`
	Arguments string `json:"arguments"`
	Decision  string `json:"decision"`
	Rule      string `json:"rule"`
	Result    string `json:"result"`
	LatencyUS int    `json:"latency_us"`
	Detail    string `json:"detail"`
	RequestID string `json:"request_id"`
}

// auditPage is what is remembered of calls, the newest first.
type auditPage struct {
	Tool, Of, Decision string
	Entries            []auditEntry
	Count              int
	Next               string
	// Follow is where the newest entries are read again; empty if the page is not followed.
	Follow, Start, Stop string
}

func (p *Pages) auditList(w http.ResponseWriter, r *http.Request) {
	pg, asked := p.begin(r, "title.audit"), r.URL.Query()
	shown := &auditPage{Tool: strings.TrimSpace(asked.Get("tool")), Of: asked.Get("of"), Decision: asked.Get("decision")}
	query := url.Values{}
	for name, value := range map[string]string{
		"tool": shown.Tool, "user_id": shown.Of, "decision": shown.Decision, "page_token": asked.Get("page_token"),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	answer, err := p.door.Do(r.Context(), door.Get("/api/v1/audit", query))
	if err == nil {
		err = answer.Decode(&shown.Entries)
	}
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Count, shown.Next = total(answer), nextPage(r, answer)
	address := func(follow string) string {
		kept := url.Values{"tool": {shown.Tool}, "of": {shown.Of}, "decision": {shown.Decision}, "follow": {follow}}
		return r.URL.Path + "?" + kept.Encode()
	}
	shown.Start, shown.Stop = address("yes"), address("")
	if asked.Get("follow") == "yes" {
		shown.Follow = shown.Start
	}
	if isPart(r) {
		p.part(w, r, pg, "audit", "entries", shown)
		return
	}
	pg.Main = shown
	p.show(w, r, "audit", pg)
}
