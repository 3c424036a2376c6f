package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// What structuredContent holds is a ToolResult, so that is what the output schema of a tool describes: success and
// failure alike, as clients validate both. There is no $schema in it: older clients know only earlier drafts by name.
const (
	resultSchemaHead = `{"type":"object","properties":{` +
		`"success":{"type":"boolean"},` +
		`"data":{"anyOf":[`
	resultSchemaTail = `,{"type":"null"}]},` +
		`"error":{"type":["string","null"],"description":"A code such as VALIDATION_ERROR; null on success."},` +
		`"error_message":{"type":["string","null"],"description":"What is wrong, in one sentence; null on success."},` +
		`"available_tools":{"type":"array","items":{"type":"string"}},` +
		`"violations":{"type":"array","items":{"type":"object","properties":{` +
		`"field":{"type":"string"},"message":{"type":"string"}},"required":["field","message"]}}},` +
		`"required":["success","data","error","error_message"]}`
	// dataSchemaPath is where the schema of the data stands in that of the result.
	dataSchemaPath = `/properties/data/anyOf/0`
)

// outputSchema is the schema of a ToolResult whose data has the schema; without one, of any object. References in it
// are relative to its own root, and are made relative to the new one.
func outputSchema(data json.RawMessage) (json.RawMessage, error) {
	if len(data) == 0 {
		data = json.RawMessage(`{"type":"object"}`)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return nil, fmt.Errorf("its output schema is no JSON: %w", err)
	}
	moved := bytes.ReplaceAll(compact.Bytes(), []byte(`"$ref":"#`), []byte(`"$ref":"#`+dataSchemaPath))
	schema := make(json.RawMessage, 0, len(resultSchemaHead)+len(moved)+len(resultSchemaTail))
	schema = append(schema, resultSchemaHead...)
	schema = append(schema, moved...)
	return append(schema, resultSchemaTail...), nil
}
