package schema

import (
	"math"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
)

// setFloats adds the rules of a number of 32 bits. One in JSON is rounded to it before they are checked, so its bounds are those of what
// is rounded to numbers that keep the rules.
func setFloats(object *jsonobject.Object, rules annotation.NumericRules, filled bool) {
	if rules.Const != nil {
		setAll(object, rounded(rules.Const.(float32)))
	}
	if len(rules.In) > 0 {
		var among []any
		for _, number := range rules.In {
			among = append(among, rounded(number.(float32)))
		}
		object.Set("anyOf", among)
	}
	var not []*jsonobject.Object
	for _, number := range rules.NotIn {
		if representable(number) {
			not = append(not, rounded(number.(float32)))
		}
	}
	if filled {
		not = append(not, roundedToZero())
	}
	setNot(object, not)
	if rules.Const != nil || len(rules.In) > 0 {
		if rules.Greater == nil && rules.GreaterEqual == nil && rules.Less == nil && rules.LessEqual == nil {
			return
		}
	}
	lower, upper := &jsonobject.Object{}, &jsonobject.Object{}
	setLowest(lower, rules)
	setHighest(upper, rules)
	both := []any{lower, upper}
	if rules.Outside() {
		setBound(lower, "exclusiveMaximum", tooLarge)
		setBound(upper, "exclusiveMinimum", -tooLarge)
		both = []any{new(jsonobject.Object).Set("anyOf", both)}
	}
	if object.Len() == 1 && !rules.Outside() { // nothing but the type
		setAll(object, lower)
		setAll(object, upper)
		return
	}
	object.Set("allOf", both)
}

func setAll(object, others *jsonobject.Object) *jsonobject.Object {
	for key, value := range others.All() {
		object.Set(key, value)
	}
	return object
}

// tooLarge is the least number that is rounded to none of 32 bits.
const tooLarge = 0x1.ffffffp127

func setLowest(object *jsonobject.Object, rules annotation.NumericRules) {
	switch {
	case rules.GreaterEqual != nil:
		setRoundedFrom(object, rules.GreaterEqual.(float32))
	case rules.Greater != nil:
		setRoundedFrom(object, math.Nextafter32(rules.Greater.(float32), float32(math.Inf(1))))
	default:
		object.Set("exclusiveMinimum", -tooLarge)
	}
}

func setHighest(object *jsonobject.Object, rules annotation.NumericRules) {
	switch {
	case rules.LessEqual != nil:
		setRoundedTo(object, rules.LessEqual.(float32))
	case rules.Less != nil:
		setRoundedTo(object, math.Nextafter32(rules.Less.(float32), float32(math.Inf(-1))))
	default:
		object.Set("exclusiveMaximum", tooLarge)
	}
}

// rounded is the schema of what is rounded to a number.
func rounded(number float32) *jsonobject.Object {
	object := &jsonobject.Object{}
	setRoundedFrom(object, number)
	setRoundedTo(object, number)
	return object
}

// roundedToZero is the schema of what counts as zero: what is rounded to it, but for negative numbers, which become another zero.
func roundedToZero() *jsonobject.Object { return rounded(0).Set("minimum", 0) }

// setRoundedFrom sets the bound of what is rounded to a number or one above. Half-way between two numbers is the even one.
func setRoundedFrom(object *jsonobject.Object, number float32) {
	below := math.Nextafter32(number, float32(math.Inf(-1)))
	setHalf(object, "minimum", "exclusiveMinimum", number, below)
}

// setRoundedTo sets the bound of what is rounded to a number or one below.
func setRoundedTo(object *jsonobject.Object, number float32) {
	above := math.Nextafter32(number, float32(math.Inf(1)))
	setHalf(object, "maximum", "exclusiveMaximum", number, above)
}

func setHalf(object *jsonobject.Object, including, excluding string, number, next float32) {
	if math.IsInf(float64(number), 0) {
		object.Set(excluding, math.Copysign(tooLarge, float64(number)))
		return
	}
	half := (float64(number) + float64(next)) / 2
	if math.IsInf(float64(next), 0) {
		half = math.Copysign(tooLarge, float64(next))
	}
	if isEven := math.Float32bits(number)&1 == 0; isEven {
		object.Set(including, half)
		return
	}
	object.Set(excluding, half)
}
