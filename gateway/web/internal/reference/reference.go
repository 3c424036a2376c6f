// Package reference reads an OpenAPI document for people: its operations in reading order, with the parameters, answers and samples of
// each.
package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Reference is what the document says. It is immutable.
type Reference struct {
	Title, Version, Summary, About string
	Groups                         []*Group
	// Shared are the answers that many operations give.
	Shared []Answer
}

// Group is the operations of one tag.
type Group struct {
	Name, Title, About string
	Operations         []*Operation
	// More is how many operations there are besides, which a page has no room for.
	More int
}

// Operation is what a reader sees of one.
type Operation struct {
	ID, Verb, Path, Summary, About string
	Access                         Access
	Parameters, Body               []Row
	Answers                        []Answer
	Samples                        []Sample
	Example                        string // of the body; empty for none
	HasBody                        bool
}

// Access says who may call.
type Access struct {
	// User is whether one is needed: no, useful or needed.
	User string
	// Scopes are what a token needs.
	Scopes []string
}

// Answer is one that an operation gives.
type Answer struct {
	Status, About string
	// Shared names the answer of many operations that this is, whose rows stand once on the page; empty for one of its own.
	Shared string
	Rows   []Row
}

// Sample is a call, as it is written in a language.
type Sample struct{ Name, Text string }

// readingOrder are the groups that people read first; the others follow as the document has them.
var readingOrder = []string{
	"TaskService", "MasjidService", "HadithService", "SkillService", "chat", "ChatService", "UserService", "tools",
	"AuditService", "RegistryService",
}

// How many operations are read, of a group and in all. The platform's own, which come first, are far fewer; there may be very many
// tools and services of others.
const (
	mostOfGroup = 200
	mostInAll   = 400
)

// Read reads an OpenAPI document.
func Read(text []byte) (*Reference, error) {
	read := &reader{}
	if err := json.Unmarshal(text, &read.document); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	groups, err := read.groups()
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	info := read.document.Info
	return &Reference{
		Title: info.Title, Version: info.Version, Summary: info.Summary, About: info.Description, Groups: groups, Shared: read.shared(),
	}, nil
}

// groups returns the operations by tag, in reading order.
func (r *reader) groups() ([]*Group, error) {
	byName := map[string]*Group{}
	var groups []*Group
	for _, tag := range r.document.Tags {
		byName[tag.Name] = &Group{Name: tag.Name, Title: strings.TrimSuffix(tag.Name, "Service"), About: tag.Description}
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
	groups = slices.DeleteFunc(groups, func(g *Group) bool { return len(g.Operations)+g.More == 0 })
	slices.SortStableFunc(groups, func(a, b *Group) int { return cmp.Compare(place(a.Name), place(b.Name)) })
	return groups, nil
}

func place(name string) int {
	if at := slices.Index(readingOrder, name); at >= 0 {
		return at
	}
	return len(readingOrder)
}

func (r *reader) addPath(groups map[string]*Group, path member) error {
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
		group := groups[one.Tags[0]]
		if len(group.Operations) == mostOfGroup || r.read == mostInAll {
			group.More++
			continue
		}
		one.Parameters = append(slices.Clone(item.Parameters), one.Parameters...)
		described, err := r.describe(verb, path.name, one)
		if err != nil {
			return err
		}
		group.Operations = append(group.Operations, described)
		r.read++
	}
	return nil
}

func (r *reader) describe(verb, path string, one *said) (*Operation, error) {
	o := &Operation{
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

func (r *reader) addAnswer(o *Operation, response member) error {
	var given said200
	if err := json.Unmarshal(response.value, &given); err != nil {
		return err
	}
	if given.Ref != "" {
		name := given.Ref[strings.LastIndexByte(given.Ref, '/')+1:]
		o.Answers = append(o.Answers, Answer{Status: response.name, About: r.document.Components.Responses[name].Description, Shared: name})
		return nil
	}
	o.Answers = append(o.Answers, Answer{Status: response.name, About: given.Description, Rows: r.rowsOf(given)})
	return nil
}

// shared returns the answers that many operations share.
func (r *reader) shared() []Answer {
	var answers []Answer
	for _, name := range slices.Sorted(maps.Keys(r.document.Components.Responses)) {
		given := r.document.Components.Responses[name]
		answers = append(answers, Answer{About: given.Description, Shared: name, Rows: r.rowsOf(given)})
	}
	return answers
}

func (r *reader) rowsOf(given said200) []Row {
	for _, name := range slices.Sorted(maps.Keys(given.Content)) {
		return r.rows(given.Content[name].Schema, "", 0)
	}
	return nil
}

func accessOf(security []map[string][]string) Access {
	access := Access{User: "needed"}
	for _, one := range security {
		if len(one) == 0 {
			access.User = "useful"
		}
		access.Scopes = append(access.Scopes, one["bearer"]...)
	}
	if len(security) == 0 {
		access.User = "no"
	}
	if access.User != "needed" {
		access.Scopes = nil
	}
	return access
}
