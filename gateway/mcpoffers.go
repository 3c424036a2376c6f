package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"mime"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/completion"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// mcpOffers offers the routed prompts and resources to the MCP edge. They are called as tools are.
type mcpOffers struct {
	tools *toolclient.Client
	audit *audit.Edge
	last  atomic.Pointer[describedOffers]
}

// describedOffers are the prompts and resources of a routing table, in its order.
type describedOffers struct {
	table     *routing.Table
	prompts   []*mcp.Prompt
	resources []*mcp.Resource
	routes    map[*mcp.Resource]*routing.Route
}

func (o *mcpOffers) Prompts() []*mcp.Prompt     { return o.described().prompts }
func (o *mcpOffers) Resources() []*mcp.Resource { return o.described().resources }

// described returns the same until the table changes.
func (o *mcpOffers) described() *describedOffers {
	table := o.tools.Table()
	if last := o.last.Load(); last != nil && last.table == table {
		return last
	}
	made := &describedOffers{table: table, routes: map[*mcp.Resource]*routing.Route{}}
	for _, prompt := range table.Prompts() {
		made.prompts = append(made.prompts, promptOf(prompt))
	}
	for _, resource := range table.Resources() {
		described := &mcp.Resource{
			URI: resource.URI.Text, Name: resource.Name, Title: resource.Title, Description: resource.Description,
			MIMEType: resource.MIMEType, Template: resource.IsTemplate(),
		}
		made.resources = append(made.resources, described)
		made.routes[described] = resource.Route
	}
	slices.SortFunc(made.resources, func(a, b *mcp.Resource) int { return cmp.Compare(a.URI, b.URI) })
	o.last.Store(made)
	return made
}

func promptOf(prompt *routing.Prompt) *mcp.Prompt {
	described := &mcp.Prompt{Name: prompt.Name, Title: prompt.Title, Description: prompt.Description}
	for _, argument := range prompt.Arguments {
		described.Arguments = append(described.Arguments, mcp.Argument{
			Name: argument.Name, Description: argument.Description, Required: argument.Required,
		})
	}
	return described
}

func (o *mcpOffers) VisiblePrompts(ctx context.Context) []*mcp.Prompt {
	described, sees := o.described(), o.tools.Sees(ctx)
	var visible []*mcp.Prompt
	for i, prompt := range described.prompts {
		if sees(described.table.Prompts()[i].Route) {
			visible = append(visible, prompt)
		}
	}
	return visible
}

func (o *mcpOffers) VisibleResources(ctx context.Context) []*mcp.Resource {
	described, sees := o.described(), o.tools.Sees(ctx)
	var visible []*mcp.Resource
	for _, resource := range described.resources {
		if sees(described.routes[resource]) {
			visible = append(visible, resource)
		}
	}
	return visible
}

// Asks finds the RPC of a prompt or a resource.
func (o *mcpOffers) Asks(call mcp.Called) bool {
	switch table := o.tools.Table(); call.Method {
	case mcp.GetsPrompt:
		prompt := table.Prompt(call.Name)
		return prompt != nil && prompt.Route.Talk.Asks()
	case mcp.ReadsResource:
		resource, _ := table.Resource(call.Name)
		return resource != nil && resource.Route.Talk.Asks()
	default:
		return false
	}
}

// Get calls the RPC of a prompt.
func (o *mcpOffers) Get(ctx context.Context, name string, given map[string]string) ([]*toolsv1.Turn, string, *apperr.Error) {
	prompt := o.tools.Table().Prompt(name)
	if prompt == nil {
		return nil, "", apperr.NotFound("there is no prompt %q", clipped(name))
	}
	answer, failed := o.call(ctx, prompt.Route, prompt.Arguments, given)
	if failed != nil {
		return nil, "", failed
	}
	var turns []*toolsv1.Turn
	for _, text := range elements(answer, prompt.Turns) {
		turn := &toolsv1.Turn{}
		if err := readAnswer(text, turn); err != nil {
			return nil, "", apperr.Internal(err)
		}
		turns = append(turns, turn)
	}
	return turns, prompt.Description, nil
}

// Read calls the RPC of a resource.
func (o *mcpOffers) Read(ctx context.Context, uri string) ([]*toolsv1.Resource, *apperr.Error) {
	resource, values := o.tools.Table().Resource(uri)
	if resource == nil {
		return nil, noResource()
	}
	answer, failed := o.call(ctx, resource.Route, resource.Arguments, values)
	if failed != nil {
		return nil, failed
	}
	contents, err := contentsOf(resource, answer)
	if err != nil {
		return nil, apperr.Internal(err)
	}
	for _, content := range contents {
		content.Uri, content.MimeType = cmp.Or(content.GetUri(), uri), cmp.Or(content.GetMimeType(), resource.MIMEType)
	}
	return contents, nil
}

func noResource() *apperr.Error { return apperr.NotFound("Resource not found") }

// Changes tells of a resource that the caller cannot see what it tells of one that there is not.
func (o *mcpOffers) Changes(ctx context.Context, uri string) (bool, *apperr.Error) {
	resource, _ := o.tools.Table().Resource(uri)
	if resource == nil || !o.tools.Sees(ctx)(resource.Route) {
		return false, noResource()
	}
	return resource.Changes, nil
}

