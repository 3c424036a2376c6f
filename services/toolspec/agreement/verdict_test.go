package agreement_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// subject is a tool whose schema and rules are compared.
type subject struct {
	tool   *toolspec.Tool
	schema *jsonschema.Schema
	rules  protovalidate.Validator
	empty  func() proto.Message
}

func newSubject(t testing.TB, tool *toolspec.Tool, rules protovalidate.Validator, empty func() proto.Message) *subject {
	t.Helper()
	return &subject{tool, compiled(t, tool.Name, tool.InputSchema, false), rules, empty}
}

// compiled is a schema of arguments by which they can be judged; listed is one as hosts have it.
func compiled(t testing.TB, name string, schema []byte, listed bool) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if listed {
		compiler.AssertFormat() // as some hosts do
	}
	compiler.UseRegexpEngine(compileECMA)
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, schema)
	}
	return compiled
}

// ecmaSpace is white space in ECMA-262; that of Go's patterns is another.
const ecmaSpace = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

var toECMA = strings.NewReplacer(
	`[\s\S]`, `[\x00-\x{10ffff}]`, `[^\s\S]`, `[^\x00-\x{10ffff}]`, `[^\s`, `[^`+ecmaSpace, `\s`, `[`+ecmaSpace+`]`, `\S`, `[^`+ecmaSpace+`]`)

func compileECMA(pattern string) (jsonschema.Regexp, error) {
	return regexp.Compile(toECMA.Replace(pattern))
}

// refusal is a rule that arguments break, and the field that it is about, if it is about one.
type refusal struct {
	rule  string
	field protoreflect.FieldDescriptor
	at    string
}

// accepts reports whether the schema accepts arguments.
func (s *subject) accepts(raw []byte) bool {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	return err == nil && s.schema.Validate(value) == nil
}

// acceptsWithoutNulls reports whether the schema accepts arguments when members that are null are left out.
func (s *subject) acceptsWithoutNulls(raw []byte) bool {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return false
	}
	dropNulls(value, s.tool.Method().Input())
	return s.schema.Validate(value) == nil
}

// dropNulls removes the members of a message in JSON that are null, but for those of which null is a value.
func dropNulls(value any, message protoreflect.MessageDescriptor) {
	object, ok := value.(map[string]any)
	if !ok || message == nil || message.ParentFile().Package() == "google.protobuf" {
		return
	}
	for name, member := range object {
		field := message.Fields().ByTextName(name)
		switch {
		case field == nil:
		case member == nil && !isNullValue(field):
			delete(object, name)
		default:
			dropNullsIn(member, field)
		}
	}
}

// dropNullsIn does so in the messages that a field holds.
func dropNullsIn(value any, field protoreflect.FieldDescriptor) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			dropNulls(item, field.Message())
		}
	case map[string]any:
		if !field.IsMap() {
			dropNulls(value, field.Message())
			return
		}
		for _, item := range value {
			dropNulls(item, field.MapValue().Message())
		}
	}
}

// isNullValue reports whether null is a value of a field.
func isNullValue(field protoreflect.FieldDescriptor) bool {
	return field.Message() != nil && field.Message().FullName() == "google.protobuf.Value" ||
		field.Enum() != nil && field.Enum().FullName() == "google.protobuf.NullValue"
}

// refusals checks arguments as a call does: the shape in the gateway, and the rules in the service.
func (s *subject) refusals(raw []byte) ([]refusal, error) {
	raw = s.tool.WellFormed(raw)
	violations := s.tool.CheckArguments(raw)
	var found []refusal
	for _, violation := range violations {
		found = append(found, refusal{rule: ruleOf(violation.Message)})
	}
	if len(found) > 0 {
		return found, nil
	}
	message := s.empty()
	if err := protojson.Unmarshal(raw, message); err != nil {
		return nil, fmt.Errorf("the arguments pass the check of their shape, but: %w", err)
	}
	if wire, ok := s.tool.Wire(raw); ok {
		written := s.empty()
		if err := proto.Unmarshal(wire, written); err != nil || !proto.Equal(written, message) {
			return nil, fmt.Errorf("they are written as %v, %w", written, err)
		}
	}
	toolspec.Normalize(message)
	for range toolspec.NULViolations(message) {
		found = append(found, refusal{rule: "nul"})
	}
	err := s.rules.Validate(message)
	if err == nil {
		return found, nil
	}
	var broken *protovalidate.ValidationError
	if !errors.As(err, &broken) {
		return nil, err
	}
	for _, violation := range broken.Violations {
		found = append(found, refusal{
			violationRule(violation), fieldOf(violation, message.ProtoReflect().Descriptor()),
			protovalidate.FieldPathString(violation.Proto.GetField()),
		})
	}
	return found, nil
}

// fieldOf follows the path of a violation to the field that it is about.
func fieldOf(violation *protovalidate.Violation, message protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	var field protoreflect.FieldDescriptor
	for _, element := range violation.Proto.GetField().GetElements() {
		if message == nil {
			return field
		}
		if field = message.Fields().ByNumber(protoreflect.FieldNumber(element.GetFieldNumber())); field == nil {
			return nil
		}
		if message = field.Message(); field.IsMap() {
			message = field.MapValue().Message()
		}
	}
	return field
}

func violationRule(violation *protovalidate.Violation) string {
	for _, element := range violation.Proto.GetRule().GetElements() {
		if name := element.GetFieldName(); name == "cel" || name == "cel_expression" {
			return "cel"
		}
	}
	return strings.TrimSuffix(violation.Proto.GetRuleId(), "_empty")
}

// ruleOf names what the check of the shape found that has nothing to do with a type.
func ruleOf(message string) string {
	for prefix, rule := range map[string]string{
		"Nested more than": "json.depth", "Duplicate key": "json.duplicate", "Number is too large": "json.number",
	} {
		if strings.HasPrefix(message, prefix) {
			return rule
		}
	}
	return "shape: " + message
}

// disagreement says how schema and rules differ about arguments; empty when they agree, or may differ by what JSON Schema cannot say.
func (s *subject) disagreement(raw []byte, said *unsaid) (string, bool) {
	refused, err := s.refusals(raw)
	if err != nil {
		return err.Error(), false
	}
	accepted := s.accepts(raw)
	switch {
	case accepted == (len(refused) == 0):
		return "", accepted
	case minusZero.Match(raw) && said.knows(refusal{rule: "json.minus_zero"}):
		return "", false
	case !accepted && s.acceptsWithoutNulls(raw) && said.knows(refusal{rule: "json.null"}):
		return "", false
	case !accepted:
		return "the schema refuses what the rules accept", false
	}
	if slices.ContainsFunc(refused, func(one refusal) bool { return strings.HasPrefix(one.rule, "json.") && said.knows(one) }) {
		return "", false // what else is wrong may be wrong for that, or not looked at
	}
	for _, one := range refused {
		if !said.knows(one) {
			return fmt.Sprintf("the schema accepts what the rules refuse: %s %s", one.at, one.rule), false
		}
	}
	return "", false
}

// minusZero finds a number that is -0 as a value.
var minusZero = regexp.MustCompile(`-0+(?:\.0+)?(?:[eE][-+]?[0-9]+)?[\s,\]}]`)

func isTrimmed(field protoreflect.FieldDescriptor) bool {
	if field == nil {
		return false
	}
	said, err := annotation.OfField(field)
	return err == nil && said.Trim
}
