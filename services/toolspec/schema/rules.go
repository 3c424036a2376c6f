package schema

import (
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
)

func enumAllows(rules *validate.EnumRules, number int32) bool {
	switch {
	case rules.HasConst() && number != rules.GetConst():
		return false
	case len(rules.GetIn()) > 0 && !slices.Contains(rules.GetIn(), number):
		return false
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
