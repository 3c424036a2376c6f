package annotation

import (
	"regexp"
	"slices"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// Scopes returns the scopes that a credential needs for an RPC: what its tool option says, else its scopes option, else the one
// derived of its package and of whether it reads. It is never empty.
func Scopes(method protoreflect.MethodDescriptor) []string {
	options, err := methodOptions(method)
	if err != nil {
		return []string{derivedScope(method, false)}
	}
	if proto.HasExtension(options, toolsv1.E_Tool) {
		tool := proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool)
		if said := tool.GetScopes(); len(said) > 0 {
			return slices.Clone(said)
		}
		return []string{derivedScope(method, tool.GetReadOnly())}
	}
	if said := proto.GetExtension(options, toolsv1.E_Scopes).([]string); len(said) > 0 {
		return slices.Clone(said)
	}
	return []string{derivedScope(method, reads(options))}
}

// Reads reports whether an RPC changes nothing: its tool is read-only, or it is no tool and has the HTTP method GET or
// NO_SIDE_EFFECTS.
func Reads(method protoreflect.MethodDescriptor) bool {
	options, err := methodOptions(method)
	if err != nil {
		return false
	}
	if proto.HasExtension(options, toolsv1.E_Tool) {
		return proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool).GetReadOnly()
	}
	return reads(options)
}

func reads(options *descriptorpb.MethodOptions) bool {
	if options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS {
		return true
	}
	rule, _ := proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
	return rule.GetGet() != ""
}

// packageDomain finds the last part of a package's name before the version.
var packageDomain = regexp.MustCompile(`([a-z0-9_]+)(?:\.v[0-9]+[a-z0-9]*)?$`)

func derivedScope(method protoreflect.MethodDescriptor, reads bool) string {
	domain := "calls"
	if found := packageDomain.FindStringSubmatch(string(method.ParentFile().Package())); found != nil {
		domain = found[1]
	}
	if reads {
		return domain + ":read"
	}
	return domain + ":write"
}
