package access

import (
	"context"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// input is the call that rules are asked about. It is a cel.Activation: a variable is computed when a rule names it.
type input struct {
	ctx       context.Context //nolint:containedctx // it lives as long as one decision
	caller    identity.Caller
	method    *Method
	arguments proto.Message
	clock     clock.Clock
	now       time.Time // in the caller's zone; zero until a rule asks
	shape     *shape
}

var _ cel.Activation = (*input)(nil)

func (d *Decider) input(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) *input {
	return &input{ctx: ctx, caller: caller, method: method, arguments: arguments, clock: d.clock}
}

// Parent returns nil: there are no other variables.
func (*input) Parent() cel.Activation { return nil }

// ResolveName returns the value of a variable.
func (in *input) ResolveName(name string) (any, bool) {
	if value, ok := in.method.values[name]; ok {
		return value, true
	}
	var value ref.Val
	switch about, _, _ := strings.Cut(name, "."); about {
	case "caller":
		value = in.ofCaller(name)
	case "time":
		value = in.ofTime(name)
	case "arguments":
		value = in.ofArguments(name)
	}
	return value, value != nil
}

func (in *input) ofCaller(name string) ref.Val {
	switch name {
	case "caller.user":
		return types.Int(in.caller.UserID)
	case "caller.anonymous":
		return types.Bool(in.caller.UserID == 0)
	case "caller.role":
		return types.String(in.role())
	case "caller.limited":
		return types.Bool(in.caller.Scopes.Limited())
	case "caller.scopes":
		return texts(in.caller.Scopes.Words())
	case "caller.issuer":
		return types.String(in.caller.Issuer)
	case "caller.address":
		return types.String(in.address())
	}
	return nil
}

// role is empty for an anonymous caller.
func (in *input) role() identity.Role {
	switch {
	case in.caller.UserID == 0:
		return ""
	case in.caller.Role == "":
		return identity.RoleUser
	}
	return in.caller.Role
}

// address is the caller's, as the edge said it, else that of who made the call here; empty when neither is known.
func (in *input) address() string {
	if in.caller.Address.IsValid() {
		return in.caller.Address.String()
	}
	if from, ok := peer.FromContext(in.ctx); ok && from.Addr != nil {
		if address, err := netip.ParseAddrPort(from.Addr.String()); err == nil {
			return address.Addr().Unmap().WithZone("").String()
		}
	}
	return ""
}

func (in *input) ofTime(name string) ref.Val {
	if in.now.IsZero() { // all rules see the same time
		in.now = in.clock.Now().In(in.caller.Zone())
	}
	switch name {
	case "time.now":
		return types.Timestamp{Time: in.now}
	case "time.zone":
		return types.String(in.now.Location().String())
	case "time.date":
		return types.String(in.now.Format(time.DateOnly))
	case "time.hour":
		return types.Int(in.now.Hour())
	case "time.minute":
		return types.Int(in.now.Minute())
	case "time.weekday":
		return types.Int((in.now.Weekday()+6)%7 + 1) // Monday is 1
	}
	return nil
}

func (in *input) ofArguments(name string) ref.Val {
	if name == "arguments.size" {
		if in.arguments == nil {
			return types.IntZero
		}
		return types.Int(proto.Size(in.arguments))
	}
	if in.shape == nil {
		in.shape = shapeOf(in.arguments)
	}
	switch name {
	case "arguments.names":
		return types.NewRefValList(types.DefaultTypeAdapter, in.shape.names)
	case "arguments.lengths":
		return types.NewRefValMap(types.DefaultTypeAdapter, in.shape.lengths)
	}
	return nil
}

// shape is what rules see of arguments: which there are, and how long. What they say is not for rules.
type shape struct {
	names   []ref.Val
	lengths map[ref.Val]ref.Val
}

func shapeOf(message proto.Message) *shape {
	s := &shape{lengths: map[ref.Val]ref.Val{}}
	if message == nil {
		return s
	}
	reflected := message.ProtoReflect()
	fields := reflected.Descriptor().Fields()
	for i := range fields.Len() { // in the order of the message, so that it is the same every time
		field := fields.Get(i)
		if !reflected.Has(field) {
			continue
		}
		var name ref.Val = types.String(field.Name())
		s.names = append(s.names, name)
		s.lengths[name] = types.Int(length(field, reflected.Get(field)))
	}
	return s
}

// length is how many characters a text has, how many elements a list or map, how many bytes a message or bytes; else 1.
func length(field protoreflect.FieldDescriptor, value protoreflect.Value) int {
	switch {
	case field.IsList():
		return value.List().Len()
	case field.IsMap():
		return value.Map().Len()
	case field.Kind() == protoreflect.StringKind:
		return utf8.RuneCountInString(value.String())
	case field.Kind() == protoreflect.BytesKind:
		return len(value.Bytes())
	case field.Message() != nil:
		return proto.Size(value.Message().Interface())
	}
	return 1
}
