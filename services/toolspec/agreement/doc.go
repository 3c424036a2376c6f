// Package agreement holds the test that the JSON Schema of a tool's arguments and the rules by which they are checked say the same: what
// one accepts, the other does. testdata/unsaid.json lists the rules that JSON Schema cannot say.
package agreement
