package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec/schema"
)

// A list tells a model some of many values, and everything else of a schema as it is, in its order.
func TestEnumsOfManyValuesAreShortened(t *testing.T) {
	values := func(n int) string {
		var quoted []string
		for i := range n {
			quoted = append(quoted, fmt.Sprintf(`"v%d"`, i+1))
		}
		return strings.Join(quoted, ",")
	}
	long := `{"type":"string","enum":[` + values(17) + `],"description":"Which.","default":"v2"}`
	const short = `{"type":"string","description":"Which. One of 17 values, such as v1, v2, v3, v4, v5, v6, v7, v8; ` +
		`any other text is answered with the nearest.","default":"v2"}`
	const wrap = `{"type":"object","properties":{"z":%s,"a":{"type":"array","items":%s},"m":{"type":"object","properties":{"x":%s}},` +
		`"n":{"type":"integer","enum":[1,2]}},"required":["z"],"additionalProperties":false}`
	few := `{"type":"string","enum":[` + values(16) + `]}`
	numbers := `{"type":"integer","enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}`
	for text, want := range map[string]string{
		fmt.Sprintf(wrap, long, long, long):         fmt.Sprintf(wrap, short, short, short),
		fmt.Sprintf(wrap, few, few, numbers):        fmt.Sprintf(wrap, few, few, numbers),
		`{"properties":{"enum":{"type":"string"}}}`: `{"properties":{"enum":{"type":"string"}}}`,
		`true`: `true`, ``: ``, `{"properties":[1],"items":2,"enum":3}`: `{"properties":[1],"items":2,"enum":3}`,
	} {
		if got := schema.ShortenEnums(json.RawMessage(text)); string(got) != want {
			t.Errorf("%s becomes\n%s, want\n%s", text, got, want)
		}
	}
}