// Complete returns the values that the rules of an argument name, or what the RPC that completes it says.
func (o *mcpOffers) Complete(ctx context.Context, completing mcp.Completing) (mcp.Completed, *apperr.Error) {
	arguments, completers, route := o.argumentsOf(completing.Of)
	if route == nil || !o.tools.Sees(ctx)(route) {
		return mcp.Completed{}, apperr.NotFound("there is no prompt and no resource of this name: take it as it stands in the list")
	}
	at := slices.IndexFunc(arguments, func(argument toolspec.Argument) bool { return argument.Name == completing.Argument })
	if at < 0 {
		return mcp.Completed{}, apperr.NotFound("there is no argument %q", clipped(completing.Argument))
	}
	if completer := completers[completing.Argument]; completer != nil {
		return o.completed(ctx, completer, completing)
	}
	meant := completion.Of(completing.Value)
	for _, value := range arguments[at].Values {
		meant.Add(value, value)
	}
	return mcp.Completed{Values: meant.Values()}, nil
}

// argumentsOf returns the arguments of a prompt or a resource, what completes them, and its route; a nil route if there is none.
func (o *mcpOffers) argumentsOf(of mcp.Reference) ([]toolspec.Argument, map[string]*routing.Route, *routing.Route) {
	table := o.tools.Table()
	if of.Prompt != "" {
		if prompt := table.Prompt(of.Prompt); prompt != nil {
			return prompt.Arguments, prompt.Completers, prompt.Route
		}
		return nil, nil, nil
	}
	if resource := table.ResourceOf(of.URI); resource != nil {
		return resource.Arguments, resource.Completers, resource.Route
	}
	return nil, nil, nil
}

func (o *mcpOffers) completed(ctx context.Context, completer *routing.Route, completing mcp.Completing) (mcp.Completed, *apperr.Error) {
	request, err := protojson.Marshal(&toolsv1.CompleteRequest{
		Parameter: completing.Argument, Value: completing.Value, Given: completing.Given,
	})
	if err != nil { // text that is not UTF-8
		return mcp.Completed{}, apperr.Invalid(apperr.Violation{Field: completing.Argument, Message: "Expected valid UTF-8"})
	}
	answer, failed := o.do(ctx, completer, request)
	if failed != nil {
		return mcp.Completed{}, failed
	}
	response := &toolsv1.CompleteResponse{}
	if err := readAnswer(answer, response); err != nil {
		return mcp.Completed{}, apperr.Internal(err)
	}
	return mcp.Completed{Values: response.GetValues(), Total: int(response.GetTotal())}, nil
}

// call calls a route with arguments that were given as text.
func (o *mcpOffers) call(
	ctx context.Context, route *routing.Route, known []toolspec.Argument, given map[string]string,
) (json.RawMessage, *apperr.Error) {
	arguments, err := toolspec.GivenArguments(known, given)
	if err != nil {
		return nil, apperr.Invalid(apperr.Violation{Message: err.Error()})
	}
	return o.do(ctx, route, arguments)
}

func (o *mcpOffers) do(ctx context.Context, route *routing.Route, arguments []byte) (json.RawMessage, *apperr.Error) {
	return o.tools.Do(o.audit.Through(ctx, audit.DoorMCP), route, route.Name, arguments)
}

// contentsOf returns the contents of a resource in the answer of its RPC.
func contentsOf(resource *routing.Resource, answer json.RawMessage) ([]*toolsv1.Resource, error) {
	if resource.IsFile {
		file := &httpbody.HttpBody{}
		if err := readAnswer(answer, file); err != nil {
			return nil, err
		}
		return []*toolsv1.Resource{fileContents(file)}, nil
	}
	if resource.Contents == "" {
		return []*toolsv1.Resource{{Content: &toolsv1.Resource_Text{Text: string(answer)}}}, nil
	}
	var contents []*toolsv1.Resource
	for _, text := range elements(answer, resource.Contents) {
		content := &toolsv1.Resource{}
		if err := readAnswer(text, content); err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

// fileContents returns a file as text if it is some, else as bytes.
func fileContents(file *httpbody.HttpBody) *toolsv1.Resource {
	kind, _, err := mime.ParseMediaType(file.GetContentType())
	isText := err == nil && (strings.HasPrefix(kind, "text/") || kind == "application/json")
	contents := &toolsv1.Resource{MimeType: file.GetContentType()}
	if isText && utf8.Valid(file.GetData()) {
		contents.Content = &toolsv1.Resource_Text{Text: string(file.GetData())}
	} else {
		contents.Content = &toolsv1.Resource_Blob{Blob: file.GetData()}
	}
	return contents
}

// elements returns the elements of a list in a JSON object, or the one value if it is none.
func elements(object json.RawMessage, field string) []json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	var list []json.RawMessage
	switch value := members[field]; {
	case value == nil || string(value) == "null":
		return nil
	case json.Unmarshal(value, &list) == nil:
		return list
	default:
		return []json.RawMessage{value}
	}
}

// readAnswer reads a message that a service answered. What a newer contract has in it is left out.
func readAnswer(text json.RawMessage, into proto.Message) error {
	return protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(text, into)
}

// clipped shortens a name that a client made up.
func clipped(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
