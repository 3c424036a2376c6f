package web

import (
	"net/http"
	"net/url"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

type definition struct {
	Hash      string   `json:"hash"`
	Service   string   `json:"service"`
	Version   string   `json:"version"`
	State     string   `json:"state"`
	FirstSeen string   `json:"first_seen"`
	Host      string   `json:"host"`
	DecidedBy string   `json:"decided_by"`
	DecidedAt string   `json:"decided_at"`
	Reason    string   `json:"reason"`
	Instances int      `json:"instance_count"`
	Tools     []string `json:"tools"`
}

// definitionView is a definition with what it changes.
type definitionView struct {
	Definition definition `json:"definition"`
	Accepted   string     `json:"accepted_hash"`
	Changes    []struct {
		Subject string  `json:"subject"`
		Field   string  `json:"field"`
		Before  *string `json:"before"`
		After   *string `json:"after"`
	} `json:"changes"`
}

func (p *Pages) definitionList(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.definitions")
	query := url.Values{}
	for _, name := range []string{"service", "state"} {
		if value := r.URL.Query().Get(name); value != "" {
			query.Set(name, value)
		}
	}
	var found []definition
	if err := p.door.Read(r.Context(), door.Get("/api/v1/registry/definitions", query), &found); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	pg.Main = map[string]any{"Definitions": found, "State": query.Get("state")}
	p.show(w, r, "definitions", pg)
}

func definitionPath(r *http.Request) string {
	return "/api/v1/registry/definitions/" + url.PathEscape(r.PathValue("hash"))
}

func (p *Pages) definitionPage(w http.ResponseWriter, r *http.Request) {
	pg, view := p.begin(r, "title.definition"), &definitionView{}
	if err := p.door.Read(r.Context(), door.Get(definitionPath(r)+"/diff", nil), view); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	pg.Main = view
	p.show(w, r, "definition", pg)
}

// decideDefinition accepts or rejects a definition, after it was asked about once.
func (p *Pages) decideDefinition(w http.ResponseWriter, r *http.Request) {
	act, page := oneOf(r.PathValue("act"), "accept", "reject"), "/console/definitions/"+url.PathEscape(r.PathValue("hash"))
	if act != r.PathValue("act") {
		p.missing(w, r)
		return
	}
	reason := r.PostFormValue("reason")
	if r.PostForm.Get("sure") == "" {
		pg := p.begin(r, "title.definition")
		pg.Main = &question{
			Title: "ask." + act, Text: "ask." + act + ".text", Subject: r.PostForm.Get("subject"), Action: page + "/" + act, Back: page,
			Fields: []row{{"reason", reason}},
		}
		p.show(w, r, "question", pg)
		return
	}
	call := door.Call{Method: http.MethodPost, Path: definitionPath(r) + "/" + act, Body: map[string]string{"reason": reason}}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/console/definitions", "definition_"+act+"ed")
}
