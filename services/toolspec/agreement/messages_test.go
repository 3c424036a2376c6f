package agreement_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/durationpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
)

// generated is a tool whose messages and rules are made at random.
func generated(t testing.TB, seed uint64) *subject {
	t.Helper()
	g := generator{texts{rand.New(rand.NewPCG(seed, 42))}}
	file, err := protodesc.NewFile(g.file(), protoregistry.GlobalFiles)
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
	return newSubject(t, tools[0], rules, func() proto.Message { return dynamicpb.NewMessage(input) })
}

type generator struct{ texts }

func (g generator) file() *descriptorpb.FileDescriptorProto {
	option := &descriptorpb.MethodOptions{}
	proto.SetExtension(option, toolsv1.E_Tool, &toolsv1.Tool{Name: "made", Auth: toolsv1.Auth_AUTH_NONE})
	colours := &descriptorpb.EnumDescriptorProto{Name: new("Colour"), Options: &descriptorpb.EnumOptions{AllowAlias: new(true)}}
	for i, name := range []string{"COLOUR_UNSPECIFIED", "COLOUR_RED", "COLOUR_GREEN", "COLOUR_VERT"} {
		colours.Value = append(colours.Value, &descriptorpb.EnumValueDescriptorProto{Name: &name, Number: new(int32(min(i, 2)))})
	}
	return &descriptorpb.FileDescriptorProto{
		Name: new("made/v1/made.proto"), Package: new("made.v1"), Syntax: new("editions"), Edition: descriptorpb.Edition_EDITION_2023.Enum(),
		Dependency: []string{
			"buf/validate/validate.proto", "salaatflow/tools/v1/tool.proto", "google/protobuf/timestamp.proto", "google/protobuf/duration.proto",
			"google/protobuf/struct.proto", "google/protobuf/wrappers.proto", "google/protobuf/field_mask.proto",
		},
		EnumType:    []*descriptorpb.EnumDescriptorProto{colours},
		MessageType: []*descriptorpb.DescriptorProto{g.message("Request", true), g.message("Held", false), {Name: new("Response")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("MadeService"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: new("Make"), InputType: new(".made.v1.Request"), OutputType: new(".made.v1.Response"), Options: option,
		}}}},
	}
}

func (g generator) message(name string, holds bool) *descriptorpb.DescriptorProto {
	message := &descriptorpb.DescriptorProto{Name: &name}
	for i := range 1 + g.IntN(5) {
		message.Field = append(message.Field, g.field(message, fmt.Sprintf("f_%d", i), int32(i+1), holds))
	}
	if g.IntN(3) == 0 {
		oneof := &descriptorpb.OneofDescriptorProto{Name: new("either")}
		if g.IntN(2) == 0 {
			oneof.Options = &descriptorpb.OneofOptions{}
			proto.SetExtension(oneof.Options, validate.E_Oneof, &validate.OneofRules{Required: new(true)})
		}
		message.OneofDecl = append(message.OneofDecl, oneof)
		for i := range 1 + g.IntN(3) {
			field := g.single(fmt.Sprintf("o_%d", i), int32(i+20), holds)
			field.OneofIndex = new(int32(0))
			message.Field = append(message.Field, field)
		}
	}
	if g.IntN(12) == 0 {
		message.Options = &descriptorpb.MessageOptions{}
		names := []string{message.Field[0].GetName()}
		if last := message.Field[len(message.Field)-1].GetName(); last != names[0] {
			names = append(names, last)
		}
		proto.SetExtension(message.Options, validate.E_Message, &validate.MessageRules{Oneof: []*validate.MessageOneofRule{
			{Fields: names, Required: new(g.IntN(2) == 0)},
		}})
	}
	return message
}

