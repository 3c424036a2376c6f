package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// tool is a tool of the platform, as it is listed.
type tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Aliases      []string        `json:"aliases"`
	Intents      []string        `json:"intents"`
	Auth         string          `json:"auth"`
	Scopes       []string        `json:"scopes"`
	Capabilities []string        `json:"capabilities"`
	ReadOnly     bool            `json:"read_only"`
	Destructive  bool            `json:"destructive"`
	Idempotent   bool            `json:"idempotent"`
	Available    bool            `json:"available"`
	Service      string          `json:"service"`
	Version      string          `json:"version"`
	InputSchema  json.RawMessage `json:"input_schema"`
	OutputSchema json.RawMessage `json:"output_schema"`
	Example      json.RawMessage `json:"example_arguments"`
}

// catalogue keeps the list of tools that was read last: it may be very long, and rarely changes.
type catalogue struct {
	mu    sync.Mutex
	pages []toolPage
	tools []tool // of all pages
}

// toolPage is a page of the list, with the ETag of its answer and the query of the page behind it; nil for the last.
type toolPage struct {
	tag   string
	tools []tool
	next  url.Values
}

// read returns the tools that the reader of a page may call. They are shared, and not to be changed.
func (c *catalogue) read(d *door.Door, r *http.Request) ([]tool, error) {
	c.mu.Lock()
	known, tools := c.pages, c.tools
	c.mu.Unlock()
	var pages []toolPage
	changed := false
	for query := (url.Values{}); query != nil; query = pages[len(pages)-1].next {
		var before toolPage
		if len(pages) < len(known) {
			before = known[len(pages)]
		}
		page, err := readTools(d, r, query, before)
		if err != nil {
			return nil, err
		}
		changed = changed || page.tag != before.tag
		pages = append(pages, page)
	}
	if !changed && len(pages) == len(known) {
		return tools, nil
	}
	tools = nil
	for _, page := range pages {
		tools = append(tools, page.tools...)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages, c.tools = pages, tools
	return tools, nil
}

// readTools reads a page of the list, or returns the one that was read before if it is still the same.
func readTools(d *door.Door, r *http.Request, query url.Values, before toolPage) (toolPage, error) {
	call := door.Get("/api/v1/tools", query)
	call.Known = before.tag
	answer, err := d.Do(r.Context(), call)
	if err != nil {
		return toolPage{}, err
	}
	if before.next = nextQuery(answer); answer.Status == http.StatusNotModified {
		return before, nil
	}
	var listed struct {
		Tools []tool `json:"tools"`
	}
	if err := answer.Decode(&listed); err != nil {
		return toolPage{}, err
	}
	return toolPage{answer.Header.Get("ETag"), listed.Tools, before.next}, nil
}

// schema is the part of a JSON Schema that pages draw.
type schema struct {
	Type        any                `json:"type"`
	Description string             `json:"description"`
	Enum        []any              `json:"enum"`
	Default     any                `json:"default"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MinLength   *int               `json:"minLength"`
	MaxLength   *int               `json:"maxLength"`
	Pattern     string             `json:"pattern"`
	Properties  map[string]*schema `json:"properties"`
	Items       *schema            `json:"items"`
	Required    []string           `json:"required"`
}

// valuesOf returns the values that a parameter of a tool may have, as its schema says.
func (p *Pages) valuesOf(r *http.Request, name, parameter string) []string {
	var found tool
	var arguments schema
	if p.door.Read(r.Context(), door.Get("/api/v1/tools/"+name, nil), &found) != nil ||
		json.Unmarshal(found.InputSchema, &arguments) != nil || arguments.Properties[parameter] == nil {
		return nil
	}
	var values []string
	for _, value := range arguments.Properties[parameter].Enum {
		if text, ok := value.(string); ok {
			values = append(values, text)
		}
	}
	return values
}

// number32 returns the number that a text is, 0 for any other text.
func number32(text string) int {
	const bits = 32
	value, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		return 0
	}
	return int(value)
}
