package toolspec

import (
	"encoding/json"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/internal/shape"
)

// Tool is one RPC that is offered as a tool. It is made by Tools or FromFiles, not changed after that, and safe
// for concurrent use. One of Manifest.Lean reads what takes much memory again when it is asked for it.
type Tool struct {
	// Name is the canonical name: authorization, metrics and audit bind to it.
	Name string
	// Title is a short title for people; where the option has none, it is made of the name.
	Title string
	// Icon is a data: URI in base64, an https URL or a path of a gateway, the tool's or else its service's; empty when neither has one.
	Icon string
	// Description is the RPC's comment, or else the title; and then the aliases, if there are any, in a paragraph of their own.
	Description string
	// Aliases are its other names; nil when it has none.
	Aliases []string
	// Intents are the intents that mean it; nil when none does.
	Intents []Intent
	// Auth is who may call it; never AUTH_UNSPECIFIED.
	Auth toolsv1.Auth
	// Scopes are what a credential must be good for to call it, all of them; never empty. Reading what anybody may read is not
	// refused for want of them.
	Scopes []string
	// Capabilities are the capability categories that it adds to a skill; nil when it adds none.
	Capabilities []string
	// ReadOnly: it changes nothing. Destructive: it may remove or overwrite something of the user's. Idempotent: calling
	// it again with the same arguments changes nothing more, so a call may be retried.
	ReadOnly, Destructive, Idempotent bool
	// DynamicDescription: the service changes the description while it runs.
	DynamicDescription bool
	// ExampleArguments is a compact JSON object that CheckArguments accepts; nil when there is no example.
	ExampleArguments json.RawMessage
	// Phrases are what people type when they mean it, by language; nil when nothing is known of that.
	Phrases []Phrases
	// Answers are what it says of its results, by language; nil when nothing is said.
	Answers []Answer
	// Headers name the HTTP headers in which clients of MCP repeat parameters, by the parameter, without their common Mcp-Param-; nil
	// when none is repeated.
	Headers map[string]string
	// Choices are the values of each parameter that has only some, by its name; nil when none has.
	Choices map[string][]Choice
	// InputSchema and OutputSchema are compact JSON Schemas (2020-12) of the arguments and the data, the same every time.
	InputSchema, OutputSchema json.RawMessage
	// Talk is what it says and hears beside its arguments and its data; nil when that is nothing.
	Talk *Talk
	// FullMethod is the name gRPC calls it by, "/package.Service/Method".
	FullMethod string
	// Owner is the parameter that names whose things a call is about; empty if they are the caller's.
	Owner string

	details *details        // nil for a lean tool
	again   func() *details // of a lean tool
}

// Intent is something a user may mean, as a classifier names it.
type Intent struct {
	// Name is the intent, exact and case-sensitive.
	Name string
	// Answers is the tool name that the intent is mapped to: the canonical name or an alias of the tool.
	Answers string
}

// Phrases are example sentences of one language.
type Phrases struct {
	// Language is en, ur-Latn or ur.
	Language  string
	Sentences []string
}

// CheckArguments returns what is wrong with the shape of a JSON object of arguments, in the order it stands there and
// then what is missing; nil when nothing is. No bytes at all count as {}. An unknown parameter, a missing one, a wrong
// type, a parameter given twice and text that is not JSON (a violation without a field) are found here; for the rules on
// values see CheckValues. Null is a wrong type: a parameter without a value is left out.
func (t *Tool) CheckArguments(raw []byte) []apperr.Violation { return t.detail().arguments.Check(raw) }

// Wire returns a JSON object of arguments as the tool's request in the wire format, if CheckArguments finds nothing wrong with it:
// they are checked and written in one pass. It returns false if something is wrong, and for what is to be read with protojson: maps,
// groups, and messages of google.protobuf. No bytes at all count as {}.
func (t *Tool) Wire(raw []byte) (wire []byte, ok bool) {
	return t.detail().arguments.AppendWire(make([]byte, 0, len(raw)), raw)
}

// WellFormed returns a JSON object of arguments as it is to be checked: with U+FFFD in place of each byte that is not UTF-8
// and each half of a surrogate pair, in the parameters that have the option to_well_formed. In all others these stay, for
// CheckArguments to refuse. Where there is nothing to replace, raw itself is returned.
func (t *Tool) WellFormed(raw []byte) []byte { return t.detail().arguments.WellFormed(raw) }

// Checker checks raw JSON as one message. It is immutable and safe for concurrent use.
type Checker struct{ shape *shape.Message }

// NewChecker returns the checker of a message, which is worth keeping. A message whose JSON would be ambiguous is an
// error.
func NewChecker(message protoreflect.MessageDescriptor) (*Checker, error) {
	made, err := shape.NewCompiler().Compile(message)
	if err != nil {
		return nil, err
	}
	return &Checker{made}, nil
}

// Check is CheckArguments for any message, but that null counts as absent, unless the member is required.
func (c *Checker) Check(raw []byte) []apperr.Violation { return c.shape.Check(raw) }

// Wire is the Tool's Wire for any message.
func (c *Checker) Wire(raw []byte) (wire []byte, ok bool) {
	return c.shape.AppendWire(make([]byte, 0, len(raw)), raw)
}

// WellFormed is the Tool's WellFormed for any message.
func (c *Checker) WellFormed(raw []byte) []byte { return c.shape.WellFormed(raw) }

// Malformed returns what is wrong with text that is not JSON, in the same words as CheckArguments; "" for JSON of any
// shape. Empty text is not JSON.
func Malformed(text []byte) string { return shape.Malformed(text) }

// AuthOf returns who may call an RPC, tool or not; AUTH_REQUIRED where nothing is said, never AUTH_UNSPECIFIED.
func AuthOf(method protoreflect.MethodDescriptor) toolsv1.Auth { return annotation.Auth(method) }

// OptionOf returns the tool option of an RPC; nil when the RPC is no tool. An option that cannot be read is an error.
func OptionOf(method protoreflect.MethodDescriptor) (*toolsv1.Tool, error) {
	return annotation.Tool(method)
}

// ScopesOf returns the scopes that a credential needs for an RPC, tool or not; never empty.
func ScopesOf(method protoreflect.MethodDescriptor) []string { return annotation.Scopes(method) }

// OwnerOf returns the field of an RPC's request, tool or not, that names whose things it is about; empty if they are the caller's.
func OwnerOf(method protoreflect.MethodDescriptor) string { return annotation.Owner(method) }

// Reads reports whether an RPC, tool or not, changes nothing.
func Reads(method protoreflect.MethodDescriptor) bool { return annotation.Reads(method) }

// AuthName returns the word for who may call: none, optional, required or admin.
func AuthName(auth toolsv1.Auth) string {
	switch auth {
	case toolsv1.Auth_AUTH_NONE:
		return "none"
	case toolsv1.Auth_AUTH_OPTIONAL:
		return "optional"
	case toolsv1.Auth_AUTH_ADMIN:
		return "admin"
	default:
		return "required"
	}
}

// Comment returns the comment before a declaration, or else the one behind it, as one paragraph; empty when there is
// none or the descriptor carries no source info. Lines that speak to linters are left out.
func Comment(of protoreflect.Descriptor) string { return annotation.Comment(of) }

// FullMethod returns the name by which gRPC calls an RPC, "/package.Service/Method".
func FullMethod(method protoreflect.MethodDescriptor) string {
	return "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
}
