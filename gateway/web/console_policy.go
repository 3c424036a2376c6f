package web

import (
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// policyView is the policy file, and what it decides about a call that was asked about.
type policyView struct {
	File    string `json:"file"`
	Text    string `json:"text"`
	Problem string `json:"problem"`
	Rules   []struct {
		Name     string `json:"name"`
		Allow    string `json:"allow"`
		Reason   string `json:"reason"`
		Internal bool   `json:"internal"`
	} `json:"rules"`

	Asked    asked
	Decision *decision
	Refusal  *door.Refusal
}

// asked is the call that is asked about.
type asked struct {
	Tool      string   `json:"tool"`
	Caller    int      `json:"caller"`
	Role      string   `json:"role"`
	Scopes    []string `json:"scopes,omitempty"`
	Address   string   `json:"address"`
	Arguments string   `json:"arguments"`
	Time      string   `json:"time"`
}

type decision struct {
	Tool    string `json:"tool"`
	Allowed bool   `json:"allowed"`
	Rule    string `json:"rule"`
	Reason  string `json:"reason"`
	Steps   []struct {
		Rule    string `json:"rule"`
		Asked   bool   `json:"asked"`
		Holds   bool   `json:"holds"`
		Reason  string `json:"reason"`
		Problem string `json:"problem"`
	} `json:"steps"`
}

// policyPage shows the policy, and what it decides about a call that the address describes: nothing is called, so that a decision
// can be kept as a link.
func (p *Pages) policyPage(w http.ResponseWriter, r *http.Request) {
	pg, view, query := p.begin(r, "title.policy"), &policyView{}, r.URL.Query()
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/policy", nil), view); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	view.Asked = asked{
		Tool: strings.TrimSpace(query.Get("tool")), Caller: number32(query.Get("caller")), Role: oneOf(query.Get("role"), "", "admin"),
		Scopes: strings.Fields(query.Get("scopes")), Address: strings.TrimSpace(query.Get("address")),
		Arguments: strings.TrimSpace(query.Get("arguments")), Time: strings.TrimSpace(query.Get("time")),
	}
	if view.Asked.Tool != "" {
		found := &decision{}
		call := door.Call{Method: http.MethodPost, Path: "/api/v1/gateway/policy/explain", Body: view.Asked}
		err := p.door.Read(r.Context(), call, found)
		switch view.Refusal = door.RefusalOf(err); {
		case err == nil:
			view.Decision = found
		case view.Refusal == nil:
			p.refuse(w, r, pg, err)
			return
		}
	}
	pg.Main = view
	p.show(w, r, "policy", pg)
}
