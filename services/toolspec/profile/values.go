package profile

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// lengths name the keywords of a length, and what it counts.
type lengths struct{ least, most, of string }

// text writes a schema of texts.
func (w *writer) text(exact *jsonobject.Object, path string) *jsonobject.Object {
	written := new(jsonobject.Object).Set("type", "string")
	if values := valuesOf(exact); len(values) > 0 {
		w.setValues(written, values, path)
		return written
	}
	least, most := intOf(exact, "minLength", 0), intOf(exact, "maxLength", -1)
	if pattern := textOf(exact, "pattern"); pattern != "" && !schema.IsAnyText(pattern) {
		shortest, longest := schema.PatternLength(pattern)
		least, most = max(least, shortest), narrower(most, longest)
		if trimmed, bound, ok := schema.TrimmedLength(pattern); ok { // the white space around it is not counted, and accepted
			least = max(least, trimmed)
			setBound(written, bound, "characters")
		} else {
			w.lose("pattern", "pattern", path)
		}
	}
	if format := textOf(exact, "format"); slices.Contains(ruleNamed("format").Known, format) {
		written.Set("format", format)
		w.kept("pattern", "pattern", path)
	} else if format != "" {
		w.lose("format", "format", path)
	}
	w.setLengths(written, "long text", lengths{"minLength", "maxLength", "characters"}, least, most)
	return written
}

// kept takes back that something is lost, which another keyword says.
func (w *writer) kept(rule, keyword, path string) {
	sentence := keyword + " of " + path + " is " + ruleNamed(rule).Said
	w.lost = slices.DeleteFunc(w.lost, func(one string) bool { return one == sentence })
}

func narrower(one, other int) int {
	switch {
	case one < 0:
		return other
	case other < 0:
		return one
	}
	return min(one, other)
}

// setBound has the description say a bound that no keyword may.
func setBound(written *jsonobject.Object, most int, of string) {
	if most >= 0 {
		written.Set(restKey, bound{most, of})
	}
}

// setLengths sets the bounds of a length, those that are too large for a keyword in words.
func (w *writer) setLengths(written *jsonobject.Object, rule string, names lengths, least, most int) {
	limit := ruleNamed(rule).Limit
	if most >= 0 && least > most { // no value has both, and llama.cpp does not end
		return
	}
	if least > 0 {
		written.Set(names.least, min(least, limit))
	}
	switch {
	case most > limit:
		setBound(written, most, names.of)
	case most >= 0:
		written.Set(names.most, most)
	}
}

// valuesOf are the values that a schema lists; none when it lists none.
func valuesOf(exact *jsonobject.Object) []json.RawMessage {
	if only := raw(exact, "const"); only != nil {
		return []json.RawMessage{only}
	}
	return listOf(exact, "enum")
}

// setValues lists values of text but the empty one.
func (w *writer) setValues(written *jsonobject.Object, values []json.RawMessage, path string) {
	listed := slices.DeleteFunc(slices.Clone(values), func(value json.RawMessage) bool { return string(value) == `""` })
	if len(listed) < len(values) && !hasOtherForEmpty(listed) {
		w.lost = append(w.lost, path+" "+ruleNamed("empty value").Said)
	}
	if len(listed) > 0 {
		written.Set("enum", listed)
	}
}

// none is the value that means what the empty text does.
const none = `"none"`

func hasOtherForEmpty(values []json.RawMessage) bool {
	return slices.ContainsFunc(values, func(value json.RawMessage) bool { return string(value) == none })
}

// number writes a schema of numbers, those that list some by their bounds.
func (w *writer) number(exact *jsonobject.Object, kind, path string) *jsonobject.Object {
	written := new(jsonobject.Object).Set("type", kind)
	least, most := w.lower(exact, kind), w.upper(exact, kind)
	if values := valuesOf(exact); len(values) > 0 {
		if len(values) > 1 {
			w.lose("values that are no text", "enum", path)
		}
		least, most = extremes(values)
	}
	if least != nil && most != nil && compare(least, most) > 0 { // no number is both, and llama.cpp does not end
		return written
	}
	setNumber(written, "minimum", least)
	setNumber(written, "maximum", most)
	return written
}

func setNumber(written *jsonobject.Object, keyword string, value json.RawMessage) {
	if value != nil && !slices.Contains(ruleNamed("bound of a type").Values, string(value)) {
		written.Set(keyword, value)
	}
}

func (w *writer) lower(exact *jsonobject.Object, kind string) json.RawMessage {
	return tighter(raw(exact, "minimum"), next(raw(exact, "exclusiveMinimum"), kind, 1), 1)
}

func (w *writer) upper(exact *jsonobject.Object, kind string) json.RawMessage {
	return tighter(raw(exact, "maximum"), next(raw(exact, "exclusiveMaximum"), kind, -1), -1)
}

// next is an exclusive bound as an inclusive one: of integers the next one.
func next(exclusive json.RawMessage, kind string, step int64) json.RawMessage {
	number, isWhole := new(big.Int).SetString(string(exclusive), 10)
	if kind != "integer" || !isWhole {
		return exclusive
	}
	return json.RawMessage(number.Add(number, big.NewInt(step)).String())
}

// tighter is the tighter of two bounds, either of which may be nil; lower ones have the sign 1.
func tighter(one, other json.RawMessage, sign int) json.RawMessage {
	switch {
	case one == nil:
		return other
	case other == nil || sign*compare(one, other) >= 0:
		return one
	}
	return other
}

func compare(one, other json.RawMessage) int {
	return numeral(one).Cmp(numeral(other))
}

func numeral(text json.RawMessage) *big.Rat {
	number, ok := new(big.Rat).SetString(strings.TrimSpace(string(text)))
	if !ok {
		return new(big.Rat)
	}
	return number
}

// extremes are the least and the greatest of some numbers.
func extremes(values []json.RawMessage) (least, most json.RawMessage) {
	return slices.MinFunc(values, compare), slices.MaxFunc(values, compare)
}
