package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// toolsPage is the catalogue, a page of it.
type toolsPage struct {
	Query    string
	Tools    []tool
	Services []service
	Count    int
	Next     string
	// Measured are the figures of the tools; nil for who may not see them.
	Measured *measured
}

// service is who offers tools.
type service struct {
	Name, Version string
	Tools         int
	// Away is how many of its tools nobody offers now.
	Away int
}

// toolsOnPage bounds a page: there may be very many tools.
const toolsOnPage = 50

func (p *Pages) toolList(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.console")
	tools, err := p.catalogue.read(p.door, r)
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown := &toolsPage{Query: strings.TrimSpace(r.URL.Query().Get("q")), Services: servicesOf(tools)}
	found := matching(tools, shown.Query)
	shown.Count = len(found)
	page := sliceOf(r, len(found), toolsOnPage)
	shown.Tools, shown.Next = found[page.From:page.To], page.Next
	if pg.Admin {
		shown.Measured = p.measure(r)
	}
	pg.Main = shown
	p.show(w, r, "console", pg)
}

// matches reports whether a tool has every word of a query in its names, title, service or scopes.
func (t *tool) matches(query string) bool {
	text := strings.ToLower(strings.Join(append(append([]string{t.Name, t.Title, t.Service}, t.Aliases...), t.Scopes...), " "))
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// matching returns those of the tools that match a query; it changes none.
func matching(tools []tool, query string) []tool {
	if query == "" {
		return tools
	}
	var found []tool
	for i := range tools {
		if tools[i].matches(query) {
			found = append(found, tools[i])
		}
	}
	return found
}

func servicesOf(tools []tool) []service {
	byName := map[string]*service{}
	for _, one := range tools {
		found := byName[one.Service]
		if found == nil {
			found = &service{Name: one.Service, Version: one.Version}
			byName[one.Service] = found
		}
		found.Tools++
		if !one.Available {
			found.Away++
		}
	}
	var services []service
	for _, one := range byName {
		services = append(services, *one)
	}
	slices.SortFunc(services, func(a, b service) int { return strings.Compare(a.Name, b.Name) })
	return services
}

// toolView is a tool with its parameters, and what a call answered.
type toolView struct {
	tool
	Parameters []parameter
	Answers    []parameter
	Key        string
	// Given are the values that were filled in, by parameter.
	Given map[string]string
	// Called is set if the tool was called; Status and Answer are what came back.
	Called bool
	Status int
	Answer string
	// As is as whom the reader calls.
	As as
	// Figures are how often it is called; nil for who may not see them. Measured is set for who may.
	Figures  *figures
	Measured *measured
}

// Attention reports whether a call may change something.
func (v *toolView) Attention() bool { return !v.ReadOnly }

func (p *Pages) readTool(r *http.Request) (*toolView, error) {
	view := &toolView{Key: newKey(), Given: map[string]string{}}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/tools/"+url.PathEscape(r.PathValue("name")), nil), &view.tool); err != nil {
		return nil, err
	}
	view.Parameters, view.Answers = parametersOf(view.InputSchema), parametersOf(view.OutputSchema)
	return view, nil
}

func (p *Pages) toolPage(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.tool")
	view, err := p.readTool(r)
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	var example map[string]any
	if json.Unmarshal(view.Example, &example) == nil && view.ReadOnly {
		for name, value := range example {
			view.Given[name] = textOf(value)
		}
	}
	if pg.Admin {
		if view.Measured = p.measure(r); view.Measured != nil {
			view.Figures = view.Measured.Of[view.Name]
		}
	}
	pg.Main = view
	p.show(w, r, "tool", pg)
}

// classify has a tool classified again, after it was asked about once.
func (p *Pages) classify(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if r.PostFormValue("sure") == "" {
		pg, page := p.begin(r, "title.tool"), "/console/tools/"+url.PathEscape(name)
		pg.Main = &question{
			Title: "ask.classify", Text: "ask.classify.text", Subject: name, Action: page + "/classify", Back: page, Final: true,
		}
		p.show(w, r, "question", pg)
		return
	}
	call := door.Call{Method: http.MethodPost, Path: "/api/v1/tools/" + url.PathEscape(name) + "/classify", Body: struct{}{}}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/console/tools/"+url.PathEscape(name), "classified")
}
