package toolspec

import (
	"encoding/json"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
)

// WithRules gives what CheckArguments found wrong with a JSON object, and after it the rules on values that the other
// members break, so that a caller learns of everything at once. The request is an empty message of the arguments' type,
// and is filled. Its rules are run, and so must not be a stranger's. Of a text that is no JSON, or when nothing was found,
// there is no more to say.
func WithRules(request proto.Message, raw []byte, found []apperr.Violation) []apperr.Violation {
	wrong := map[string]bool{}
	for _, violation := range found {
		wrong[topLevel(violation.Field)] = true
	}
	var members map[string]json.RawMessage
	if len(found) == 0 || wrong[""] || json.Unmarshal(orEmpty(raw), &members) != nil {
		return found
	}
	for name := range wrong {
		delete(members, name)
	}
	rest, err := json.Marshal(members)
	if err != nil || (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(rest, request) != nil {
		return found
	}
	Normalize(request)
	for _, violation := range RuleViolations(protovalidate.Validate(request)) {
		if about := topLevel(violation.Field); about != "" && !wrong[about] { // what is about the whole may be for want of the rest
			found = append(found, violation)
		}
	}
	return found
}

func orEmpty(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("{}")
	}
	return raw
}

// topLevel is the first name of a path.
func topLevel(path string) string {
	if end := strings.IndexAny(path, ".["); end > 0 {
		return path[:end]
	}
	return path
}
