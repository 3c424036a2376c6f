package rest

import (
	"bytes"
	"net/url"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

// checkArguments checks a REST request against the RPC's parameters, as strictly as a tool call: path, query and body
// together form one JSON object. If the body is not an object, that is the only violation, since the body may have
// contained anything. What it returns is the request.
func checkArguments(b *binding, path map[string]string, rawQuery string, body []byte) ([]byte, []apperr.Violation) {
	if wrong := checkBody(b, body); wrong != nil {
		return nil, wrong
	}
	query, err := url.ParseQuery(rawQuery)
	if err != nil { // the parsed part may be incomplete
		return nil, []apperr.Violation{{Message: "The query is malformed: write special characters as %XX, such as %25 for % and %3B for ;"}}
	}
	if b.path.Body != nil && len(body) > 0 {
		body = slices.Concat([]byte(`{"`+b.path.Body.TextName()+`":`), body, []byte{'}'})
	}
	joined := b.joined(path, query, body)
	arguments := joined.whole()
	violations := b.checkValues(arguments, append(joined.violations, b.arguments.Check(arguments)...))
	switch {
	case b.strange != nil:
	case b.path.HasBody && len(query) > 0: // which is checked, and nothing of the platform's own takes it
		arguments = b.joined(path, nil, body).whole()
	case !b.path.HasBody && len(body) > 0: // the same
		arguments = b.joined(path, query, nil).whole()
	}
	return arguments, violations
}

// joined joins a request's path, query and body.
func (b *binding) joined(path map[string]string, query url.Values, body []byte) *joining {
	joined := &joining{request: b.method.Input(), object: body}
	for name, value := range path {
		joined.add(name, []string{value})
	}
	for _, name := range sortedKeys(query) {
		if name != authn.UserIDArgument || b.method.Input().Fields().ByName(authn.UserIDArgument) != nil {
			joined.add(name, query[name])
		}
	}
	return joined
}

// checkValues adds the rules on values that are broken. Those of a stranger are only known of its tools, and bounded.
func (b *binding) checkValues(arguments []byte, found []apperr.Violation) []apperr.Violation {
	switch {
	case b.strange == nil:
		return toolspec.WithRules(dynamicpb.NewMessage(b.method.Input()), arguments, found)
	case b.strange.tool == nil:
		return found
	default:
		return b.strange.tool.CheckValues(arguments, found)
	}
}

// checkBody returns why a body is not a JSON object, in the words of a tool call. It returns nil for an object or an
// empty body.
func checkBody(b *binding, body []byte) []apperr.Violation {
	if len(body) == 0 {
		return nil
	}
	if malformed := toolspec.Malformed(body); malformed != "" {
		return []apperr.Violation{{Message: malformed}}
	}
	if bytes.TrimSpace(body)[0] != '{' {
		return b.arguments.Check(body)
	}
	return nil
}

// jsonValue converts path or query values to the JSON that the field would have in a body. Text that does not match
// the field's type becomes a string, so that the check can name the expected type.
func jsonValue(field protoreflect.FieldDescriptor, values []string) ([]byte, bool) {
	if field != nil && field.IsList() {
		var list []byte
		for _, value := range values {
			element, ok := toolspec.JSONScalar(field.Kind(), value)
			if !ok {
				return nil, false
			}
			list = append(append(list, ','), element...)
		}
		return slices.Concat([]byte{'['}, bytes.TrimPrefix(list, []byte{','}), []byte{']'}), true
	}
	if len(values) != 1 {
		return nil, false
	}
	kind := protoreflect.StringKind
	if field != nil {
		kind = field.Kind()
	}
	return toolspec.JSONScalar(kind, values[0])
}

func sortedKeys(values url.Values) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