var scalarKinds = []descriptorpb.FieldDescriptorProto_Type{
	descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_STRING,
	descriptorpb.FieldDescriptorProto_TYPE_STRING,
	descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BOOL,
	descriptorpb.FieldDescriptorProto_TYPE_BYTES,
	descriptorpb.FieldDescriptorProto_TYPE_INT32, descriptorpb.FieldDescriptorProto_TYPE_SINT32,
	descriptorpb.FieldDescriptorProto_TYPE_SFIXED32,
	descriptorpb.FieldDescriptorProto_TYPE_UINT32, descriptorpb.FieldDescriptorProto_TYPE_FIXED32,
	descriptorpb.FieldDescriptorProto_TYPE_INT64,
	descriptorpb.FieldDescriptorProto_TYPE_SINT64, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64,
	descriptorpb.FieldDescriptorProto_TYPE_UINT64,
	descriptorpb.FieldDescriptorProto_TYPE_FIXED64, descriptorpb.FieldDescriptorProto_TYPE_FLOAT,
	descriptorpb.FieldDescriptorProto_TYPE_DOUBLE,
	descriptorpb.FieldDescriptorProto_TYPE_ENUM,
}

var heldTypes = []string{
	".made.v1.Held", ".made.v1.Held", ".made.v1.Request", ".google.protobuf.Timestamp", ".google.protobuf.Duration",
	".google.protobuf.Struct",
	".google.protobuf.Value", ".google.protobuf.ListValue", ".google.protobuf.FieldMask", ".google.protobuf.StringValue",
	".google.protobuf.Int64Value", ".google.protobuf.UInt32Value", ".google.protobuf.BytesValue", ".google.protobuf.FloatValue",
}

// single is a field of one value, whose type and rules are made at random.
func (g generator) single(name string, number int32, holds bool) *descriptorpb.FieldDescriptorProto {
	field := &descriptorpb.FieldDescriptorProto{
		Name: &name, Number: &number, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(), Options: &descriptorpb.FieldOptions{},
	}
	rules := &validate.FieldRules{}
	if g.IntN(4) == 0 {
		field.Type, field.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), new(heldTypes[g.IntN(len(heldTypes))])
		if !holds && field.GetTypeName() == ".made.v1.Held" {
			field.TypeName = new(".google.protobuf.Struct")
		}
		g.heldRules(rules, field.GetTypeName())
	} else {
		field.Type = scalarKinds[g.IntN(len(scalarKinds))].Enum()
		if field.GetType() == descriptorpb.FieldDescriptorProto_TYPE_ENUM {
			field.TypeName = new(".made.v1.Colour")
		}
		g.scalarRules(rules, field.GetType())
		if field.GetType() == descriptorpb.FieldDescriptorProto_TYPE_STRING && g.IntN(20) == 0 {
			rules.CelExpression = []string{"this.size() % 2 == 0"}
		}
	}
	g.setRules(field, rules)
	return field
}

func (g generator) field(message *descriptorpb.DescriptorProto, name string, number int32, holds bool) *descriptorpb.FieldDescriptorProto {
	field := g.single(name, number, holds)
	if isWrapper := strings.HasPrefix(field.GetTypeName(), ".google.protobuf.") && strings.HasSuffix(field.GetTypeName(), "Value") &&
		field.GetTypeName() != ".google.protobuf.Value" && field.GetTypeName() != ".google.protobuf.ListValue"; isWrapper {
		return field // protovalidate loses the rules on lists and maps of wrappers, or fails at them
	}
	rules, _ := proto.GetExtension(field.Options, validate.E_Field).(*validate.FieldRules)
	switch choice := g.IntN(8); {
	case choice == 0:
		field.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		repeated := &validate.RepeatedRules{Items: rules}
		g.between(&repeated.MinItems, &repeated.MaxItems, 4)
		if g.IntN(2) == 0 && field.GetType() != descriptorpb.FieldDescriptorProto_TYPE_MESSAGE {
			repeated.Unique = new(true)
		}
		g.setRules(field, &validate.FieldRules{Type: &validate.FieldRules_Repeated{Repeated: repeated}})
	case choice == 1:
		g.makeMap(message, field, rules)
	case choice < 4 && field.GetType() != descriptorpb.FieldDescriptorProto_TYPE_MESSAGE:
		field.Options.Features = &descriptorpb.FeatureSet{FieldPresence: descriptorpb.FeatureSet_IMPLICIT.Enum()}
	}
	return field
}

