package openapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	httpdocument "github.com/salaatflow/platform/gateway/internal/document"
)

//go:embed docs.html
var pageText string

var page = template.Must(template.New("docs").Parse(pageText))

// readingOrder are the groups that people read first; the others follow as the document has them.
var readingOrder = []string{
	"TaskService", "MasjidService", "HadithService", "SkillService", "chat", "ChatService", "UserService", "tools",
	"AuditService", "RegistryService",
}

// group is the operations of one tag.
type group struct {
	Name, Title, About string
	Operations         []*operation
}

// operation is what a reader sees of one.
type operation struct {
	ID, Verb, Path, Summary, About string
	Access                         string
	Parameters, Body               []row
	Answers                        []answer
	Samples                        []sample
	Example                        string // of the body; empty for none
	HasBody                        bool
}

type answer struct {
	Status, About string
	// Shared names the answer of many operations that this is, whose rows stand once on the page; empty for one of its own.
	Shared string
	Rows   []row
}

// sample is a call, as it is written in a language.
type sample struct{ Name, Text string }

// Page returns the page that shows an OpenAPI document, for people with and without JavaScript. Whatever the document says is shown as
// text.
func Page(text []byte) ([]byte, error) {
	read := &reader{}
	if err := json.Unmarshal(text, &read.document); err != nil {
		return nil, fmt.Errorf("/docs: %w", err)
	}
	groups, err := read.groups()
	if err != nil {
		return nil, fmt.Errorf("/docs: %w", err)
	}
	var written bytes.Buffer
	err = page.Execute(&written, map[string]any{
		"Info": read.document.Info, "Groups": groups, "Shared": read.shared(),
		"Style":  "docs/style.css?" + hashOf(style),
		"Script": "docs/script.js?" + hashOf(script),
	})
	return written.Bytes(), err
}

func hashOf(file []byte) string { return strings.Trim(httpdocument.Tag(file), `"`)[:12] }

// groups returns the operations by tag, in reading order.
func (r *reader) groups() ([]*group, error) {
	byName := map[string]*group{}
	var groups []*group
	for _, tag := range r.document.Tags {
		byName[tag.Name] = &group{Name: tag.Name, Title: strings.TrimSuffix(tag.Name, "Service"), About: tag.Description}
		groups = append(groups, byName[tag.Name])
	}
	paths, err := members(r.document.Paths)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if err := r.addPath(byName, path); err != nil {
			return nil, fmt.Errorf("%s: %w", path.name, err)
		}
	}
	groups = slices.DeleteFunc(groups, func(g *group) bool { return len(g.Operations) == 0 })
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(place(a.Name), place(b.Name)) })
	return groups, nil
}

func place(name string) int {
	if at := slices.Index(readingOrder, name); at >= 0 {
		return at
	}
	return len(readingOrder)
}

func (r *reader) addPath(groups map[string]*group, path member) error {
	item := struct {
		Parameters                    []parameter
		Get, Post, Put, Patch, Delete *said
	}{}
	if err := json.Unmarshal(path.value, &item); err != nil {
		return err
	}
	for i, verb := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		one := []*said{item.Get, item.Post, item.Put, item.Patch, item.Delete}[i]
		if one == nil || len(one.Tags) == 0 || groups[one.Tags[0]] == nil {
			continue
		}
		one.Parameters = append(slices.Clone(item.Parameters), one.Parameters...)
		described, err := r.describe(verb, path.name, one)
		if err != nil {
			return err
		}
		groups[one.Tags[0]].Operations = append(groups[one.Tags[0]].Operations, described)
	}
	return nil
}

func (r *reader) describe(verb, path string, one *said) (*operation, error) {
	o := &operation{
		ID: one.OperationID, Verb: verb, Path: path, Summary: one.Summary,
		About: cmp.Or(one.Description, one.Summary), Access: accessOf(one.Security),
	}
	for _, parameter := range one.Parameters {
		o.Parameters = append(o.Parameters, r.row(parameter.Name, parameter.In, parameter.Schema, parameter.Required, parameter.Description))
	}
	if body, ok := one.RequestBody.Content["application/json"]; ok {
		o.HasBody, o.Body = true, r.rows(body.Schema, "", 0)
		o.Example = string(body.Example)
		if o.Example == "" {
			o.Example = r.example(body.Schema)
		}
	}
	responses, err := members(one.Responses)
	if err != nil {
		return nil, err
	}
	for _, response := range responses {
		if err := r.addAnswer(o, response); err != nil {
			return nil, err
		}
	}
	o.Samples = samples(o, one.Tool)
	return o, nil
}

func (r *reader) addAnswer(o *operation, response member) error {
	var given said200
	if err := json.Unmarshal(response.value, &given); err != nil {
		return err
	}
	if given.Ref != "" {
		name := given.Ref[strings.LastIndexByte(given.Ref, '/')+1:]
		o.Answers = append(o.Answers, answer{Status: response.name, About: r.document.Components.Responses[name].Description, Shared: name})
		return nil
	}
	o.Answers = append(o.Answers, answer{Status: response.name, About: given.Description, Rows: r.rowsOf(given)})
	return nil
}

// shared returns the answers that many operations share.
func (r *reader) shared() []answer {
	var answers []answer
	for _, name := range slices.Sorted(maps.Keys(r.document.Components.Responses)) {
		given := r.document.Components.Responses[name]
		answers = append(answers, answer{About: given.Description, Shared: name, Rows: r.rowsOf(given)})
	}
	return answers
}

func (r *reader) rowsOf(given said200) []row {
	for _, name := range slices.Sorted(maps.Keys(given.Content)) {
		return r.rows(given.Content[name].Schema, "", 0)
	}
	return nil
}

// accessOf says who may call.
func accessOf(security []map[string][]string) string {
	anybody, scopes := len(security) == 0, []string(nil)
	for _, one := range security {
		anybody = anybody || len(one) == 0
		scopes = append(scopes, one["bearer"]...)
	}
	switch {
	case len(security) == 0:
		return "Anybody may call it."
	case anybody:
		return "Anybody may call it; a user may get a more fitting answer."
	case len(scopes) > 0:
		return "A user is needed, and of a token the scope " + strings.Join(scopes, ", ") + "."
	default:
		return "A user is needed."
	}
}
