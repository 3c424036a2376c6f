package schema

import (
	"fmt"
	"math"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// number adds the rules of a number to its schema, and in arguments the bounds of its type.
func (b *Builder) number(object *jsonobject.Object, kind protoreflect.Kind, rules annotation.NumericRules, filled bool) {
	switch {
	case b.input && kind == protoreflect.FloatKind:
		setFloats(object, rules, filled)
		return
	case object.Get("type") == "string":
		b.long(object, kind, rules, filled)
		return
	}
	if rules.Const != nil && representable(rules.Const) {
		object.Set("const", rules.Const)
	}
	if len(rules.In) > 0 {
		object.Set("enum", slices.DeleteFunc(slices.Clone(rules.In), func(n any) bool { return !representable(n) }))
	}
	var zero any
	if filled {
		zero = 0
	}
	setExcluded(object, rules, zero, func(number any) *jsonobject.Object { return new(jsonobject.Object).Set("const", number) })
	least, most := limitsOf(kind)
	if rules.Outside() {
		below, above := &jsonobject.Object{}, &jsonobject.Object{}
		setUpper(below, rules, most)
		setLower(above, rules, least)
		if b.input {
			setBound(below, "minimum", least)
			setBound(above, "maximum", most)
		}
		object.Set("anyOf", []any{below, above})
		return
	}
	if !b.input {
		least, most = nil, nil
	}
	setLower(object, rules, least)
	setUpper(object, rules, most)
}

func setLower(object *jsonobject.Object, rules annotation.NumericRules, least any) {
	if rules.Greater == nil && rules.GreaterEqual == nil {
		setBound(object, "minimum", least)
	}
	setBound(object, "minimum", rules.GreaterEqual)
	setBound(object, "exclusiveMinimum", rules.Greater)
}

func setUpper(object *jsonobject.Object, rules annotation.NumericRules, most any) {
	if rules.Less == nil && rules.LessEqual == nil {
		setBound(object, "maximum", most)
	}
	setBound(object, "maximum", rules.LessEqual)
	setBound(object, "exclusiveMaximum", rules.Less)
}

func setBound(object *jsonobject.Object, keyword string, number any) {
	if number != nil && representable(number) {
		object.Set(keyword, number)
	}
}

// limitsOf returns the bounds of an integer of 32 bits; nil for other numbers.
func limitsOf(kind protoreflect.Kind) (least, most any) {
	switch kind {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return math.MinInt32, math.MaxInt32
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return 0, math.MaxUint32
	}
	return nil, nil
}

// setExcluded adds the numbers that a rule excludes, and zero, as it is written, where it would count as not given; nil elsewhere.
func setExcluded(object *jsonobject.Object, rules annotation.NumericRules, zero any, schemaOf func(any) *jsonobject.Object) {
	var not []*jsonobject.Object
	for _, number := range rules.NotIn {
		if representable(number) {
			not = append(not, schemaOf(number))
		}
	}
	if zero != nil {
		not = append(not, new(jsonobject.Object).Set("const", zero))
	}
	setNot(object, not)
}

func representable(number any) bool {
	n := annotation.AsFloat(number)
	return !math.IsNaN(n) && !math.IsInf(n, 0)
}

// long adds the rules of an integer of 64 bits, which is a text.
func (b *Builder) long(object *jsonobject.Object, kind protoreflect.Kind, rules annotation.NumericRules, filled bool) {
	if rules.Const != nil {
		object.Set("const", longText(rules.Const))
	}
	if len(rules.In) > 0 {
		texts := make([]any, len(rules.In))
		for i, number := range rules.In {
			texts[i] = longText(number)
		}
		object.Set("enum", texts)
	}
	if !b.input {
		return
	}
	var zero any
	if filled {
		zero = "0"
	}
	setExcluded(object, rules, zero, func(number any) *jsonobject.Object {
		return new(jsonobject.Object).Set("const", longText(number))
	})
	object.Set("pattern", integerRange(kind, rules))
	if listed := rules.Const != nil || len(rules.In) > 0; listed && !rules.HasBounds() {
		object.Delete("pattern")
	}
}

// integerRange is the pattern of the integers that a type and its rules have, as text.
func integerRange(kind protoreflect.Kind, rules annotation.NumericRules) string {
	var alternatives []string
	for _, r := range rangesOf(kind, rules) {
		alternatives = append(alternatives, r.alternatives()...)
	}
	return whole(alternatives)
}

func rangesOf(kind protoreflect.Kind, rules annotation.NumericRules) []integers {
	switch kind {
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind, protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		most := uint64(math.MaxUint64)
		if kind == protoreflect.Uint32Kind || kind == protoreflect.Fixed32Kind {
			most = math.MaxUint32
		}
		return unsignedRanges(most, rules)
	}
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	if low, high := limitsOf(kind); low != nil {
		least, most = int64(low.(int)), int64(high.(int))
	}
	return signedRanges(least, most, rules)
}

func signedRanges(least, most int64, rules annotation.NumericRules) []integers {
	from, to := least, most
	noneAbove, noneBelow := false, false
	switch {
	case rules.GreaterEqual != nil:
		from = asSigned(rules.GreaterEqual)
	case rules.Greater != nil:
		from, noneAbove = asSigned(rules.Greater)+1, asSigned(rules.Greater) == math.MaxInt64
	}
	switch {
	case rules.LessEqual != nil:
		to = asSigned(rules.LessEqual)
	case rules.Less != nil:
		to, noneBelow = asSigned(rules.Less)-1, asSigned(rules.Less) == math.MinInt64
	}
	var ranges []integers
	add := func(from, to int64, none bool) {
		if from <= to && !none {
			ranges = append(ranges, signedRange(from, to))
		}
	}
	if rules.Outside() {
		add(least, to, noneBelow)
		add(from, most, noneAbove)
	} else {
		add(from, to, noneBelow || noneAbove)
	}
	return ranges
}

func unsignedRanges(most uint64, rules annotation.NumericRules) []integers {
	from, to := uint64(0), most
	noneAbove, noneBelow := false, false
	switch {
	case rules.GreaterEqual != nil:
		from = asUnsigned(rules.GreaterEqual)
	case rules.Greater != nil:
		from, noneAbove = asUnsigned(rules.Greater)+1, asUnsigned(rules.Greater) == math.MaxUint64
	}
	switch {
	case rules.LessEqual != nil:
		to = asUnsigned(rules.LessEqual)
	case rules.Less != nil:
		to, noneBelow = asUnsigned(rules.Less)-1, asUnsigned(rules.Less) == 0
	}
	var ranges []integers
	add := func(from, to uint64, none bool) {
		if from <= to && !none {
			ranges = append(ranges, integers{from: from, most: to})
		}
	}
	if rules.Outside() {
		add(0, to, noneBelow)
		add(from, most, noneAbove)
	} else {
		add(from, to, noneBelow || noneAbove)
	}
	return ranges
}

func asSigned(number any) int64 {
	if short, ok := number.(int32); ok {
		return int64(short)
	}
	long, _ := number.(int64)
	return long
}

func asUnsigned(number any) uint64 {
	if short, ok := number.(uint32); ok {
		return uint64(short)
	}
	long, _ := number.(uint64)
	return long
}

// longText writes an integer as protojson writes those of 64 bits.
func longText(number any) string { return fmt.Sprint(number) }