var keyKinds = []descriptorpb.FieldDescriptorProto_Type{
	descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BOOL,
	descriptorpb.FieldDescriptorProto_TYPE_INT32,
	descriptorpb.FieldDescriptorProto_TYPE_UINT64, descriptorpb.FieldDescriptorProto_TYPE_SINT64,
	descriptorpb.FieldDescriptorProto_TYPE_FIXED32,
}

func (g generator) makeMap(message *descriptorpb.DescriptorProto, field *descriptorpb.FieldDescriptorProto, values *validate.FieldRules) {
	entry := fmt.Sprintf("F%dEntry", field.GetNumber()-1)
	key := keyKinds[g.IntN(len(keyKinds))]
	keys := &validate.FieldRules{}
	g.scalarRules(keys, key)
	keys.Cel = nil
	message.NestedType = append(message.NestedType, &descriptorpb.DescriptorProto{
		Name: &entry, Options: &descriptorpb.MessageOptions{MapEntry: new(true)},
		Field: []*descriptorpb.FieldDescriptorProto{
			{Name: new("key"), Number: new(int32(1)), Type: key.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()},
			{
				Name: new("value"), Number: new(int32(2)), Type: field.Type, TypeName: field.TypeName,
				Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			},
		},
	})
	field.Type, field.Label = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	field.TypeName = new(".made.v1." + message.GetName() + "." + entry)
	pairs := &validate.MapRules{Keys: keys, Values: values}
	g.between(&pairs.MinPairs, &pairs.MaxPairs, 3)
	g.setRules(field, &validate.FieldRules{Type: &validate.FieldRules_Map{Map: pairs}})
}

func (g generator) setRules(field *descriptorpb.FieldDescriptorProto, rules *validate.FieldRules) {
	isMessage := field.GetType() == descriptorpb.FieldDescriptorProto_TYPE_MESSAGE // whose own rules would be ignored with those of the field
	switch g.IntN(10) {
	case 0:
		rules.Required = new(true)
	case 1:
		if !isMessage {
			rules.Ignore = validate.Ignore_IGNORE_IF_ZERO_VALUE.Enum()
		}
	case 2:
		if g.IntN(3) == 0 && !isMessage {
			rules.Ignore = validate.Ignore_IGNORE_ALWAYS.Enum()
		}
	}
	proto.SetExtension(field.Options, validate.E_Field, rules)
	if g.IntN(3) == 0 {
		proto.SetExtension(field.Options, toolsv1.E_Parameter, &toolsv1.Parameter{Trim: true})
	}
}

func (g generator) between(least, most **uint64, span int) {
	low := uint64(g.IntN(span))
	if g.IntN(2) == 0 {
		*least = &low
	}
	if g.IntN(2) == 0 {
		*most = new(low + uint64(g.IntN(span)))
	}
}

