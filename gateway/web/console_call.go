package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// The fields that say as whom a tool is called. No parameter has such a name.
const (
	asUser  = "as-user"
	asAdmin = "as-admin"
	asToken = "as-token"
)

// as is whom a tool is called as: in development any user, as every client may there, and else the owner of an API token that the
// reader has. The zero as is the reader. Whether it may be is decided by the gateway, which is asked with the headers of a client.
type as struct {
	User  string
	Admin bool
	Token string
}

// actingAs returns as whom a form calls.
func (p *Pages) actingAs(r *http.Request) as {
	if p.Development {
		return as{User: strings.TrimSpace(r.PostForm.Get(asUser)), Admin: r.PostForm.Has(asAdmin)}
	}
	return as{Token: strings.TrimSpace(r.PostForm.Get(asToken))}
}

// header names the caller as a client does; nil for the reader.
func (a as) header() http.Header {
	header := http.Header{}
	switch {
	case a.Token != "":
		header.Set("Authorization", "Bearer "+a.Token)
	case a.User != "":
		header.Set("X-User-ID", a.User)
		if a.Admin {
			header.Set("X-User-Role", "admin")
		}
	default:
		return nil
	}
	return header
}

// rows are what a question shows of it, and sends again.
func (a as) rows() (rows []row) {
	if a.User != "" {
		rows = append(rows, row{asUser, a.User})
	}
	if a.Admin {
		rows = append(rows, row{asAdmin, "admin"})
	}
	return rows
}

// callTool calls a tool, as the reader or as another whom they may call as. One that changes something is asked about first.
func (p *Pages) callTool(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.tool")
	view, err := p.readTool(r)
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	_ = r.ParseForm() // what cannot be read is missing, and refused as such
	view.As = p.actingAs(r)
	arguments := map[string]any{}
	for _, each := range view.Parameters {
		if text := r.PostForm.Get(each.Name); text != "" {
			view.Given[each.Name], arguments[each.Name] = text, each.value(text)
		}
	}
	if view.Attention() && r.PostForm.Get("sure") == "" {
		pg.Main = &question{
			Title: "ask.call", Text: "ask.call.text", Subject: view.Name, Action: "/console/tools/" + view.Name,
			Fields: slices.Concat(rowsFrom(view.Given), view.As.rows()), Hidden: []row{{"key", r.PostForm.Get("key")}, {asToken, view.As.Token}},
			Back: "/console/tools/" + view.Name, Final: view.Destructive,
		}
		p.show(w, r, "question", pg)
		return
	}
	answer, err := p.door.Do(r.Context(), door.Call{
		Method: http.MethodPost, Path: "/api/v1/tools/" + url.PathEscape(view.Name), Body: arguments, Key: r.PostForm.Get("key"),
		As: view.As.header(),
	})
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	view.Called, view.Status, view.Answer = true, answer.Status, indented(answer.Body)
	pg.Main = view
	p.show(w, r, "tool", pg)
}

func rowsFrom(values map[string]string) []row {
	var rows []row
	for name, value := range values {
		rows = append(rows, row{name, value})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

func indented(body []byte) string {
	var text bytes.Buffer
	if json.Indent(&text, body, "", "  ") != nil {
		return string(body)
	}
	return text.String()
}
