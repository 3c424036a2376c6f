package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/toolspec/jsonobject"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// Listed returns the schema that stands in tools/list for the exact schema of a tool's arguments, and what models then do not know, in
// short sentences. A schema that names its dialect is one that a tool has asked for, with which parameters go together
// (`relations`): it is listed as it is.
func Listed(exact json.RawMessage) (listed json.RawMessage, lost []string, err error) {
	root, err := jsonobject.Parse(exact)
	if err != nil {
		return nil, nil, fmt.Errorf("profile: %w", err)
	}
	if root.Get("$schema") != nil {
		return exact, []string{"the schema is listed as it is, as `relations` asks for: Claude, OpenAI and Gemini refuse what says which " +
			"parameters go together"}, nil
	}
	for depth := ruleNamed("depth").Limit; ; depth-- {
		w := newWriter(root, depth)
		written := w.root()
		if w.properties > ruleNamed("many properties").Limit && depth > 1 {
			continue
		}
		text, err := jsonobject.Marshal(written)
		return text, w.lost, err
	}
}

// writer writes one schema anew.
type writer struct {
	whole       *jsonobject.Object // what references refer to
	definitions *jsonobject.Object
	depth       int // of objects in each other
	properties  int // so far
	within      []place
	lost        []string
}

// place is where something stands that is referred to.
type place struct{ reference, path string }

func newWriter(whole *jsonobject.Object, depth int) *writer {
	definitions, err := jsonobject.Parse(raw(whole, "$defs"))
	if err != nil {
		definitions = &jsonobject.Object{}
	}
	return &writer{whole: whole, definitions: definitions, depth: depth, within: []place{{"#", ""}}}
}

// lose notes what models do not know of a schema at a path by a rule.
func (w *writer) lose(rule, keyword, path string) {
	sentence := keyword + " of " + path + " is " + ruleNamed(rule).Said
	switch {
	case path == "":
		sentence = keyword + " is " + ruleNamed(rule).Said
	case keyword == "":
		sentence = path + " is " + ruleNamed(rule).Said
	}
	if !slices.Contains(w.lost, sentence) {
		w.lost = append(w.lost, sentence)
	}
}

func (w *writer) root() *jsonobject.Object {
	for key := range w.whole.All() {
		if slices.Contains(together, key) {
			w.lose("combinator at the top", key, "")
		}
	}
	return w.object(w.whole, "", 1).Set("properties", w.propertiesOf(w.whole, "", 1))
}

// together are the keywords by which parameters go together.
var together = []string{"allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired"}

// schema writes a schema at a path, which lies in so many objects.
func (w *writer) schema(text json.RawMessage, path string, within int) *jsonobject.Object {
	exact, err := jsonobject.Parse(text)
	if err != nil { // true
		return w.anything(nil)
	}
	if reference := textOf(exact, "$ref"); reference != "" {
		at := slices.IndexFunc(w.within, func(one place) bool { return one.reference == reference })
		if at >= 0 {
			return w.described(w.again(w.within[at], path), exact, path)
		}
		w.within = append(w.within, place{reference, path})
		defer func() { w.within = w.within[:len(w.within)-1] }()
		exact = w.resolved(exact, reference)
	}
	if raw(exact, "type") == nil {
		return w.untyped(exact, path, within)
	}
	var kind string
	if json.Unmarshal(raw(exact, "type"), &kind) != nil {
		return w.alternatives(exact, typesOf(exact), path, within)
	}
	written := &jsonobject.Object{}
	switch kind {
	case "object":
		written = w.object(exact, path, within+1)
	case "array":
		written = w.array(exact, path, within)
	case "string":
		written = w.text(exact, path)
	case "number", "integer":
		written = w.number(exact, kind, path)
	default:
		written.Set("type", kind)
	}
	w.loseCombinators(exact, path)
	return w.described(written, exact, path)
}

// loseCombinators notes what is not kept of a schema that has a type.
func (w *writer) loseCombinators(exact *jsonobject.Object, path string) {
	for key, value := range exact.All() {
		isCombinator := slices.Contains(together, key)
		if text, _ := value.(json.RawMessage); isCombinator && string(text) != anyTextToo {
			w.lose("combinator", key, path)
		}
	}
}

