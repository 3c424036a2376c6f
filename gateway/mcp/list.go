package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec/profile"
)

// listedTool is a tool in tools/list: the members of the protocol, and the aliases.
type listedTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	Icons        []sdk.Icon      `json:"icons,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  annotations     `json:"annotations"`
	Aliases      []string        `json:"aliases,omitempty"`
	Meta         *listedMeta     `json:"_meta,omitempty"`
}

// listedMeta is what the platform says of a tool beyond the protocol. Official clients drop members of a tool that they do not know, and
// pass these on.
type listedMeta struct {
	Aliases []string `json:"salaatflow/aliases,omitempty"`
	Auth    string   `json:"salaatflow/auth,omitempty"`
	Scopes  []string `json:"salaatflow/scopes,omitempty"`
}

// annotations describe the effects of a tool. The platform's tools work on its own data, a closed world.
type annotations struct {
	ReadOnlyHint    bool `json:"readOnlyHint"`
	DestructiveHint bool `json:"destructiveHint"`
	IdempotentHint  bool `json:"idempotentHint"`
	OpenWorldHint   bool `json:"openWorldHint"`
}

// listing is how a tool stands in tools/list. It is encoded when the tool is first listed, and then the same for all callers.
type listing struct {
	once sync.Once
	text []byte
	err  error
}

// listing returns the tool as it stands in tools/list.
func (t *Tool) listing() ([]byte, error) {
	t.listed.once.Do(func() { t.listed.text, t.listed.err = encodeListed(t) })
	return t.listed.text, t.listed.err
}

// encodeListed encodes the tool with the schema of its arguments that every host of a model takes. They are checked by the exact one.
func encodeListed(tool *Tool) ([]byte, error) {
	input, _, err := profile.Listed(tool.InputSchema)
	if err != nil {
		return nil, fmt.Errorf("list the tool %s: %w", tool.Name, err)
	}
	output, err := outputSchema(tool.OutputSchema)
	if err != nil {
		return nil, fmt.Errorf("list the tool %s: %w", tool.Name, err)
	}
	if tool.OnlyContent {
		output = nil
	}
	text, err := compactjson.Marshal(listedTool{
		Name:         tool.Name,
		Title:        tool.Title,
		Description:  tool.Description,
		Icons:        iconsOf(tool),
		InputSchema:  input,
		OutputSchema: output,
		Annotations: annotations{
			ReadOnlyHint:    tool.ReadOnly,
			DestructiveHint: tool.Destructive,
			IdempotentHint:  tool.Idempotent || tool.ReadOnly,
		},
		Aliases: tool.Aliases,
		Meta:    metaOf(tool),
	})
	if err != nil {
		return nil, fmt.Errorf("list the tool %s: %w", tool.Name, err)
	}
	return text, nil
}

func iconsOf(tool *Tool) []sdk.Icon {
	if tool.Icon == "" {
		return nil
	}
	icon := sdk.Icon{Source: tool.Icon}
	if inline, ok := strings.CutPrefix(tool.Icon, "data:"); ok {
		icon.MIMEType, _, _ = strings.Cut(inline, ";")
	}
	if icon.MIMEType == svgType {
		icon.Sizes = []string{"any"}
	}
	return []sdk.Icon{icon}
}

func metaOf(tool *Tool) *listedMeta {
	if len(tool.Aliases)+len(tool.Scopes) == 0 {
		return nil
	}
	return &listedMeta{Aliases: tool.Aliases, Auth: tool.Auth, Scopes: tool.Scopes}
}
