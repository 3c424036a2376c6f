package schema

import (
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// maxRelation is how many parts an expression may have to be said; more would make the schema long.
const maxRelation = 64

// relationEnv parses rules. Nothing is checked or run in it.
var relationEnv = sync.OnceValues(func() (*cel.Env, error) { return cel.NewEnv() })

// relationOf returns the schema that says of a message what an expression in CEL does; nil for one that JSON Schema cannot say.
func relationOf(message protoreflect.MessageDescriptor, expression string) *jsonobject.Object {
	env, err := relationEnv()
	if err != nil {
		return nil
	}
	parsed, issues := env.Parse(expression)
	if issues.Err() != nil {
		return nil
	}
	r := &relation{message: message}
	return r.rule(parsed.NativeRep().Expr())
}

// relation turns an expression about the members of a message into a schema. Each of its methods returns nil for what cannot be said.
type relation struct {
	message protoreflect.MessageDescriptor
	parts   int
}

// rule reads a whole rule: what must hold, or a text that says what is wrong, empty for nothing.
func (r *relation) rule(e ast.Expr) *jsonobject.Object {
	if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional {
		condition, then, otherwise := e.AsCall().Args()[0], e.AsCall().Args()[1], e.AsCall().Args()[2]
		if right, ok := textIn(then); ok {
			wrong, ok := textIn(otherwise)
			switch {
			case !ok, (right == "") == (wrong == ""):
				return nil
			case right == "":
				return r.holds(condition)
			}
			return negation(r.holds(condition))
		}
	}
	return r.holds(e)
}

// holds is the schema of what an expression holds for.
func (r *relation) holds(e ast.Expr) *jsonobject.Object {
	if r.parts++; r.parts > maxRelation {
		return nil
	}
	switch e.Kind() {
	case ast.CallKind:
		return r.call(e.AsCall())
	case ast.SelectKind:
		field := r.member(e)
		switch {
		case field == nil:
		case e.AsSelect().IsTestOnly():
			return presence(field)
		case field.Kind() == protoreflect.BoolKind && isSingle(field):
			return equal(field, true)
		}
	}
	return nil
}

func (r *relation) call(call ast.CallExpr) *jsonobject.Object {
	args := call.Args()
	switch call.FunctionName() {
	case operators.LogicalAnd:
		return combined("allOf", r.holds(args[0]), r.holds(args[1]))
	case operators.LogicalOr:
		return combined("anyOf", r.holds(args[0]), r.holds(args[1]))
	case operators.LogicalNot:
		return negation(r.holds(args[0]))
	case operators.Conditional:
		return conditional(r.holds(args[0]), r.holds(args[1]), r.holds(args[2]))
	case operators.Equals:
		return r.equals(args[0], args[1])
	case operators.NotEquals:
		return negation(r.equals(args[0], args[1]))
	case operators.In:
		return r.in(args[0], args[1])
	}
	return nil
}

func (r *relation) equals(a, b ast.Expr) *jsonobject.Object {
	if a.Kind() == ast.LiteralKind {
		a, b = b, a
	}
	field := r.member(a)
	if field == nil || a.AsSelect().IsTestOnly() || b.Kind() != ast.LiteralKind {
		return nil
	}
	value, ok := valueIn(b, field)
	if !ok {
		return nil
	}
	return equal(field, value)
}

// in is the schema of a text that is one of several.
func (r *relation) in(a, list ast.Expr) *jsonobject.Object {
	field := r.member(a)
	if field == nil || a.AsSelect().IsTestOnly() || list.Kind() != ast.ListKind || list.AsList().Size() == 0 {
		return nil
	}
	var one []*jsonobject.Object
	for _, element := range list.AsList().Elements() {
		value, ok := valueIn(element, field)
		if !ok {
			return nil
		}
		one = append(one, equal(field, value))
	}
	return combined("anyOf", one...)
}

// member is the member of the message that an expression selects.
func (r *relation) member(e ast.Expr) protoreflect.FieldDescriptor {
	if e.Kind() != ast.SelectKind {
		return nil
	}
	of := e.AsSelect().Operand()
	if of.Kind() != ast.IdentKind || of.AsIdent() != "this" {
		return nil
	}
	return r.message.Fields().ByName(protoreflect.Name(e.AsSelect().FieldName()))
}

func textIn(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

// valueIn is a literal as JSON has it in a field, if the field's values are compared in JSON as they are in CEL.
func valueIn(e ast.Expr, field protoreflect.FieldDescriptor) (any, bool) {
	if e.Kind() != ast.LiteralKind || !isSingle(field) || isChangedFirst(field) {
		return nil, false
	}
	switch value := e.AsLiteral().(type) {
	case types.String:
		return string(value), field.Kind() == protoreflect.StringKind
	case types.Bool:
		return bool(value), field.Kind() == protoreflect.BoolKind
	case types.Int:
		return int64(value), isShortInteger(field.Kind()) && !isUnsigned(field.Kind())
	case types.Uint:
		return uint64(value), isUnsigned(field.Kind())
	}
	return nil, false
}

func isSingle(field protoreflect.FieldDescriptor) bool {
	return !field.IsList() && !field.IsMap() && field.Message() == nil && !field.HasDefault()
}

// isChangedFirst reports whether what is written in a field is not what its rules see.
func isChangedFirst(field protoreflect.FieldDescriptor) bool {
	said, err := annotation.OfField(field)
	return err != nil || said.Trim || said.ToWellFormed
}

// equal is the schema of a message whose member has a value. One that is left out has the zero value.
func equal(field protoreflect.FieldDescriptor, value any) *jsonobject.Object {
	object := new(jsonobject.Object)
	if !isZero(value) {
		object.Set("required", []string{field.TextName()})
	}
	return object.Set("properties", new(jsonobject.Object).Set(field.TextName(), new(jsonobject.Object).Set("const", value)))
}

func isZero(value any) bool {
	return value == "" || value == false || value == int64(0) || value == uint64(0)
}

// presence is the schema of a message that has a member, as has() in CEL and protovalidate see it; nil where they see something else
// than what is written.
func presence(field protoreflect.FieldDescriptor) *jsonobject.Object {
	given := new(jsonobject.Object).Set("required", []string{field.TextName()})
	if field.HasPresence() {
		return given
	}
	value := new(jsonobject.Object)
	switch {
	case field.IsList():
		value.Set("minItems", 1)
	case field.IsMap():
		value.Set("minProperties", 1)
	case isChangedFirst(field):
		return nil
	case field.Kind() == protoreflect.StringKind:
		value.Set("minLength", 1)
	case field.Kind() == protoreflect.BoolKind:
		value.Set("const", true)
	case isShortInteger(field.Kind()):
		value.Set("not", new(jsonobject.Object).Set("const", 0))
	default: // 64-bit integers, fractions, bytes and enums have their zero in several forms
		return nil
	}
	return given.Set("properties", new(jsonobject.Object).Set(field.TextName(), value))
}

func isShortInteger(kind protoreflect.Kind) bool {
	switch kind {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return true
	default:
		return false
	}
}

func isUnsigned(kind protoreflect.Kind) bool {
	return kind == protoreflect.Uint32Kind || kind == protoreflect.Fixed32Kind
}

// combined joins schemas by allOf or anyOf, and takes into it those that are joined by it already.
func combined(by string, schemas ...*jsonobject.Object) *jsonobject.Object {
	var all []any
	for _, schema := range schemas {
		if schema == nil {
			return nil
		}
		if inner, ok := schema.Get(by).([]any); ok && schema.Len() == 1 {
			all = append(all, inner...)
			continue
		}
		all = append(all, schema)
	}
	if len(all) == 1 {
		return schemas[0]
	}
	return new(jsonobject.Object).Set(by, all)
}

func negation(schema *jsonobject.Object) *jsonobject.Object {
	if schema == nil {
		return nil
	}
	return new(jsonobject.Object).Set("not", schema)
}

func conditional(condition, then, otherwise *jsonobject.Object) *jsonobject.Object {
	if condition == nil || then == nil || otherwise == nil {
		return nil
	}
	return new(jsonobject.Object).Set("if", condition).Set("then", then).Set("else", otherwise)
}