// anyTextToo says no more than that a text has no NUL, beside a pattern.
const anyTextToo = `[{"pattern":"^[^\\x00]*$"}]`

// described adds what is said of a value whatever its type.
func (w *writer) described(written, exact *jsonobject.Object, path string) *jsonobject.Object {
	if value := raw(exact, "default"); value != nil {
		written.Set("default", value)
	}
	if value := raw(exact, schema.HeaderKeyword); value != nil {
		written.Set(schema.HeaderKeyword, value)
		w.lose("header", schema.HeaderKeyword, path)
	}
	sentences := []string{textOf(exact, "description")}
	if textOf(exact, "contentEncoding") == "base64" {
		sentences = append(sentences, "In base64.")
	}
	switch rest := written.Get(restKey).(type) {
	case sentence:
		sentences = append(sentences, string(rest))
	case bound:
		if !mentions(sentences[0], rest.number) {
			sentences = append(sentences, rest.String())
		}
	}
	written.Delete(restKey)
	if examples := listOf(exact, "examples"); len(examples) > 0 {
		sentences = append(sentences, "Example: "+joined(examples))
	}
	if said := strings.TrimSpace(strings.Join(sentences, " ")); said != "" {
		written.Set("description", said)
	}
	return written
}

// restKey holds what no keyword may say, a bound or a sentence, until the description is written.
const restKey = "\x00rest"

type sentence string

// bound is the most of something.
type bound struct {
	number int
	of     string
}

func (b bound) String() string { return fmt.Sprintf("At most %d %s.", b.number, b.of) }

// mentions reports whether a description has a number, which may be written with a comma.
func mentions(description string, number int) bool {
	return slices.Contains(strings.FieldsFunc(strings.ReplaceAll(description, ",", ""), func(r rune) bool { return r < '0' || r > '9' }),
		strconv.Itoa(number))
}

// resolved returns what a schema refers to, with what it says itself.
func (w *writer) resolved(exact *jsonobject.Object, reference string) *jsonobject.Object {
	target, err := jsonobject.Parse(raw(w.definitions, strings.TrimPrefix(reference, "#/$defs/")))
	if err != nil {
		return &jsonobject.Object{}
	}
	for key, value := range exact.All() {
		if key != "$ref" {
			target.Set(key, value)
		}
	}
	return target
}

// again writes a message in itself, whose properties stand where it begins.
func (w *writer) again(first place, path string) *jsonobject.Object {
	w.lose("open object", "", path)
	of := first.path
	if of == "" {
		of = "the arguments"
	}
	return new(jsonobject.Object).Set("type", "object").Set(restKey, sentence("Its properties are those of "+of+"."))
}

// object writes a schema of an object, which is the so manieth within another.
func (w *writer) object(exact *jsonobject.Object, path string, within int) *jsonobject.Object {
	written := new(jsonobject.Object).Set("type", "object")
	if path == "" && within == 1 {
		if required := w.required(exact); len(required) > 0 {
			written.Set("properties", nil).Set("required", required)
		}
		return written
	}
	named, _ := jsonobject.Parse(raw(exact, "properties"))
	switch {
	case named == nil || named.Len() == 0:
		w.lose("open object", "", path)
		return written
	case within > w.depth || w.properties > ruleNamed("many properties").Limit:
		w.lose("depth", "", path)
		return written
	}
	written.Set("properties", w.propertiesOf(exact, path, within))
	if required := w.required(exact); len(required) > 0 {
		written.Set("required", required)
	}
	return written
}

func (w *writer) propertiesOf(exact *jsonobject.Object, path string, within int) *jsonobject.Object {
	written := &jsonobject.Object{}
	named, err := jsonobject.Parse(raw(exact, "properties"))
	if err != nil {
		return written
	}
	for name, value := range named.All() {
		if !ruleNamed("name of a property").fits.MatchString(name) {
			w.lose("name of a property", "", join(path, name))
			continue
		}
		w.properties++
		text, _ := value.(json.RawMessage)
		written.Append(name, w.schema(text, join(path, name), within))
	}
	return written
}

