// Package annotation reads what a proto file declares of its RPCs and fields beyond their types: the platform's options,
// the buf.validate rules, the google.api.http rule and the comments.
//
// Options are read from their bytes, so descriptors that were compiled elsewhere, with option types of their own or
// none at all, say the same as linked ones.
package annotation

import (
	"fmt"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// Tool returns the tool option of an RPC; nil when the RPC is no tool.
func Tool(method protoreflect.MethodDescriptor) (*toolsv1.Tool, error) {
	options, err := methodOptions(method)
	if err != nil || !proto.HasExtension(options, toolsv1.E_Tool) {
		return nil, err
	}
	return proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool), nil
}

// Icon returns the icon of a service's tools; empty when it has none.
func Icon(service protoreflect.ServiceDescriptor) (string, error) {
	options, err := optionsOf(service, &descriptorpb.ServiceOptions{})
	if err != nil || options == nil {
		return "", err
	}
	return proto.GetExtension(options, toolsv1.E_Icon).(string), nil
}

// Auth returns who may call an RPC: what its tool option says, else its auth option, else AUTH_REQUIRED. Options that
// cannot be read mean AUTH_REQUIRED too.
func Auth(method protoreflect.MethodDescriptor) toolsv1.Auth {
	options, err := methodOptions(method)
	if err != nil {
		return toolsv1.Auth_AUTH_REQUIRED
	}
	auth := proto.GetExtension(options, toolsv1.E_Auth).(toolsv1.Auth)
	if proto.HasExtension(options, toolsv1.E_Tool) {
		auth = proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool).GetAuth()
	}
	if auth == toolsv1.Auth_AUTH_UNSPECIFIED {
		return toolsv1.Auth_AUTH_REQUIRED
	}
	return auth
}

// Owner returns the name of the request's field that says whose things an RPC is about; empty if they are the caller's.
func Owner(method protoreflect.MethodDescriptor) string {
	options, err := methodOptions(method)
	if err != nil {
		return ""
	}
	return proto.GetExtension(options, toolsv1.E_Owner).(string)
}

// HTTP returns the google.api.http rule of an RPC; nil when it has none.
func HTTP(method protoreflect.MethodDescriptor) *annotations.HttpRule {
	options, err := methodOptions(method)
	if err != nil || !proto.HasExtension(options, annotations.E_Http) {
		return nil
	}
	return proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
}

// Field holds the options of a field.
type Field struct {
	// Trim: white space around the text is removed before the rules are checked.
	Trim bool
	// ToWellFormed: what is no Unicode in the text is replaced rather than refused.
	ToWellFormed bool
	// Identifies: the value names something that may not be there.
	Identifies bool
	// Choices are what people call its values.
	Choices []*toolsv1.Choice
	// Header names the HTTP header in which clients of MCP repeat it; empty for none.
	Header string
	// Rules are the buf.validate rules that hold for every value; nil when there are none.
	Rules *validate.FieldRules
	// Written are the rules as they are written, those that hold for values other than zero alone among them; nil when there are none.
	Written *validate.FieldRules
}

// OfField returns the options of a field.
func OfField(field protoreflect.FieldDescriptor) (Field, error) {
	options, err := optionsOf(field, &descriptorpb.FieldOptions{})
	if err != nil {
		return Field{}, err
	}
	if options == nil {
		return Field{}, nil
	}
	parameter := proto.GetExtension(options, toolsv1.E_Parameter).(*toolsv1.Parameter)
	read := Field{
		Trim: parameter.GetTrim(), ToWellFormed: parameter.GetToWellFormed(), Identifies: parameter.GetIdentifies(),
		Choices: parameter.GetChoices(), Header: parameter.GetHeader(),
	}
	if proto.HasExtension(options, validate.E_Field) {
		read.Rules = proto.GetExtension(options, validate.E_Field).(*validate.FieldRules)
	}
	if read.Rules != nil && !read.Rules.HasIgnore() && inMessageOneof(field) {
		read.Rules = proto.Clone(read.Rules).(*validate.FieldRules)
		read.Rules.SetIgnore(validate.Ignore_IGNORE_IF_ZERO_VALUE)
	}
	read.Written = read.Rules
	switch read.Rules.GetIgnore() {
	case validate.Ignore_IGNORE_ALWAYS:
		read.Rules, read.Written = nil, nil
	case validate.Ignore_IGNORE_IF_ZERO_VALUE:
		if field.HasPresence() { // which has no rules but where it is given
			break
		}
		read.Rules = allowZero(read.Rules)
	}
	return read, nil
}

// OfMessage returns the buf.validate rules of a message; nil when it has none.
func OfMessage(message protoreflect.MessageDescriptor) (*validate.MessageRules, error) {
	options, err := optionsOf(message, &descriptorpb.MessageOptions{})
	if err != nil || options == nil {
		return nil, err
	}
	rules, _ := proto.GetExtension(options, validate.E_Message).(*validate.MessageRules)
	return rules, nil
}

// Expressions returns the rules in CEL of a message, in the order in which they stand.
func Expressions(rules *validate.MessageRules) []string {
	expressions := slices.Clone(rules.GetCelExpression())
	for _, rule := range rules.GetCel() {
		expressions = append(expressions, rule.GetExpression())
	}
	return expressions
}

// inMessageOneof reports whether a rule of its message sets a field against others, which has its own rules ignored for its zero value.
func inMessageOneof(field protoreflect.FieldDescriptor) bool {
	rules, err := OfMessage(field.ContainingMessage())
	if err != nil {
		return false
	}
	return slices.ContainsFunc(rules.GetOneof(), func(one *validate.MessageOneofRule) bool {
		return slices.Contains(one.GetFields(), string(field.Name()))
	})
}

func methodOptions(method protoreflect.MethodDescriptor) (*descriptorpb.MethodOptions, error) {
	return optionsOf(method, &descriptorpb.MethodOptions{})
}

// optionsOf returns the options of a descriptor, of the linked types, which must not be changed; nil if it has none. It parses them
// anew, into empty ones, if they are of other types.
func optionsOf[M proto.Message](from protoreflect.Descriptor, empty M) (M, error) {
	if options, ok := from.Options().(M); ok && isLinked(options.ProtoReflect()) {
		return options, nil
	}
	raw, err := proto.MarshalOptions{AllowPartial: true}.Marshal(from.Options())
	if err == nil {
		err = proto.UnmarshalOptions{AllowPartial: true}.Unmarshal(raw, empty)
	}
	if err != nil {
		return empty, fmt.Errorf("%s: options cannot be read: %w", from.FullName(), err)
	}
	return empty, nil
}

// isLinked reports whether all extensions of options are of the linked types, or there are none.
func isLinked(options protoreflect.Message) bool {
	if len(options.GetUnknown()) > 0 {
		return false
	}
	linked := true
	options.Range(func(field protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if field.IsExtension() {
			known, err := protoregistry.GlobalTypes.FindExtensionByNumber(field.ContainingMessage().FullName(), field.Number())
			linked = err == nil && known.TypeDescriptor() == field
		}
		return linked
	})
	return linked
}

// Comment returns the comment before a declaration, or else the one behind it, as one paragraph; empty when there is
// none or the descriptor carries no source info. Lines that speak to linters are left out.
func Comment(of protoreflect.Descriptor) string {
	location := of.ParentFile().SourceLocations().ByDescriptor(of)
	if text := paragraph(location.LeadingComments); text != "" {
		return text
	}
	return paragraph(location.TrailingComments)
}

func paragraph(comment string) string {
	var words []string
	for line := range strings.Lines(comment) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "buf:lint:") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return strings.Join(words, " ")
}
