package agreement_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// relating makes tools whose rules are about which members go together.
type relating struct{ *rand.Rand }

// members are what relations are made of: the name and type of a member, whether it has presence, the values that it may have, as CEL
// writes them, and whether a rule lists them.
var members = []struct {
	name     string
	kind     descriptorpb.FieldDescriptorProto_Type
	repeated bool
	presence bool
	values   []string
}{
	{"way", descriptorpb.FieldDescriptorProto_TYPE_STRING, false, true, []string{`"phone"`, `"email"`, `""`}},
	{"said", descriptorpb.FieldDescriptorProto_TYPE_STRING, false, false, []string{`"a"`, `"b"`, `""`}},
	{"loud", descriptorpb.FieldDescriptorProto_TYPE_BOOL, false, false, []string{"true", "false"}},
	{"sure", descriptorpb.FieldDescriptorProto_TYPE_BOOL, false, true, []string{"true", "false"}},
	{"count", descriptorpb.FieldDescriptorProto_TYPE_INT32, false, false, []string{"0", "1", "-2"}},
	{"level", descriptorpb.FieldDescriptorProto_TYPE_UINT32, false, true, []string{"0u", "1u"}},
	{"tags", descriptorpb.FieldDescriptorProto_TYPE_STRING, true, false, nil},
	{"held", descriptorpb.FieldDescriptorProto_TYPE_MESSAGE, false, true, nil},
}

func (r relating) atom() string {
	one := members[r.IntN(len(members))]
	this := "this." + one.name
	if len(one.values) == 0 || r.IntN(3) == 0 {
		return "has(" + this + ")"
	}
	value := one.values[r.IntN(len(one.values))]
	switch choice := r.IntN(6); {
	case choice == 0:
		return value + " == " + this
	case choice == 1:
		return this + " != " + value
	case choice == 2:
		return this + " in [" + strings.Join(one.values[:1+r.IntN(len(one.values))], ", ") + "]"
	case choice == 3 && one.kind == descriptorpb.FieldDescriptorProto_TYPE_BOOL:
		return this
	}
	return this + " == " + value
}

func (r relating) expression(depth int) string {
	if depth == 0 || r.IntN(3) == 0 {
		return r.atom()
	}
	sub := func() string { return r.expression(depth - 1) }
	switch r.IntN(4) {
	case 0:
		return "(" + sub() + " && " + sub() + ")"
	case 1:
		return "(" + sub() + " || " + sub() + ")"
	case 2:
		return "!(" + sub() + ")"
	}
	return "(" + sub() + " ? " + sub() + " : " + sub() + ")"
}

func (r relating) rules() *validate.MessageRules {
	rules := &validate.MessageRules{}
	for range 1 + r.IntN(3) {
		expression := r.expression(3)
		switch r.IntN(4) {
		case 0:
			expression += ` ? "" : "they do not go together"`
		case 1:
			expression += ` ? "they do not go together" : ""`
		}
		rules.CelExpression = append(rules.CelExpression, expression)
	}
	if r.IntN(3) == 0 {
		rules.Oneof = []*validate.MessageOneofRule{{
			Fields: []string{members[r.IntN(4)].name, members[4+r.IntN(2)].name, members[6+r.IntN(2)].name}, Required: new(r.IntN(2) == 0),
		}}
	}
	return rules
}

func (r relating) message(name string) *descriptorpb.DescriptorProto {
	message := &descriptorpb.DescriptorProto{Name: &name, Options: &descriptorpb.MessageOptions{}}
	for i, one := range members {
		field := &descriptorpb.FieldDescriptorProto{
			Name: &one.name, Number: new(int32(i + 1)), Type: one.kind.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			Options: &descriptorpb.FieldOptions{},
		}
		switch {
		case one.repeated:
			field.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		case one.kind == descriptorpb.FieldDescriptorProto_TYPE_MESSAGE:
			field.TypeName = new(".made.v1.Held")
		case !one.presence:
			field.Options.Features = &descriptorpb.FeatureSet{FieldPresence: descriptorpb.FeatureSet_IMPLICIT.Enum()}
		}
		if one.kind == descriptorpb.FieldDescriptorProto_TYPE_STRING && len(one.values) > 0 {
			in := &validate.StringRules{}
			for _, value := range one.values {
				in.In = append(in.In, strings.Trim(value, `"`))
			}
			proto.SetExtension(field.Options, validate.E_Field, &validate.FieldRules{Type: &validate.FieldRules_String_{String_: in}})
		}
		message.Field = append(message.Field, field)
	}
	proto.SetExtension(message.Options, validate.E_Message, r.rules())
	return message
}

