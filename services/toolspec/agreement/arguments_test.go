package agreement_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// arguments makes JSON objects for a message: most of what stands in them keeps the rules, or nearly.
type arguments struct {
	texts
	wrong float64 // how likely it is that a value is of any type
}

func newArguments(seed uint64) *arguments {
	random := rand.New(rand.NewPCG(seed, seed>>1|1))
	return &arguments{texts{random}, []float64{0, 0.01, 0.05, 0.3}[random.IntN(4)]}
}

func (a *arguments) object(message protoreflect.MessageDescriptor) string {
	if a.Float64() < a.wrong/4 {
		return a.anything(0)
	}
	return a.message(message, 0)
}

func (a *arguments) message(message protoreflect.MessageDescriptor, depth int) string {
	var members []string
	given := []float64{0.15, 0.5, 0.95}[a.IntN(3)]
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		said, err := annotation.OfField(field)
		if err != nil {
			continue
		}
		likely := given
		if oneof := field.ContainingOneof(); oneof != nil {
			likely = 1.3 / float64(oneof.Fields().Len())
		}
		if said.Required(field) {
			likely = 0.97
		}
		if depth > 3 && field.Message() != nil {
			likely /= 5
		}
		if a.Float64() < likely {
			members = append(members, a.name(field)+a.space()+":"+a.space()+a.field(field, said, depth))
		}
	}
	if a.Float64() < a.wrong/2 {
		members = append(members, a.spell(known[a.IntN(len(known))])+":"+a.anything(depth))
	}
	if a.Float64() < a.wrong/4 && len(members) > 0 {
		members = append(members, members[a.IntN(len(members))])
	}
	a.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + a.space() + strings.Join(members, ",") + "}"
}

func (a *arguments) name(field protoreflect.FieldDescriptor) string {
	if a.Float64() < a.wrong/20 {
		return a.spell(field.JSONName())
	}
	return a.spell(field.TextName())
}

func (a *arguments) space() string {
	if a.IntN(40) == 0 {
		return []string{" ", "\n\t", "\r"}[a.IntN(3)]
	}
	return ""
}

func (a *arguments) field(field protoreflect.FieldDescriptor, said annotation.Field, depth int) string {
	if a.Float64() < 0.03+a.wrong/10 {
		return "null"
	}
	rules := said.Written
	switch {
	case field.IsMap():
		return a.mapping(field, rules.GetMap(), said.Trim, depth)
	case field.IsList():
		return a.list(field, rules.GetRepeated(), said.Trim, depth)
	}
	return a.value(field, rules, said.Trim, depth)
}

func (a *arguments) count(least, most uint64) int {
	bounds := []uint64{0, 1, 2, least, most, most + 1}
	count := bounds[a.IntN(len(bounds))]
	if a.IntN(2) == 0 {
		count = max(count, least)
	}
	return int(min(count, 8))
}

