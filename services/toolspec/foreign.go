package toolspec

import (
	"errors"
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"sync"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	library "buf.build/go/protovalidate/cel"
	"cel.dev/cel-go/cel"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// Limits on what the rules of a stranger may cost whoever runs them.
const (
	// maxExpressions is how many CEL expressions a definition may have, and maxExpressionBytes how long they may be together.
	// They are compiled, to tell whether they can be, and never run here: what they cost cannot be bounded.
	maxExpressions, maxExpressionBytes = 128, 16 << 10
	// maxPatternSteps is how many steps a pattern may have when it is compiled, each of which may be tried at each character.
	maxPatternSteps = 1000
	// maxListed is how many values a rule may list.
	maxListed = 1000
	// maxRuledBytes is the length of arguments up to which rules are run. What is longer is left to the service.
	maxRuledBytes = 64 << 10
)

// foreignRules are the rules on values of a definition whose origin is not trusted.
type foreignRules struct {
	validator protovalidate.Validator // nil where there are no rules
	// own are the messages and fields with rules in CEL, which are the service's to check.
	own   map[protoreflect.FullName]bool
	trims trimPlans
}

// CheckRules returns an error for rules on the tools' arguments that cannot be compiled, or that would cost too much to
// run. It keeps nothing of what it compiles, which takes up to a megabyte: who checks rules may never check values.
func (m *Manifest) CheckRules() error {
	_, err := compileRules(m.rpcs)
	return err
}

func newForeignRules(tools []*Tool) func() (*foreignRules, error) {
	return sync.OnceValues(func() (*foreignRules, error) { return compileRules(tools) })
}

func compileRules(tools []*Tool) (rules *foreignRules, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			rules, err = nil, fmt.Errorf("descriptor set: its rules cannot be compiled: %v", recovered)
		}
	}()
	found := ruleFinder{own: map[protoreflect.FullName]bool{}, seen: map[protoreflect.FullName]protoreflect.MessageDescriptor{}}
	for _, tool := range tools {
		found.message(tool.Method().Input())
	}
	if err := errors.Join(found.mistakes...); err != nil {
		return nil, err
	}
	if !found.ruled {
		return &foreignRules{own: found.own}, nil
	}
	// Rules that a stranger has defined for itself are not known here, and left to it.
	validator, err := protovalidate.New(protovalidate.WithAllowUnknownFields())
	if err != nil {
		return nil, err
	}
	rules = &foreignRules{validator: validator, own: found.own}
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(found.seen)) {
		broken := (*protovalidate.ValidationError)(nil) // by an empty message, which is no matter here
		if err := rules.validate(dynamicpb.NewMessage(found.seen[name])); err != nil && !errors.As(err, &broken) {
			mistakes = append(mistakes, At(found.seen[name], err))
		}
	}
	return rules, errors.Join(mistakes...)
}

// validate runs the rules but those in CEL.
func (r *foreignRules) validate(message proto.Message) error {
	if r.validator == nil {
		return nil
	}
	return r.validator.Validate(message, protovalidate.WithFilter(protovalidate.FilterFunc(
		func(_ protoreflect.Message, descriptor protoreflect.Descriptor) bool {
			return !r.own[descriptor.FullName()]
		})))
}

// CheckValues returns the violations that CheckArguments found in a JSON object, followed by the rules on values that the
// other members break. The rules are those of the tool's own descriptors, whoever wrote them. Rules in CEL, and all rules of arguments
// over 64 KiB, are left to the service.
func (t *Tool) CheckValues(raw []byte, found []apperr.Violation) []apperr.Violation {
	own := t.detail()
	if own.rules == nil || len(raw) > maxRuledBytes {
		return found
	}
	rules, err := own.rules()
	if err != nil { // the registry refuses such a definition, so it is one of before it did
		return found
	}
	return withRules(dynamicpb.NewMessage(own.method.Input()), raw, found, func(message proto.Message) error {
		rules.trims.normalize(message.ProtoReflect())
		return rules.validate(message)
	})
}

// KeepsRules reports that CheckValues finds nothing wrong with arguments of this length that Wire wrote.
func (t *Tool) KeepsRules(wire []byte, length int) bool {
	own := t.detail()
	if own.rules == nil || length > maxRuledBytes {
		return true
	}
	rules, err := own.rules()
	if err != nil || rules.validator == nil {
		return true
	}
	message := dynamicpb.NewMessage(own.method.Input())
	if proto.Unmarshal(wire, message) != nil {
		return false
	}
	rules.trims.normalize(message)
	return len(RuleViolations(rules.validate(message))) == 0
}

// ruleFinder looks at the rules of messages and of what they hold.
type ruleFinder struct {
	ruled    bool // there is some rule
	seen     map[protoreflect.FullName]protoreflect.MessageDescriptor
	own      map[protoreflect.FullName]bool
	mistakes []error

	expressions, expressionBytes int
	full                         bool // no more of them is looked at
}

