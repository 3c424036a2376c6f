package matrix

import (
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// rule is what the annotations of an RPC say about who may call it. It is read here from the options themselves, by what
// tool.proto promises, and not by the code that decides in the platform.
type rule struct {
	auth toolsv1.Auth
	// scopes are asked of whoever calls; nil when none are.
	scopes []string
}

func ruleOf(method protoreflect.MethodDescriptor) rule {
	options := method.Options()
	tool, _ := proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool)
	auth, _ := proto.GetExtension(options, toolsv1.E_Auth).(toolsv1.Auth)
	scopes, _ := proto.GetExtension(options, toolsv1.E_Scopes).([]string)
	reads := readsByOptions(options)
	if proto.HasExtension(options, toolsv1.E_Tool) {
		auth, scopes, reads = tool.GetAuth(), tool.GetScopes(), tool.GetReadOnly()
	}
	if auth == toolsv1.Auth_AUTH_UNSPECIFIED {
		auth = toolsv1.Auth_AUTH_REQUIRED
	}
	if len(scopes) == 0 {
		scopes = []string{derivedScope(method, reads)}
	}
	switch {
	case auth == toolsv1.Auth_AUTH_NONE:
		scopes = nil
	case auth == toolsv1.Auth_AUTH_OPTIONAL && onlyReads(scopes):
		scopes = nil // reading what anybody may read needs no scope
	}
	return rule{auth, scopes}
}

func readsByOptions(options proto.Message) bool {
	http, _ := proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
	method, _ := options.(*descriptorpb.MethodOptions)
	return http.GetGet() != "" || method.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
}

// derivedScope returns the last part of the package's name before the version, with what is done.
func derivedScope(method protoreflect.MethodDescriptor, reads bool) string {
	parts := strings.Split(string(method.ParentFile().Package()), ".")
	domain := parts[len(parts)-2]
	if reads {
		return domain + ":read"
	}
	return domain + ":write"
}

func onlyReads(scopes []string) bool {
	for _, scope := range scopes {
		if !strings.HasSuffix(scope, ":read") {
			return false
		}
	}
	return true
}

func (r rule) needsUser() bool {
	return r.auth == toolsv1.Auth_AUTH_REQUIRED || r.auth == toolsv1.Auth_AUTH_ADMIN
}

// verdict is what happens to a call.
type verdict string

const (
	letIn      verdict = "is let in"
	signIn     verdict = "must sign in"
	forbidden  verdict = "is forbidden"
	lacksScope verdict = "lacks a scope"
	notFound   verdict = "finds nothing"
	failed     verdict = "gets a failure"
	unreadable verdict = "is refused for its arguments"
)

// expected returns what happens to a caller's call of a method about somebody's things.
func (r rule) expected(c caller, about things) verdict {
	switch {
	case c.unproven:
		return signIn
	case r.needsUser() && c.person == nil:
		return signIn
	case r.auth == toolsv1.Auth_AUTH_ADMIN && !c.isAdmin():
		return forbidden
	case len(r.scopes) > 0 && c.lacks(r.scopes):
		return lacksScope
	case about.names && !c.is(about.owner) && !c.isAdmin():
		return forbidden
	case about.owned && !c.is(about.owner) && !about.names:
		return notFound
	default:
		return letIn
	}
}