// related is a tool whose request has such rules, and a message in it too.
func related(t testing.TB, seed uint64) *subject {
	t.Helper()
	r := relating{rand.New(rand.NewPCG(seed, 17))}
	option := &descriptorpb.MethodOptions{}
	proto.SetExtension(option, toolsv1.E_Tool, &toolsv1.Tool{Name: "made", Auth: toolsv1.Auth_AUTH_NONE, Relations: true})
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("made/v1/made.proto"), Package: new("made.v1"), Syntax: new("editions"), Edition: descriptorpb.Edition_EDITION_2023.Enum(),
		Dependency:  []string{"buf/validate/validate.proto", "salaatflow/tools/v1/tool.proto"},
		MessageType: []*descriptorpb.DescriptorProto{r.message("Request"), r.message("Held"), {Name: new("Response")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("MadeService"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: new("Make"), InputType: new(".made.v1.Request"), OutputType: new(".made.v1.Response"), Options: option,
		}}}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	tools, err := toolspec.Tools(file.Services().Get(0))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	rules, err := protovalidate.New()
	if err != nil {
		t.Fatal(err)
	}
	input := tools[0].Method().Input()
	for _, rule := range rulesOf(input) {
		if !schema.IsRelation(input, rule) {
			t.Fatalf("seed %d: %s is not said in the schema", seed, rule)
		}
	}
	return newSubject(t, tools[0], rules, func() proto.Message { return dynamicpb.NewMessage(input) })
}

func rulesOf(message protoreflect.MessageDescriptor) []string {
	return proto.GetExtension(message.Options(), validate.E_Message).(*validate.MessageRules).GetCelExpression()
}

// arguments are of any of the members, with values that the rules speak of.
func (r relating) arguments(depth int) string {
	var given []string
	for _, one := range members {
		switch {
		case r.IntN(2) == 0:
		case one.repeated:
			given = append(given, fmt.Sprintf(`%q: %s`, one.name, []string{"[]", `["x"]`}[r.IntN(2)]))
		case one.kind == descriptorpb.FieldDescriptorProto_TYPE_MESSAGE && depth > 0:
			given = append(given, fmt.Sprintf(`%q: %s`, one.name, r.arguments(depth-1)))
		case len(one.values) > 0:
			given = append(given, fmt.Sprintf(`%q: %s`, one.name, strings.TrimSuffix(one.values[r.IntN(len(one.values))], "u")))
		}
	}
	r.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	return "{" + strings.Join(given, ", ") + "}"
}

// A schema with relations says what the rules in CEL do: nothing is excused.
func TestRelationsAndRulesAgree(t *testing.T) {
	said := readUnsaid(t).without("cel", "message.oneof")
	const each = 100
	accepted := 0
	for made := range uint64(*tries / each) {
		one := related(t, *seed+made)
		r := relating{rand.New(rand.NewPCG(*seed+made, 18))}
		for range each {
			raw := r.arguments(1)
			differ, ok := one.disagreement([]byte(raw), said)
			if ok {
				accepted++
			}
			if differ != "" {
				t.Fatalf("made of %d: %s: %s\n%s\n%q", *seed+made, raw, differ, one.tool.InputSchema, rulesOf(one.tool.Method().Input()))
			}
		}
	}
	t.Logf("%d of %d arguments accepted", accepted, *tries)
	if accepted < *tries/50 {
		t.Error("too few to say much")
	}
}

func (u *unsaid) without(rules ...string) *unsaid {
	return &unsaid{entries: slices.DeleteFunc(slices.Clone(u.entries), func(one unsaidRule) bool {
		return slices.Contains(rules, one.Rule)
	}), used: u.used}
}
