package openapi

import (
	"cmp"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// addTool describes the call of a tool by its canonical name.
func (d *document) addTool(tool *toolspec.Tool) {
	arguments := content(d.components.refer(input, tool.Method().Input()))
	if tool.ExampleArguments != nil {
		body, _ := arguments.Get("application/json").(*jsonobject.Object)
		body.Set("example", tool.ExampleArguments)
	}
	data := new(jsonobject.Object).Set("data", d.components.refer(output, tool.Result()))
	result := new(jsonobject.Object).Set("allOf", []any{
		reference("schemas", "ToolResult"), new(jsonobject.Object).Set("type", "object").Set("properties", data),
	})
	operation := new(jsonobject.Object).
		Set("operationId", "callTool_"+tool.Name).
		Set("tags", []string{"tools"}).
		Set("summary", cmp.Or(tool.Title, tool.Name)).
		Set("description", tool.Description).
		Set("x-tool", tool.Name).
		Set("security", security(tool.Auth, tool.Scopes)).
		Set("requestBody", new(jsonobject.Object).
			Set("required", d.needsArguments(tool.Method().Input())).
			Set("content", arguments)).
		Set("responses", new(jsonobject.Object).
			Set("200", new(jsonobject.Object).
				Set("description", "The tool did what was asked.").
				Set("content", content(result))).
			Set("default", reference("responses", "ToolFailure")))
	d.at("/api/v1/tools/"+tool.Name).Set("post", operation)
}
