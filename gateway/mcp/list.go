package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec/profile"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// listedTool is a tool in tools/list: the members of the protocol that are the same in every form, and the aliases.
type listedTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations annotations     `json:"annotations"`
	Aliases     []string        `json:"aliases,omitempty"`
	Meta        *listedMeta     `json:"_meta,omitempty"`
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
	once   sync.Once
	common []byte // without the brace at its end
	icon   *listedIcon
	output []byte // the whole schema; nil for none
	err    error
}

// listedIcon is a picture, at a URL or at a path of the server's.
type listedIcon struct {
	source   string
	atServer bool
}

// form is the form in which tools are listed.
type form struct {
	origin string // of the pictures with a path; empty lists none of them
	whole  bool   // output schemas say what the data are
}

type formKey struct{}

// withForm returns a request with the form in its context in which it is to be answered, if it lists tools.
func (s *Server) withForm(r *http.Request) *http.Request {
	asked := form{origin: s.options.Origin(r), whole: asksWhole(r)}
	return r.WithContext(context.WithValue(r.Context(), formKey{}, asked))
}

func formIn(ctx context.Context) form {
	asked, _ := ctx.Value(formKey{}).(form)
	return asked
}

// encoded returns the tool as it stands in tools/list.
func (t *Tool) encoded() (*listing, error) {
	t.listed.once.Do(func() { t.listed.err = t.listed.encode(t) })
	return &t.listed, t.listed.err
}

// appendListed appends the tool as it stands in tools/list.
func (t *Tool) appendListed(dst []byte, as form) ([]byte, error) {
	listed, err := t.encoded()
	if err != nil {
		return nil, err
	}
	dst = listed.icon.append(append(dst, listed.common...), as.origin)
	switch {
	case listed.output == nil:
	case as.whole:
		dst = append(append(dst, `,"outputSchema":`...), listed.output...)
	default:
		dst = append(dst, `,"outputSchema":`+shortSchema...)
	}
	return append(dst, '}'), nil
}

func (l *listing) encode(tool *Tool) (err error) {
	if !tool.OnlyContent {
		if l.output, err = outputSchema(tool.OutputSchema); err != nil {
			return fmt.Errorf("list the tool %s: %w", tool.Name, err)
		}
	}
	l.icon = iconOf(tool)
	text, err := encodeListed(tool)
	l.common = bytes.TrimSuffix(text, []byte{'}'})
	return err
}

// encodeListed encodes the tool with the schema of its arguments that every host of a model takes. They are checked by the exact one.
func encodeListed(tool *Tool) ([]byte, error) {
	input, _, err := profile.Listed(tool.InputSchema)
	if err != nil {
		return nil, fmt.Errorf("list the tool %s: %w", tool.Name, err)
	}
	text, err := compactjson.Marshal(listedTool{
		Name:        tool.Name,
		Title:       tool.Title,
		Description: tool.Description,
		InputSchema: schema.ShortenEnums(input),
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

func iconOf(tool *Tool) *listedIcon {
	if tool.Icon == "" {
		return nil
	}
	return &listedIcon{source: tool.Icon, atServer: strings.HasPrefix(tool.Icon, "/")}
}

// append appends the member icons. That a picture has no size, clients take for any; of what type it is, its URL or whoever serves it says.
func (i *listedIcon) append(dst []byte, origin string) []byte {
	if i == nil || i.atServer && origin == "" {
		return dst
	}
	dst = append(dst, `,"icons":[{"src":`...)
	if i.atServer {
		dst = appendString(dst, []byte(origin+i.source))
	} else {
		dst = appendString(dst, []byte(i.source))
	}
	return append(dst, `}]`...)
}

func metaOf(tool *Tool) *listedMeta {
	if len(tool.Aliases)+len(tool.Scopes) == 0 {
		return nil
	}
	return &listedMeta{Aliases: tool.Aliases, Auth: tool.Auth, Scopes: tool.Scopes}
}