// patterns are in RE2, some of which ECMA-262 writes otherwise.
var patterns = []string{
	`^[a-z]+$`, `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, `^[a-z][a-z0-9_]{0,63}$`, `(?i)^abc$`, `^\pL+$`, `a.c`, `^.{2,4}$`, `\bfoo\b`,
	`^\s*\d+\s*$`, `[[:alpha:]]+`, `^(?P<x>a|b)+$`,
	`\Aab\z`, `^[^a]*$`, `\x{1F642}`, `^a{2}b?$`, `^(?:a|)$`, `[\]\[^-]`, `^\Qa.b\E$`, `(?s)^.+$`, `^[A-Za-z0-9+/=]*$`, `ٱ|ق`,
	`^(a|b|cd)*?e$`, `-`, `^\w+@\w+$`, `]`, `^a{,2}$`, `[a\-z]`, `\-`,
}

func (g generator) scalarRules(rules *validate.FieldRules, kind descriptorpb.FieldDescriptorProto_Type) {
	if g.IntN(5) == 0 {
		return
	}
	switch kind {
	case descriptorpb.FieldDescriptorProto_TYPE_STRING:
		rules.Type = &validate.FieldRules_String_{String_: g.stringRules()}
	case descriptorpb.FieldDescriptorProto_TYPE_BOOL:
		rules.Type = &validate.FieldRules_Bool{Bool: &validate.BoolRules{Const: new(g.IntN(2) == 0)}}
	case descriptorpb.FieldDescriptorProto_TYPE_BYTES:
		bytes := &validate.BytesRules{}
		g.between(&bytes.MinLen, &bytes.MaxLen, 4)
		rules.Type = &validate.FieldRules_Bytes{Bytes: bytes}
	case descriptorpb.FieldDescriptorProto_TYPE_ENUM:
		enum := &validate.EnumRules{DefinedOnly: new(true)}
		switch g.IntN(3) {
		case 0:
			enum.In = []int32{int32(g.IntN(3)), int32(g.IntN(3))}
		case 1:
			enum.NotIn = []int32{int32(g.IntN(3))}
		}
		rules.Type = &validate.FieldRules_Enum{Enum: enum}
	default:
		g.numericRules(rules, kind)
	}
}

// numericRules sets the rules of a number, which all kinds spell alike, by reflection.
func (g generator) numericRules(rules *validate.FieldRules, kind descriptorpb.FieldDescriptorProto_Type) {
	name := protoreflect.Kind(kind).String()
	message := rules.ProtoReflect()
	typed := message.Mutable(message.Descriptor().Fields().ByName(protoreflect.Name(name))).Message()
	set := func(rule protoreflect.Name) {
		field := typed.Descriptor().Fields().ByName(rule)
		if field.IsList() {
			for range 1 + g.IntN(3) {
				typed.Mutable(field).List().Append(g.numeral(field.Kind()))
			}
			return
		}
		typed.Set(field, g.numeral(field.Kind()))
	}
	for _, pair := range [][]protoreflect.Name{{"gt", "gte"}, {"lt", "lte"}} {
		if g.IntN(2) == 0 {
			set(pair[g.IntN(2)])
		}
	}
	switch g.IntN(12) {
	case 0:
		set("const")
	case 1, 2:
		set("in")
	case 3:
		set("not_in")
	}
}

func (g generator) numeral(kind protoreflect.Kind) protoreflect.Value {
	small := []int64{0, 1, 2, 5, 9, 10, 99, 100, 1234, -1, -7, -100, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64}
	number := small[g.IntN(len(small))]
	switch kind {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(number))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(number))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(number)
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(uint64(number))
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32([]float32{0, 0.1, 1, -90, 1e10, 0.3, math.MaxFloat32, math.SmallestNonzeroFloat32}[g.IntN(8)])
	}
	return protoreflect.ValueOfFloat64([]float64{0, 0.1, 1, -90, 180, 1e10, 0.3, 1e-9}[g.IntN(8)])
}

func (g generator) stringRules() *validate.StringRules {
	rules := &validate.StringRules{}
	for range 1 + g.IntN(2) {
		switch g.IntN(14) {
		case 0, 1, 2:
			g.between(&rules.MinLen, &rules.MaxLen, []int{3, 20, 2100}[g.IntN(3)])
		case 3:
			rules.Len = new(uint64(g.IntN(4)))
		case 4, 5:
			rules.Pattern = new(patterns[g.IntN(len(patterns))])
		case 6:
			rules.Prefix = new([]string{"a", "a.b", "", "^"}[g.IntN(4)])
		case 7:
			rules.Suffix = new([]string{"z", "+", " "}[g.IntN(3)])
		case 8:
			rules.Contains = new([]string{"b", "\u2028", "-"}[g.IntN(3)])
		case 9:
			rules.NotContains = new([]string{"b", "é", "]"}[g.IntN(3)])
		case 10:
			rules.In = slices.Clone([]string{"low", "medium", "high", "", " a", "ق"}[g.IntN(3):][:1+g.IntN(3)])
		case 11:
			rules.NotIn = []string{"low", "", "a@b.c"}[g.IntN(3):]
		case 12:
			rules.Const = new([]string{"same", "", "a b"}[g.IntN(3)])
		case 13:
			g.form(rules)
		}
	}
	switch g.IntN(24) {
	case 0:
		rules.MaxBytes = new(uint64(g.IntN(8)))
	case 1:
		rules.MinBytes = new(uint64(g.IntN(8)))
	case 2:
		rules.LenBytes = new(uint64(g.IntN(8)))
	}
	return rules
}

func (g generator) form(rules *validate.StringRules) {
	forms := rules.ProtoReflect().Descriptor().Oneofs().ByName("well_known").Fields()
	names := []protoreflect.Name{
		"email", "hostname", "ip", "ipv4", "ipv6", "uri", "uri_ref", "address", "uuid", "tuuid", "host_and_port", "ulid",
	}
	field := forms.ByName(names[g.IntN(len(names))])
	rules.ProtoReflect().Set(field, protoreflect.ValueOfBool(g.IntN(5) > 0))
}

func (g generator) heldRules(rules *validate.FieldRules, name string) {
	switch name {
	case ".google.protobuf.StringValue":
		rules.Type = &validate.FieldRules_String_{String_: g.stringRules()}
	case ".google.protobuf.Int64Value":
		g.numericRules(rules, descriptorpb.FieldDescriptorProto_TYPE_INT64)
	case ".google.protobuf.Timestamp":
		rules.Type = &validate.FieldRules_Timestamp{Timestamp: &validate.TimestampRules{LessThan: &validate.TimestampRules_LtNow{LtNow: true}}}
	case ".google.protobuf.Duration":
		rules.Type = &validate.FieldRules_Duration{Duration: &validate.DurationRules{
			GreaterThan: &validate.DurationRules_Gt{Gt: durationpb.New(time.Second)},
		}}
	case ".google.protobuf.FloatValue":
		g.numericRules(rules, descriptorpb.FieldDescriptorProto_TYPE_FLOAT)
	}
}

// What the schema of a tool with any messages and rules accepts, the rules do, and the other way round, but for what JSON Schema
// cannot say. Of many arguments, each rule that is listed as such makes a difference.
func TestGeneratedSchemasAndRulesAgree(t *testing.T) {
	said := readUnsaid(t)
	const each, many = 200, 500_000
	accepted, failures := 0, 0
	for made := range uint64(*tries / each) {
		one := generated(t, *seed+made)
		for i := range uint64(each) {
			raw := newArguments((*seed+made)<<20 | i).object(one.tool.Method().Input())
			differ, ok := one.disagreement([]byte(raw), said)
			if ok {
				accepted++
			}
			if differ != "" {
				t.Errorf("made of %d, arguments %d: %s: %s\n%s\n%v", *seed+made, i, raw, differ, one.tool.InputSchema, one.tool.Method().Input())
				failures++
				break
			}
		}
		if failures > 20 {
			t.FailNow()
		}
	}
	t.Logf("%d of %d arguments accepted", accepted, *tries)
	if accepted < *tries/10 {
		t.Error("too few to say much")
	}
	if unused := said.unused(); *tries >= many && len(unused) > 0 {
		t.Errorf("these make no difference, and need not be listed: %v", unused)
	}
}

func FuzzGeneratedSchemasAndRulesAgree(f *testing.F) {
	said := readUnsaid(f)
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, of, seed uint64) {
		one := generated(t, of)
		for i := range uint64(20) {
			raw := newArguments(seed + i).object(one.tool.Method().Input())
			if differ, _ := one.disagreement([]byte(raw), said); differ != "" {
				t.Errorf("made of %d: %s: %s\n%s", of, raw, differ, one.tool.InputSchema)
			}
		}
	})
}
