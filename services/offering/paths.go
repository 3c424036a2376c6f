package offering

import (
	"regexp"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// gatewayHolder is the holder of what the gateway itself serves.
const gatewayHolder = "the gateway"

// servedBelow is the first segment of paths that services may have: api, or a version such as v1. All other paths are for the
// gateway's pages and documents, those that a later release adds too.
var servedBelow = regexp.MustCompile(`^(api|v[0-9][a-z0-9]*)$`)

// gatewayAPI are the first segments of what the gateway itself serves below /api, by its own hand or of the registry, which
// registers nowhere.
var gatewayAPI = [][]string{
	{"api", "v1", "tools"}, {"api", "v1", "intents"}, {"api", "v1", "proto.zip"}, {"api", "v1", "gateway"}, {"api", "v1", "registry"},
}

// checkServed refuses REST paths that no gateway would serve: those that cannot be, that the definition has twice, and, of
// strangers, those that are the gateway's own.
func checkServed(candidate *catalog.Definition, owners ownership.Owners) error {
	seen := map[string]protoreflect.MethodDescriptor{}
	for _, service := range candidate.Manifest().Services {
		if ownership.IsInfrastructure(service.FullName()) {
			continue
		}
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			paths, err := toolspec.RESTPaths(method)
			if err != nil {
				return &InvalidError{Cause: err}
			}
			if len(paths) > 0 {
				if err := toolspec.CheckMessages(method); err != nil {
					return &InvalidError{Cause: err}
				}
			}
			for _, path := range paths {
				if err := checkPath(path.Template, method, seen); err != nil {
					return err
				}
				if !owners.Owns(candidate.Service) && isGateways(path.Template) {
					return &NameTakenError{
						Name: path.Template.String(), Holder: gatewayHolder, Claim: KindPath, Held: KindPath, By: method.FullName(),
					}
				}
			}
		}
	}
	return nil
}

// checkPath refuses a path that fits the same requests as one that was seen.
func checkPath(path toolspec.Template, method protoreflect.MethodDescriptor, seen map[string]protoreflect.MethodDescriptor) error {
	if other := seen[path.Shape()]; other != nil {
		return &InvalidError{Cause: toolspec.At(method, &sameShape{path, other.FullName()})}
	}
	seen[path.Shape()] = method
	return nil
}

type sameShape struct {
	path  toolspec.Template
	other protoreflect.FullName
}

func (e *sameShape) Error() string {
	return "the REST path " + e.path.String() + " fits the same requests as one of " + string(e.other)
}

// isGateways reports whether a path is one of the gateway's own, or would cover one.
func isGateways(path toolspec.Template) bool {
	segments := path.Segments()
	if !servedBelow.MatchString(segments[0]) {
		return true
	}
	return slices.ContainsFunc(gatewayAPI, func(own []string) bool {
		for i, segment := range own {
			switch {
			case i >= len(segments):
				return false
			case segments[i] == toolspec.AnySegments:
				return true
			case segments[i] != segment && segments[i] != toolspec.AnySegment:
				return false
			}
		}
		return true
	})
}
