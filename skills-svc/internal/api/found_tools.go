package api

import (
	"encoding/json"
	"sync"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/profile"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// A model reads what is found with each search, so it has this room: for each tool, and never less than for some.
const (
	roomOfATool = 800 // bytes of JSON
	leastTools  = 5
)

// telling is a tool as it is told in one detail. Nobody changes the message.
type telling struct {
	message *skillsv1.FoundTool
	size    int
}

// tellings are a tool as it is told in each detail.
type tellings [profile.Names + 1]telling

// teller tells of tools, and remembers how.
type teller struct {
	mu   sync.Mutex
	told map[*toolspec.Tool]*tellings
}

// maxTold bounds what is remembered, some 10 KB of a tool.
const maxTold = 1000

// inRoom tells tools in as much detail as there is room for: all of them in the next detail before any in a further one, and the best
// first. Where even names have no room, it tells these.
func (t *teller) inRoom(found []*catalog.Tool) ([]*skillsv1.FoundTool, error) {
	room := max(leastTools, len(found)) * roomOfATool
	all, details := make([]*tellings, len(found)), make([]profile.Detail, len(found))
	for i, tool := range found {
		var err error
		if all[i], err = t.of(tool.Tool); err != nil {
			return nil, err
		}
		details[i] = profile.Names
		room -= all[i][profile.Names].size
	}
	for next := profile.Types; next >= profile.Whole; next-- {
		for i, tool := range all {
			if more := tool[next].size - tool[details[i]].size; more <= room {
				details[i], room = next, room-more
			}
		}
	}
	tools := make([]*skillsv1.FoundTool, len(found))
	for i, tool := range all {
		tools[i] = tool[details[i]].message
	}
	return tools, nil
}

func (t *teller) of(tool *toolspec.Tool) (*tellings, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.told[tool]; known != nil {
		return known, nil
	}
	all, err := tellingsOf(tool)
	if err != nil {
		return nil, err
	}
	if t.told == nil || len(t.told) >= maxTold {
		t.told = map[*toolspec.Tool]*tellings{}
	}
	t.told[tool] = all
	return all, nil
}

func tellingsOf(tool *toolspec.Tool) (*tellings, error) {
	listed, _, err := profile.Listed(tool.InputSchema)
	if err != nil {
		return nil, err
	}
	listed = schema.ShortenEnums(listed)
	var all tellings
	for detail := range all {
		text, err := profile.Brief(listed, profile.Detail(detail))
		if err != nil {
			return nil, err
		}
		description := tool.ForModels()
		if profile.Detail(detail) >= profile.Types {
			description = tool.InShort()
		}
		if all[detail], err = tellingOf(tool, description, text); err != nil {
			return nil, err
		}
		all[detail].message.Shortened = profile.Detail(detail) != profile.Whole
	}
	return &all, nil
}

func tellingOf(tool *toolspec.Tool, description string, input json.RawMessage) (telling, error) {
	parsed, err := schemaOf(tool, input)
	if err != nil {
		return telling{}, err
	}
	// MCP leaves members that are false out of the text, which is so no longer than this.
	written, err := compactjson.Marshal(struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		ReadOnly    bool            `json:"read_only"`
		Destructive bool            `json:"destructive"`
		InputSchema json.RawMessage `json:"input_schema"`
		Shortened   bool            `json:"shortened"`
	}{tool.Name, description, true, true, input, true})
	return telling{&skillsv1.FoundTool{
		Name: tool.Name, Description: description, ReadOnly: tool.ReadOnly, Destructive: tool.Destructive, InputSchema: parsed,
	}, len(written)}, err
}
