package toolspec

import (
	"encoding/json"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
)

// WithRules returns the violations that CheckArguments found in a JSON object, followed by those of the rules on values
// that the other members break, so that a caller learns of everything at once. The request is an empty message of the
// arguments' type, which WithRules fills. Its rules are run, so they must be trusted; for those of others use
// Tool.CheckValues. Nothing is added when nothing was found, or when the text is not JSON.
func WithRules(request proto.Message, raw []byte, found []apperr.Violation) []apperr.Violation {
	if len(found) == 0 {
		return found
	}
	return withRules(request, raw, found, func(message proto.Message) error {
		Normalize(message)
		return protovalidate.Validate(message)
	})
}

func withRules(request proto.Message, raw []byte, found []apperr.Violation, validate func(proto.Message) error) []apperr.Violation {
	wrong := map[string]bool{}
	for _, violation := range found {
		wrong[topLevel(violation.Field)] = true
	}
	rest, ok := without(orEmpty(raw), wrong)
	if !ok || (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(rest, request) != nil {
		return found
	}
	for _, violation := range RuleViolations(validate(request)) {
		about := topLevel(violation.Field)
		if about == "" && len(wrong) > 0 { // what is about the whole may be for want of the rest
			continue
		}
		if !wrong[about] {
			found = append(found, violation)
		}
	}
	return found
}

// without returns a JSON object without its wrong members; false when the whole object is wrong.
func without(object []byte, wrong map[string]bool) ([]byte, bool) {
	if len(wrong) == 0 {
		return object, true
	}
	var members map[string]json.RawMessage
	if wrong[""] || json.Unmarshal(object, &members) != nil {
		return nil, false
	}
	for name := range wrong {
		delete(members, name)
	}
	rest, err := json.Marshal(members)
	return rest, err == nil
}

func orEmpty(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("{}")
	}
	return raw
}

// topLevel returns the first name of a path.
func topLevel(path string) string {
	if end := strings.IndexAny(path, ".["); end > 0 {
		return path[:end]
	}
	return path
}
