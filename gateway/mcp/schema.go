package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The output schema of a tool describes the ToolResult in structuredContent, for success and failure alike, since clients
// validate both. It has no $schema, because older clients only know the names of earlier drafts.
const (
	resultSchemaHead = `{"type":"object","properties":{` +
		`"success":{"type":"boolean"},` +
		`"data":{"anyOf":[`
	resultSchemaTail = `,{"type":"null"}]},` +
		`"error":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"A code such as VALIDATION_ERROR; null on success."},` +
		`"error_message":{"anyOf":[{"type":"string"},{"type":"null"}],` +
		`"description":"What is wrong, in one sentence; null on success."},` +
		`"available_tools":{"type":"array","items":{"type":"string"}},` +
		`"violations":{"type":"array","items":{"type":"object","properties":{` +
		`"field":{"type":"string"},"message":{"type":"string"}},"required":["field","message"]}}},` +
		`"required":["success","data","error","error_message"]}`
	// dataSchemaPath is the location of the data's schema within the result's.
	dataSchemaPath = `/properties/data/anyOf/0`
)

// shortSchema is the output schema of every tool unless a client asks for the whole one: what its result is, whatever the data are.
// Lists repeat it for each tool, so it says no more than of what type the member is by which a client branches, and that each says whether
// it failed.
const shortSchema = `{"type":"object","properties":{"success":{"type":"boolean"}},"required":["error"]}`

// outputSchema returns the schema of a ToolResult with this schema of its data, or of any object without one.
// References in it are relative to its own root, and are rewritten for the new one.
func outputSchema(data json.RawMessage) (json.RawMessage, error) {
	if len(data) == 0 {
		data = json.RawMessage(`{"type":"object"}`)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return nil, fmt.Errorf("the output schema is not JSON: %w", err)
	}
	moved := bytes.ReplaceAll(compact.Bytes(), []byte(`"$ref":"#`), []byte(`"$ref":"#`+dataSchemaPath))
	schema := make(json.RawMessage, 0, len(resultSchemaHead)+len(moved)+len(resultSchemaTail))
	schema = append(schema, resultSchemaHead...)
	schema = append(schema, moved...)
	return append(schema, resultSchemaTail...), nil
}