func (a *arguments) list(field protoreflect.FieldDescriptor, rules *validate.RepeatedRules, trimmed bool, depth int) string {
	if a.Float64() < a.wrong {
		return a.anything(depth)
	}
	var items []string
	for range a.count(rules.GetMinItems(), rules.GetMaxItems()) {
		if len(items) > 0 && a.IntN(8) == 0 {
			items = append(items, items[0])
			continue
		}
		items = append(items, a.value(field, rules.GetItems(), trimmed, depth+1))
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (a *arguments) mapping(field protoreflect.FieldDescriptor, rules *validate.MapRules, trimmed bool, depth int) string {
	if a.Float64() < a.wrong {
		return a.anything(depth)
	}
	var members []string
	for range a.count(rules.GetMinPairs(), rules.GetMaxPairs()) {
		members = append(members, a.key(field.MapKey(), rules.GetKeys())+":"+a.value(field.MapValue(), rules.GetValues(), trimmed, depth+1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (a *arguments) key(key protoreflect.FieldDescriptor, rules *validate.FieldRules) string {
	switch key.Kind() {
	case protoreflect.StringKind:
		return a.spell(a.any(rules.GetString(), false))
	case protoreflect.BoolKind:
		return []string{`"true"`, `"false"`, `"True"`, `"1"`}[a.IntN(4)]
	}
	return a.spell(strings.Trim(a.integer(key.Kind(), rules), `"`))
}

func (a *arguments) value(field protoreflect.FieldDescriptor, rules *validate.FieldRules, trimmed bool, depth int) string {
	if a.Float64() < a.wrong {
		return a.anything(depth)
	}
	if message := field.Message(); message != nil {
		return a.held(message, rules, depth)
	}
	return a.scalar(field, rules, trimmed)
}

func (a *arguments) held(message protoreflect.MessageDescriptor, rules *validate.FieldRules, depth int) string {
	switch name := message.FullName(); name {
	case "google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask":
		return a.spell(a.any(nil, false))
	case "google.protobuf.Struct":
		return a.anyObject(depth)
	case "google.protobuf.Any":
		return "{}"
	case "google.protobuf.ListValue":
		return "[" + a.anything(depth) + "]"
	case "google.protobuf.Value":
		return a.anything(depth)
	default:
		if strings.HasSuffix(string(name), "Value") && name.Parent() == "google.protobuf" {
			return a.scalar(message.Fields().ByName("value"), rules, false)
		}
	}
	if depth > 40 {
		return "{}"
	}
	return a.message(message, depth+1)
}

func (a *arguments) scalar(field protoreflect.FieldDescriptor, rules *validate.FieldRules, trimmed bool) string {
	switch field.Kind() {
	case protoreflect.BoolKind:
		return []string{"true", "false"}[a.IntN(2)]
	case protoreflect.StringKind:
		return a.spell(a.any(rules.GetString(), trimmed))
	case protoreflect.BytesKind:
		return a.spell(a.any(nil, false))
	case protoreflect.EnumKind:
		return a.enumeration(field.Enum())
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return a.number(rules)
	}
	return a.integer(field.Kind(), rules)
}

func (a *arguments) enumeration(enum protoreflect.EnumDescriptor) string {
	if enum.FullName() == "google.protobuf.NullValue" {
		return "null"
	}
	if a.IntN(10) == 0 {
		return a.spell(known[a.IntN(len(known))])
	}
	return a.spell(string(enum.Values().Get(a.IntN(enum.Values().Len())).Name()))
}

// integer is one at a border of its rules or of its type, written in some way.
func (a *arguments) integer(kind protoreflect.Kind, rules *validate.FieldRules) string {
	var text string
	candidates := []any{int64(0), int64(1), int64(-1), int64(7), int64(math.MaxInt32), int64(math.MinInt32), int64(math.MaxUint32),
		int64(math.MaxInt64),
		int64(math.MinInt64), uint64(math.MaxUint64)}
	if numeric, ok := annotation.Numeric(rules); ok {
		about := append(append([]any{}, numeric.In...), numeric.NotIn...)
		for _, bound := range []any{numeric.Const, numeric.Less, numeric.LessEqual, numeric.Greater, numeric.GreaterEqual} {
			if bound != nil {
				about = append(about, bound)
			}
		}
		if len(about) > 0 && a.IntN(4) > 0 {
			candidates = about
		}
	}
	switch number := candidates[a.IntN(len(candidates))].(type) {
	case uint64:
		text = strconv.FormatUint(number-uint64(a.IntN(3))+1, 10)
	case uint32:
		text = strconv.FormatInt(int64(number)+int64(a.IntN(3))-1, 10)
	case int32:
		text = strconv.FormatInt(int64(number)+int64(a.IntN(3))-1, 10)
	case int64:
		text = strconv.FormatInt(number+int64(a.IntN(3))-1, 10)
	}
	switch kind {
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		if a.IntN(20) > 0 {
			return strconv.Quote(text)
		}
		return text
	}
	switch a.IntN(40) {
	case 0:
		return text + ".0"
	case 1:
		return text + "e0"
	case 2:
		return strconv.Quote(text)
	case 3:
		return text + ".5"
	case 4:
		return text + "0E-1"
	}
	return text
}

func (a *arguments) number(rules *validate.FieldRules) string {
	candidates := []float64{0, 1, -1, 0.1, 0.5, 90, 180, 1000, 1e300, math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-300, 123456.789}
	if numeric, ok := annotation.Numeric(rules); ok {
		bounds := []any{numeric.Const, numeric.Less, numeric.LessEqual, numeric.Greater, numeric.GreaterEqual}
		for _, bound := range append(bounds, numeric.In...) {
			if bound != nil && !math.IsInf(annotation.AsFloat(bound), 0) && !math.IsNaN(annotation.AsFloat(bound)) {
				candidates = append(candidates, annotation.AsFloat(bound))
			}
		}
	}
	number := candidates[a.IntN(len(candidates))]
	switch a.IntN(8) {
	case 0:
		number = math.Nextafter(number, math.Inf(1))
	case 1:
		number = math.Nextafter(number, math.Inf(-1))
	case 2:
		number = float64(math.Nextafter32(float32(number), float32(math.Inf(1))))
	case 3:
		number = -number
	case 4:
		number += a.Float64() - 0.5
	case 5:
		number *= 1 + (a.Float64()-0.5)*1e-7
	}
	if math.IsInf(number, 0) || math.IsNaN(number) {
		number = 0
	}
	return strconv.FormatFloat(number, []byte("gefg")[a.IntN(2)], -1, 64)
}

func (a *arguments) anything(depth int) string {
	if depth > 40 {
		return "1"
	}
	switch a.IntN(14) {
	case 0:
		return "null"
	case 1:
		return "true"
	case 2:
		return a.anyObject(depth)
	case 3:
		return "[" + a.anything(depth+1) + "]"
	case 4:
		return "[]"
	case 5:
		return a.integer(protoreflect.Int32Kind, nil)
	case 6:
		return a.number(nil)
	case 7:
		return []string{"1e400", "-1e400", "1e39", "0.1e1", "100e-2", "-0", "-0.0", "123456789012345678901234567890"}[a.IntN(8)]
	case 8:
		return strings.Repeat("[", 33) + strings.Repeat("]", 33)
	}
	return a.spell(a.any(nil, false))
}

func (a *arguments) anyObject(depth int) string {
	var members []string
	for range a.IntN(3) {
		members = append(members, a.spell(a.any(nil, false))+":"+a.anything(depth+1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// spell writes a text in JSON, some of its characters escaped.
func (a *arguments) spell(text string) string {
	if a.IntN(10) > 0 {
		quoted, err := json.Marshal(text)
		if err != nil {
			return `""`
		}
		return string(quoted)
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, char := range text {
		if char < 0x10000 {
			out.WriteString(`\u` + strconv.FormatInt(int64(char)+0x10000, 16)[1:])
		} else {
			out.WriteRune(char)
		}
	}
	out.WriteByte('"')
	return out.String()
}