// required are the required properties that are listed.
func (w *writer) required(exact *jsonobject.Object) []string {
	var names []string
	if json.Unmarshal(raw(exact, "required"), &names) != nil {
		return nil
	}
	there := part(raw(exact, "properties"))
	return slices.DeleteFunc(names, func(name string) bool {
		return there.Get(name) == nil || !ruleNamed("name of a property").fits.MatchString(name)
	})
}

func (w *writer) array(exact *jsonobject.Object, path string, within int) *jsonobject.Object {
	written := new(jsonobject.Object).Set("type", "array")
	if items := raw(exact, "items"); items != nil {
		written.Set("items", w.schema(items, path+"[]", within))
	} else {
		written.Set("items", w.anyItem(nil))
	}
	least, most := intOf(exact, "minItems", 0), intOf(exact, "maxItems", -1)
	w.setLengths(written, "long array", lengths{"minItems", "maxItems", "items"}, least, most)
	return written
}

// anything writes the schema of any value; what it is comes first.
func (w *writer) anything(description json.RawMessage) *jsonobject.Object {
	some := w.anyItem(description)
	array := new(jsonobject.Object).Set("type", "array").Set("items", w.anyItem(nil))
	alternatives, _ := some.Get("anyOf").([]any)
	return some.Set("anyOf", append(alternatives, array))
}

// anyItem writes that of any value but an array, since the items of an array must have types.
func (w *writer) anyItem(description json.RawMessage) *jsonobject.Object {
	var alternatives []any
	for i, kind := range []string{"string", "number", "boolean", "null", "object"} {
		one := new(jsonobject.Object).Set("type", kind)
		if i == 0 && description != nil {
			one.Set("description", description)
		}
		alternatives = append(alternatives, one)
	}
	return new(jsonobject.Object).Set("anyOf", alternatives)
}

func (w *writer) untyped(exact *jsonobject.Object, path string, within int) *jsonobject.Object {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if several := listOf(exact, keyword); len(several) > 0 {
			return w.alternatives(exact, several, path, within)
		}
	}
	if kind := typeOfValues(exact); kind != "" {
		return w.schema(with(exact, "type", kind), path, within)
	}
	return w.anything(raw(exact, "description"))
}

// typeOfValues is the type that the values of a schema without one have in common; empty when they have none.
func typeOfValues(exact *jsonobject.Object) string {
	values := valuesOf(exact)
	if len(values) == 0 {
		return ""
	}
	kind := typeOfValue(values[0])
	if slices.ContainsFunc(values, func(value json.RawMessage) bool { return typeOfValue(value) != kind }) {
		return ""
	}
	return kind
}

func typeOfValue(value json.RawMessage) string {
	switch value[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case '{', '[', 'n':
		return ""
	}
	return "number"
}

// typesOf are a schema of several types as several of one type.
func typesOf(exact *jsonobject.Object) []json.RawMessage {
	var kinds []string
	_ = json.Unmarshal(raw(exact, "type"), &kinds) // nothing else is left
	several := make([]json.RawMessage, len(kinds))
	for i, kind := range kinds {
		several[i] = with(exact, "type", kind)
	}
	return several
}

// with is a schema in which a keyword has another value.
func with(exact *jsonobject.Object, key string, value any) json.RawMessage {
	changed := &jsonobject.Object{}
	for name, member := range exact.All() {
		changed.Set(name, member)
	}
	text, err := jsonobject.Marshal(changed.Set(key, value))
	if err != nil { // what was read is written
		panic(err)
	}
	return text
}

func raw(object *jsonobject.Object, key string) json.RawMessage {
	text, _ := object.Get(key).(json.RawMessage)
	return text
}

func textOf(object *jsonobject.Object, key string) string {
	if text, isText := object.Get(key).(string); isText {
		return text
	}
	var text string
	_ = json.Unmarshal(raw(object, key), &text) // what is no text is none
	return text
}

func intOf(object *jsonobject.Object, key string, otherwise int) int {
	number := otherwise
	if json.Unmarshal(raw(object, key), &number) != nil {
		return otherwise
	}
	return number
}

func listOf(object *jsonobject.Object, key string) []json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(raw(object, key), &list) // what is no list is none
	return list
}

func joined(values []json.RawMessage) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	return strings.Join(texts, ", ")
}
