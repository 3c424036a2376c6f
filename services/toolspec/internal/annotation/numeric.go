package annotation

import (
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// NumericRules are the rules of any of the numeric types, which buf.validate spells alike. The numbers are Go numbers
// of the field's own type; nil stands for a rule that is not given.
type NumericRules struct {
	Const                 any
	Less, LessEqual       any
	Greater, GreaterEqual any
	In, NotIn, Examples   []any
	message               protoreflect.Message
}

// Numeric returns the rules of a number; false when the rules are of another kind.
func Numeric(rules *validate.FieldRules) (NumericRules, bool) {
	message := rules.ProtoReflect()
	kind := message.WhichOneof(message.Descriptor().Oneofs().ByName("type"))
	if kind == nil || kind.Message().Fields().ByName("lt") == nil || !isNumber(kind.Message().Fields().ByName("lt")) {
		return NumericRules{}, false
	}
	n := NumericRules{message: message.Get(kind).Message()}
	n.Const = n.number("const")
	n.Less, n.LessEqual = n.number("lt"), n.number("lte")
	n.Greater, n.GreaterEqual = n.number("gt"), n.number("gte")
	n.In, n.NotIn, n.Examples = n.numbers("in"), n.numbers("not_in"), n.numbers("example")
	return n, true
}

func isNumber(field protoreflect.FieldDescriptor) bool { return field.Message() == nil }

func (n NumericRules) number(rule protoreflect.Name) any {
	field := n.message.Descriptor().Fields().ByName(rule)
	if !n.message.Has(field) {
		return nil
	}
	return n.message.Get(field).Interface()
}

func (n NumericRules) numbers(rule protoreflect.Name) []any {
	list := n.message.Get(n.message.Descriptor().Fields().ByName(rule)).List()
	var numbers []any
	for i := range list.Len() {
		numbers = append(numbers, list.Get(i).Interface())
	}
	return numbers
}

func (n NumericRules) excludesZero() bool {
	zero := func(number any) bool { return AsFloat(number) == 0 }
	switch {
	case n.Const != nil && !zero(n.Const):
		return true
	case len(n.In) > 0 && !slices.ContainsFunc(n.In, zero), slices.ContainsFunc(n.NotIn, zero):
		return true
	}
	tooLow := n.GreaterEqual != nil && AsFloat(n.GreaterEqual) > 0 || n.Greater != nil && AsFloat(n.Greater) >= 0
	tooHigh := n.LessEqual != nil && AsFloat(n.LessEqual) < 0 || n.Less != nil && AsFloat(n.Less) <= 0
	if n.Outside() {
		return tooLow && tooHigh
	}
	return tooLow || tooHigh
}

// HasBounds reports whether the number has a lower or an upper bound.
func (n NumericRules) HasBounds() bool {
	return n.Less != nil || n.LessEqual != nil || n.Greater != nil || n.GreaterEqual != nil
}

// Outside reports whether the lower bound lies above the upper one: the number must then be outside of what they enclose.
func (n NumericRules) Outside() bool {
	lower, upper := n.Greater, n.Less
	if lower == nil {
		lower = n.GreaterEqual
	}
	if upper == nil {
		upper = n.LessEqual
	}
	return lower != nil && upper != nil && isGreater(lower, upper)
}

// isGreater compares two numbers of one type.
func isGreater(one, other any) bool {
	switch one := one.(type) {
	case int64:
		return one > other.(int64)
	case uint64:
		return one > other.(uint64)
	}
	return AsFloat(one) > AsFloat(other)
}

// AsFloat returns a number of any of protobuf's types as a float64, rounded where it must be.
func AsFloat(number any) float64 {
	switch n := number.(type) {
	case int32:
		return float64(n)
	case int64:
		return float64(n)
	case uint32:
		return float64(n)
	case uint64:
		return float64(n)
	case float32:
		return float64(n)
	case float64:
		return n
	}
	return 0
}