func (f *ruleFinder) message(message protoreflect.MessageDescriptor) {
	if f.seen[message.FullName()] != nil {
		return
	}
	f.seen[message.FullName()] = message
	rules, err := annotation.OfMessage(message)
	if err != nil {
		f.mistakes = append(f.mistakes, err)
	}
	f.ruled = f.ruled || rules != nil || hasRuledOneof(message)
	expressions := annotation.Expressions(rules)
	f.compile(message, expressions,
		cel.Types(dynamicpb.NewMessage(message)), cel.Variable("this", cel.ObjectType(string(message.FullName()))))
	f.own[message.FullName()] = slices.ContainsFunc(expressions, func(one string) bool { return !schema.IsRelation(message, one) })
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		said, err := annotation.OfField(field)
		if err != nil {
			f.mistakes = append(f.mistakes, err)
			continue
		}
		f.field(field, said.Rules, false)
		if held := heldMessage(field); held != nil {
			f.message(held)
		}
	}
}

func hasRuledOneof(message protoreflect.MessageDescriptor) bool {
	for i := range message.Oneofs().Len() {
		if proto.HasExtension(message.Oneofs().Get(i).Options(), validate.E_Oneof) {
			return true
		}
	}
	return false
}

// field looks at the rules of a field, or of the items or keys or values in it.
func (f *ruleFinder) field(field protoreflect.FieldDescriptor, rules *validate.FieldRules, items bool) {
	if rules == nil {
		return
	}
	f.ruled = true
	expressions := slices.Clone(rules.GetCelExpression())
	for _, rule := range rules.GetCel() {
		expressions = append(expressions, rule.GetExpression())
	}
	f.compile(field, expressions, append(library.RequiredEnvOptions(field),
		cel.Variable("this", library.ProtoFieldToType(field, false, items)))...)
	if of := ruled(field).FullName(); len(expressions) > 0 {
		f.own[of] = true
	}
	if pattern := rules.GetString().GetPattern() + rules.GetBytes().GetPattern(); pattern != "" {
		f.pattern(field, pattern)
	}
	if most := longestList(rules); most > maxListed {
		f.mistakes = append(f.mistakes, mistake(field, "a rule lists %d values, more than %d", most, maxListed))
	}
	f.field(field, rules.GetRepeated().GetItems(), true)
	if field.IsMap() {
		f.field(field.MapKey(), rules.GetMap().GetKeys(), true)
		f.field(field.MapValue(), rules.GetMap().GetValues(), true)
	}
}

// compile compiles rules in CEL, to tell whether they can be.
func (f *ruleFinder) compile(of protoreflect.Descriptor, expressions []string, known ...cel.EnvOption) {
	if len(expressions) == 0 || f.full {
		return
	}
	env, err := ruleEnv()
	if err == nil {
		env, err = env.Extend(known...)
	}
	if err != nil {
		f.mistakes = append(f.mistakes, mistake(of, "rules in CEL: %w", err))
		return
	}
	for _, expression := range expressions {
		f.expressions++
		f.expressionBytes += len(expression)
		if f.expressions > maxExpressions || f.expressionBytes > maxExpressionBytes {
			f.mistakes = append(f.mistakes, fmt.Errorf("descriptor set: more than %d rules in CEL, or %d bytes of them",
				maxExpressions, maxExpressionBytes))
			f.full = true
			return
		}
		if err := compileExpression(env, expression); err != nil {
			f.mistakes = append(f.mistakes, mistake(of, "rule in CEL: %w", err))
		}
	}
}

// ruleEnv is what rules in CEL are compiled in. To make it takes longer than to read a definition of fifty tools.
var ruleEnv = sync.OnceValues(func() (*cel.Env, error) { return cel.NewEnv(cel.Lib(library.NewLibrary())) })

// ruled is the field to which the rules on the keys and values of a map belong.
func ruled(of protoreflect.Descriptor) protoreflect.Descriptor {
	if entry, ok := of.Parent().(protoreflect.MessageDescriptor); ok && entry.IsMapEntry() {
		for i := range entry.Parent().(protoreflect.MessageDescriptor).Fields().Len() {
			if field := entry.Parent().(protoreflect.MessageDescriptor).Fields().Get(i); field.Message() == entry {
				return field
			}
		}
	}
	return of
}

func compileExpression(env *cel.Env, expression string) error {
	compiled, issues := env.Compile(expression)
	if err := issues.Err(); err != nil {
		return err
	}
	if gives := compiled.OutputType(); !gives.IsAssignableType(cel.BoolType) && !gives.IsAssignableType(cel.StringType) {
		return fmt.Errorf("it gives %s: it has to give bool or string", gives)
	}
	return nil
}

func (f *ruleFinder) pattern(field protoreflect.FieldDescriptor, pattern string) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		f.mistakes = append(f.mistakes, mistake(field, "pattern: %w", err))
		return
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		f.mistakes = append(f.mistakes, mistake(field, "pattern: %w", err))
		return
	}
	if steps := len(program.Inst); steps > maxPatternSteps {
		f.mistakes = append(f.mistakes, mistake(field, "pattern: %d steps when compiled, more than %d: shorten its repetitions",
			steps, maxPatternSteps))
	}
}

// longestList is the length of the longest list among the rules of one type of values.
func longestList(rules *validate.FieldRules) int {
	message, most := rules.ProtoReflect(), 0
	kind := message.WhichOneof(message.Descriptor().Oneofs().ByName("type"))
	if kind == nil {
		return 0
	}
	message.Get(kind).Message().Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if rule.IsList() {
			most = max(most, value.List().Len())
		}
		return true
	})
	return most
}
