package access

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"

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
	names     names     // of the arguments, once a rule asks
	lengths   lengths
}

var _ cel.Activation = (*input)(nil)

// input returns the input for a call, which is to be released. Nothing that a rule answers refers to it.
func (d *Decider) input(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) *input {
	in := inputs.Get().(*input)
	*in = input{ctx: ctx, caller: caller, method: method, arguments: arguments, clock: d.clock}
	return in
}

func (in *input) release() {
	*in = input{}
	inputs.Put(in)
}

// inputs are used again, since callers wait while memory is cleared for another.
var inputs = sync.Pool{New: func() any { return new(input) }}

// Parent returns nil: there are no other variables.
func (*input) Parent() cel.Activation { return nil }

// ResolveName returns the value of a variable.
func (in *input) ResolveName(name string) (any, bool) {
	var value ref.Val
	switch about, _, _ := strings.Cut(name, "."); about {
	case "tool":
		value = in.method.value(name)
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
	switch name {
	case "arguments.names":
		if in.arguments == nil {
			return noNames
		}
		in.names.request = in.arguments
		return &in.names
	case "arguments.lengths":
		if in.arguments == nil {
			return noLengths
		}
		in.lengths.request = in.arguments
		return &in.lengths
	case "arguments.size":
		if in.arguments == nil {
			return types.IntZero
		}
		return types.Int(proto.Size(in.arguments))
	}
	return nil
}

// Without arguments.
var (
	noNames   = texts(nil)
	noLengths = types.NewRefValMap(types.DefaultTypeAdapter, nil)
)
