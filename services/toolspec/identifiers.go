package toolspec

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Identifiers returns the parameters of an RPC that name something that may not be there, so that it may answer
// NOT_FOUND: the variables of its REST paths, in order, and then those whose option says so. It is nil when there is
// none.
func Identifiers(method protoreflect.MethodDescriptor) ([]string, error) {
	paths, err := RESTPaths(method)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, path := range paths {
		names = append(names, path.Variables...)
	}
	fields := method.Input().Fields()
	for i := range fields.Len() {
		said, err := annotation.OfField(fields.Get(i))
		if err != nil {
			return nil, err
		}
		if said.Identifies {
			names = append(names, fields.Get(i).TextName())
		}
	}
	return firstOfEach(names), nil
}

// firstOfEach leaves out names that were there before.
func firstOfEach(names []string) []string {
	var kept []string
	for _, name := range names {
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}
