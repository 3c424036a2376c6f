package schema

import (
	"math"
	"regexp"
	"slices"
	"strconv"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// setRules adds what buf.validate rules mean in JSON Schema. Rules that it cannot say, CEL expressions above all, are
// left to the service; a schema never refuses what the rules allow.
func setRules(object *jsonobject.Object, rules *validate.FieldRules) {
	if rules == nil {
		return
	}
	if rules.GetString() != nil {
		setStringRules(object, rules.GetString())
	} else if rules.GetBool().HasConst() {
		object.Set("const", rules.GetBool().GetConst())
	} else if numeric, ok := annotation.Numeric(rules); ok {
		setNumericRules(object, numeric)
	}
}

func setStringRules(object *jsonobject.Object, rules *validate.StringRules) {
	if rules.HasConst() {
		object.Set("const", rules.GetConst())
	}
	if len(rules.GetIn()) > 0 {
		object.Set("enum", anySlice(rules.GetIn()))
	}
	if len(rules.GetNotIn()) > 0 {
		object.Set("not", new(jsonobject.Object).Set("enum", rules.GetNotIn()))
	}
	if rules.HasLen() {
		object.Set("minLength", rules.GetLen()).Set("maxLength", rules.GetLen())
	}
	if rules.HasMinLen() {
		object.Set("minLength", rules.GetMinLen())
	}
	if rules.HasMaxLen() {
		object.Set("maxLength", rules.GetMaxLen())
	}
	if rules.HasPattern() && isPortable(rules.GetPattern()) {
		object.Set("pattern", rules.GetPattern())
	}
	if format := stringFormat(rules); format != "" {
		object.Set("format", format)
	}
	if len(rules.GetExample()) > 0 {
		object.Set("examples", rules.GetExample())
	}
}

func stringFormat(rules *validate.StringRules) string {
	switch {
	case rules.GetEmail():
		return "email"
	case rules.GetHostname():
		return "hostname"
	case rules.GetIpv4():
		return "ipv4"
	case rules.GetIpv6():
		return "ipv6"
	case rules.GetUri():
		return "uri"
	case rules.GetUriRef():
		return "uri-reference"
	case rules.GetUuid():
		return "uuid"
	}
	return ""
}

// notPortable finds what RE2, which buf.validate uses, writes otherwise than ECMA-262, which JSON Schema uses: flags
// and named groups, \A \z \Q \C \p, and classes such as [[:alpha:]].
var notPortable = regexp.MustCompile(`\(\?[^:]|\\[AzQECpPa]|\[\[:`)

func isPortable(pattern string) bool { return !notPortable.MatchString(pattern) }

func setNumericRules(object *jsonobject.Object, rules annotation.NumericRules) {
	if rules.Const != nil && representable(rules.Const) {
		object.Set("const", jsonNumber(rules.Const))
	}
	if len(rules.In) > 0 && !slices.ContainsFunc(rules.In, func(n any) bool { return !representable(n) }) {
		numbers := make([]any, len(rules.In))
		for i, number := range rules.In {
			numbers[i] = jsonNumber(number)
		}
		object.Set("enum", numbers)
	}
	if object.Get("type") == "string" || rules.Outside() {
		return // a 64-bit number is a string, which has no bounds
	}
	setBound(object, "minimum", rules.GreaterEqual)
	setBound(object, "exclusiveMinimum", rules.Greater)
	setBound(object, "maximum", rules.LessEqual)
	setBound(object, "exclusiveMaximum", rules.Less)
}

func setBound(object *jsonobject.Object, keyword string, number any) {
	if number != nil && representable(number) {
		object.Set(keyword, number)
	}
}

func representable(number any) bool {
	n := annotation.AsFloat(number)
	return !math.IsNaN(n) && !math.IsInf(n, 0)
}

// jsonNumber writes a number as protojson does: 64-bit integers as strings.
func jsonNumber(number any) any {
	switch n := number.(type) {
	case int64:
		return strconv.FormatInt(n, 10)
	case uint64:
		return strconv.FormatUint(n, 10)
	}
	return number
}

func enumAllows(rules *validate.EnumRules, number int32) bool {
	switch {
	case rules.HasConst():
		return number == rules.GetConst()
	case len(rules.GetIn()) > 0:
		return slices.Contains(rules.GetIn(), number)
	}
	return !slices.Contains(rules.GetNotIn(), number)
}

func anySlice(texts []string) []any {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return values
}
