// Package profile writes the JSON Schema of a tool's arguments in the subset that every host of a model takes, for tools/list of MCP.
// What it writes accepts all that the exact schema accepts, but for what rules.yaml says is not offered; the exact schema stays what
// arguments are checked by. rules.yaml holds the rules, each with its source: Listed keeps them, and Check says which a schema breaks.
// strict.yaml holds what keeps a function from being strict besides.
package profile
