package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

type skill struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Location    string   `json:"location"`
	State       string   `json:"state"`
	Permissions []string `json:"permissions"`
	Warnings    []struct {
		File    string `json:"file"`
		Message string `json:"message"`
	} `json:"warnings"`
}

// resolvedTool is a tool that a skill may use, with the reasons.
type resolvedTool struct {
	Name         string   `json:"tool_name"`
	Title        string   `json:"title"`
	Service      string   `json:"service"`
	Capabilities []string `json:"capabilities"`
	Reasons      []struct {
		Kind       string `json:"kind"`
		Permission string `json:"permission"`
		Origin     string `json:"origin"`
		Text       string `json:"text"`
	} `json:"reasons"`
}

// refusedTool is a tool that a skill asks for and may not use.
type refusedTool struct {
	Name string `json:"tool_name"`
	Kind string `json:"kind"`
	Rule string `json:"rule"`
	Text string `json:"text"`
}

type resolution struct {
	Tools     []resolvedTool `json:"resolved_tools"`
	Refused   []refusedTool  `json:"refused_tools"`
	Unmatched []string       `json:"unmatched_permissions"`
}

type override struct {
	ID               int    `json:"id"`
	Tool             string `json:"tool_name"`
	Action           string `json:"action"`
	Reason           string `json:"reason"`
	State            string `json:"state"`
	CreatedBy        int    `json:"created_by"`
	CreatedAt        string `json:"created_at"`
	RevokedBy        int    `json:"revoked_by"`
	RevokedAt        string `json:"revoked_at"`
	RevocationReason string `json:"revocation_reason"`
}

// skillPanel is a skill with the tools it finds, each with its reason.
type skillPanel struct {
	skill
	Resolution resolution
	Overrides  []override
	Names      []string // some of the tools there are
	// Chosen is the tool to be denied, if one was chosen.
	Chosen string
	Key    string
}

func (p *Pages) skillList(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.skills")
	var skills []skill
	if err := p.door.Read(r.Context(), door.Get("/api/v1/skills", nil), &skills); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	pg.Main = skills
	p.show(w, r, "skills", pg)
}

// namesOffered bounds the names that a page offers to choose from: others can be typed.
const namesOffered = 200

func skillPath(r *http.Request) string {
	return "/api/v1/skills/" + url.PathEscape(r.PathValue("name"))
}

func (p *Pages) skillPage(w http.ResponseWriter, r *http.Request) {
	pg, path := p.begin(r, "title.skill"), skillPath(r)
	panel := &skillPanel{Key: newKey(), Chosen: r.URL.Query().Get("tool")}
	if err := p.door.Read(r.Context(), door.Get(path, nil), &panel.skill); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	var tools []tool
	var failed error
	together(
		func() { failed = p.door.Read(r.Context(), door.Get(path+"/resolved-tools", nil), &panel.Resolution) },
		func() {
			_ = p.door.Read(r.Context(), door.Get(path+"/resolved-tools/overrides", nil), &panel.Overrides)
		}, // for administrators
		func() { tools, _ = p.catalogue.read(p.door, r) }, // names to choose from
	)
	if failed != nil {
		p.refuse(w, r, pg, failed)
		return
	}
	for _, one := range tools[:min(len(tools), namesOffered)] {
		panel.Names = append(panel.Names, one.Name)
	}
	pg.Main = panel
	p.show(w, r, "skill", pg)
}

// override allows or denies a skill a tool, after it was asked about once.
func (p *Pages) override(w http.ResponseWriter, r *http.Request) {
	page := "/console/skills/" + url.PathEscape(r.PathValue("name"))
	body := map[string]string{
		"tool_name": r.PostFormValue("tool_name"), "action": r.PostFormValue("action"), "reason": r.PostFormValue("reason"),
	}
	if r.PostForm.Get("sure") == "" {
		pg := p.begin(r, "title.skill")
		changes, err := p.previewOf(r, map[string]any{"tool_name": body["tool_name"], "action": body["action"]})
		if err != nil {
			p.refuse(w, r, pg, err)
			return
		}
		pg.Main = &question{
			Preview: changes, Title: "ask." + oneOf(body["action"], "allow", "deny"), Text: "ask.override.text", Subject: body["tool_name"],
			Action: page + "/override", Back: page, Fields: rowsFrom(body), Hidden: []row{{"key", r.PostForm.Get("key")}},
		}
		p.show(w, r, "question", pg)
		return
	}
	call := door.Call{Method: http.MethodPost, Path: skillPath(r) + "/resolved-tools/override", Body: body, Key: r.PostForm.Get("key")}
	var made override
	err := p.door.Read(r.Context(), call, &made)
	p.done(w, r, err, page, "override_added", "undo", strconv.Itoa(made.ID))
}

// revokeOverride ends a decision, after it was asked about once.
func (p *Pages) revokeOverride(w http.ResponseWriter, r *http.Request) {
	page := "/console/skills/" + url.PathEscape(r.PathValue("name"))
	if r.PostFormValue("sure") == "" {
		pg := p.begin(r, "title.skill")
		changes, err := p.previewOf(r, map[string]any{"override_id": number32(r.PathValue("id"))})
		if err != nil {
			p.refuse(w, r, pg, err)
			return
		}
		pg.Main = &question{
			Preview: changes, Title: "ask.revoke", Text: "ask.revoke.text", Subject: "#" + number(r), Back: page,
			Action: page + "/overrides/" + number(r) + "/revoke", Reason: true,
		}
		p.show(w, r, "question", pg)
		return
	}
	call := door.Get(skillPath(r)+"/resolved-tools/overrides/"+number(r), nil)
	call.Method = http.MethodDelete
	if reason := r.PostFormValue("reason"); reason != "" {
		call.Query = url.Values{"reason": {reason}}
	}
	p.done(w, r, p.door.Read(r.Context(), call, nil), page, "override_revoked")
}

// oneOf returns a value if it is one of the two, else the first.
func oneOf(value, first, second string) string {
	if value == second {
		return second
	}
	return first
}
