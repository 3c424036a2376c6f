package audit

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Method is what the audit needs to know of an RPC.
type Method struct {
	// Tool is the canonical name of the tool that it is, or its full name, package.Service/Method.
	Tool string
	// Recorded reports whether its calls are recorded whatever becomes of them: it may change something.
	Recorded bool
	// Never reports whether not even refusals are recorded, and Administrators whether all that these do is.
	Never, Administrators bool
	// linked reports whether its descriptor is linked.
	linked bool
}

// Describe returns what the options of an RPC say.
func Describe(rpc protoreflect.MethodDescriptor) Method {
	options := rpc.Options()
	m := Method{Tool: string(rpc.Parent().FullName()) + "/" + string(rpc.Name()), Recorded: true, linked: true}
	if standard, ok := options.(*descriptorpb.MethodOptions); ok {
		m.Recorded = standard.GetIdempotencyLevel() != descriptorpb.MethodOptions_NO_SIDE_EFFECTS
	}
	if tool, _ := proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool); tool != nil {
		m.Tool, m.Recorded = tool.GetName(), m.Recorded && !tool.GetReadOnly()
	}
	switch proto.GetExtension(options, toolsv1.E_Audit) {
	case toolsv1.Audit_AUDIT_REFUSALS:
		m.Recorded = false
	case toolsv1.Audit_AUDIT_NEVER:
		m.Recorded, m.Never = false, true
	case toolsv1.Audit_AUDIT_ADMINISTRATORS:
		m.Administrators = true
	}
	return m
}

// Records reports whether a call is recorded that ended with err, nil for success.
func (m Method) Records(caller identity.Caller, err *apperr.Error) bool {
	return m.Recorded || m.Administrators && caller.IsAdmin() || !m.Never && IsRefusal(err)
}

// methods describes the RPCs of linked files, by full method name, "/package.Service/Method".
var methods sync.Map

// MethodOf describes the RPC with a full method name, "/package.Service/Method". One that is not linked is recorded, for
// what is not known may change something.
func MethodOf(full string) Method {
	if known, ok := methods.Load(full); ok {
		return known.(Method)
	}
	name := strings.TrimPrefix(full, "/")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(strings.ReplaceAll(name, "/", ".")))
	rpc, ok := found.(protoreflect.MethodDescriptor)
	if err != nil || !ok {
		return Method{Tool: name, Recorded: true} // not stored: names of strangers have no bound
	}
	described := Describe(rpc)
	methods.Store(full, described)
	return described
}
