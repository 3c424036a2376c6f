package agreement_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var schemasTo = flag.String("schemas-to", "", "a folder for schemas and arguments, which e2e/hostschemas tries")

// made is how many generated tools are written besides the platform's.
const made = 300

// tried is what a validator has to say of arguments by a listed schema.
type tried struct {
	Value    json.RawMessage `json:"value"`
	Accepted bool            `json:"accepted"`
}

// TestWriteSchemas writes NAME.exact.json, NAME.listed.json and NAME.arguments.json of each tool, and all.listed.json, in which all of the
// platform's are one schema, as llama-server has them. e2e/hostschemas reads them.
func TestWriteSchemas(t *testing.T) {
	if *schemasTo == "" {
		t.Skip("for e2e/hostschemas: -schemas-to FOLDER")
	}
	var all []string
	for _, one := range ownTools(t) {
		tool := newListed(t, one)
		tool.write(t, one.tool.Name, *seed)
		all = append(all, fmt.Sprintf(`{"type":"object","properties":{"name":{"const":%q},"arguments":%s},"required":["name","arguments"]}`,
			one.tool.Name, tool.text))
	}
	writeFile(t, "all.listed.json", []byte(`{"anyOf":[`+strings.Join(all, ",")+`]}`))
	for i := range uint64(made) {
		newListed(t, generated(t, *seed+i)).write(t, fmt.Sprintf("made%d", i), *seed+i)
	}
}

func (l *listed) write(t *testing.T, name string, seed uint64) {
	t.Helper()
	writeFile(t, name+".exact.json", l.tool.InputSchema)
	writeFile(t, name+".listed.json", []byte(l.text))
	arguments := [][]byte{l.tool.ExampleArguments}
	for i := range uint64(30) {
		arguments = append(arguments, []byte(newArguments(seed+i).object(l.tool.Method().Input())))
	}
	all := []tried{}
	for _, raw := range arguments {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err == nil && !hasHugeNumber(value) {
			all = append(all, tried{raw, l.profile.Validate(value) == nil})
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, name+".arguments.json", text)
}

// hasHugeNumber reports whether a value has a number of which JavaScript reads another one.
func hasHugeNumber(value any) bool {
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		return err != nil || math.Abs(number) > 1<<53
	case []any:
		return slices.ContainsFunc(value, hasHugeNumber)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasHugeNumber)
	}
	return false
}

func writeFile(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(*schemasTo, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}
