package access

import (
	"slices"

	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/transcode"
)

// Most rules about arguments ask whether there is one, and whether it is too long. Each such question is looked up in the request at
// once, where CEL would resolve a variable, qualify it and find a function. What is not answered at once is asked of CEL: an argument
// that there is not, a decision without arguments, and a question within a macro, which has variables of its own.

// shortened replaces such a question in the plan of a rule.
func shortened(node interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	call, ok := node.(interpreter.InterpretableCall)
	if !ok || len(call.Args()) != 2 {
		return node, nil
	}
	left, right := call.Args()[0], call.Args()[1]
	if name, ok := constant[types.String](left); ok && call.Function() == operators.In && isVariable(right, "arguments.names") {
		return &isGiven{call, protoreflect.Name(name)}, nil
	}
	holds, known := comparisons[call.Function()]
	name, indexed := indexOf(left, "arguments.lengths")
	if most, ok := constant[types.Int](right); ok && known && indexed {
		return &isLong{call, protoreflect.Name(name), holds, most}, nil
	}
	return node, nil
}

// isGiven is the question 'name' in arguments.names.
type isGiven struct {
	interpreter.InterpretableCall
	name protoreflect.Name
}

// Exec implements interpreter.InterpretableV2.
func (q *isGiven) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	if yes, known := q.Answer(frame.Activation); known {
		return types.Bool(yes)
	}
	return q.InterpretableCall.Exec(frame)
}

// Answer implements policy.Direct.
func (q *isGiven) Answer(of any) (yes, known bool) {
	in, ok := of.(*input)
	if !ok || in.arguments == nil {
		return false, false
	}
	field, _ := transcode.Find(in.arguments, q.name)
	return field != nil, true
}

// isLong is a question such as arguments.lengths['name'] <= 100.
type isLong struct {
	interpreter.InterpretableCall
	name  protoreflect.Name
	holds func(length, than types.Int) bool
	than  types.Int
}

// Exec implements interpreter.InterpretableV2.
func (q *isLong) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	if yes, known := q.Answer(frame.Activation); known {
		return types.Bool(yes)
	}
	return q.InterpretableCall.Exec(frame)
}

// Answer implements policy.Direct.
func (q *isLong) Answer(of any) (yes, known bool) {
	in, ok := of.(*input)
	if !ok || in.arguments == nil {
		return false, false
	}
	field, value := transcode.Find(in.arguments, q.name)
	if field == nil {
		return false, false
	}
	return q.holds(length(field, value), q.than), true
}

var comparisons = map[string]func(length, than types.Int) bool{
	operators.Less:          func(length, than types.Int) bool { return length < than },
	operators.LessEquals:    func(length, than types.Int) bool { return length <= than },
	operators.Greater:       func(length, than types.Int) bool { return length > than },
	operators.GreaterEquals: func(length, than types.Int) bool { return length >= than },
	operators.Equals:        func(length, than types.Int) bool { return length == than },
	operators.NotEquals:     func(length, than types.Int) bool { return length != than },
}

// constant returns the value of a constant of a type.
func constant[T ref.Val](node interpreter.InterpretableV2) (value T, ok bool) {
	if fixed, is := node.(interpreter.InterpretableConst); is {
		value, ok = fixed.Value().(T)
	}
	return value, ok
}

// isVariable reports whether a node is a variable as a whole.
func isVariable(node interpreter.InterpretableV2, name string) bool {
	qualifiers, ok := qualifiersOf(node, name)
	return ok && len(qualifiers) == 0
}

// indexOf returns the key by which a variable is indexed, if that is a constant.
func indexOf(node interpreter.InterpretableV2, name string) (key types.String, ok bool) {
	qualifiers, ok := qualifiersOf(node, name)
	if !ok || len(qualifiers) != 1 || qualifiers[0].IsOptional() {
		return "", false
	}
	if by, is := qualifiers[0].(interpreter.ConstantQualifier); is {
		key, ok = by.Value().(types.String)
		return key, ok
	}
	return "", false
}

func qualifiersOf(node interpreter.InterpretableV2, name string) ([]interpreter.Qualifier, bool) {
	variable, ok := node.(interpreter.InterpretableAttribute)
	if !ok {
		return nil, false
	}
	named, ok := variable.Attr().(interpreter.NamespacedAttribute)
	if !ok || !slices.Equal(named.CandidateVariableNames(), []string{name}) {
		return nil, false
	}
	return named.Qualifiers(), true
}
