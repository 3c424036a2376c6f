package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
	"github.com/salaatflow/platform/services/toolspec/internal/choice"
)

// RuleViolations returns what protovalidate found wrong with a message, in the platform's wording and with field paths
// as in JSON. Where a field has a rule of its own with a message of its own (a CEL rule), that message alone is said of
// it, word for word. It returns nil for any other error, which is not the caller's fault.
func RuleViolations(err error) []apperr.Violation {
	var invalid *protovalidate.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	own := map[string]bool{} // fields with a broken rule of their own
	for _, violation := range invalid.Violations {
		if isCustom(violation) {
			own[pathOf(violation)] = true
		}
	}
	var violations []apperr.Violation
	for _, violation := range invalid.Violations {
		if path := pathOf(violation); isCustom(violation) || !own[path] {
			violations = append(violations, apperr.Violation{Field: path, Message: wording(violation)})
		}
	}
	return violations
}

func pathOf(violation *protovalidate.Violation) string {
	return protovalidate.FieldPathString(violation.Proto.GetField())
}

func isCustom(violation *protovalidate.Violation) bool {
	for _, element := range violation.Proto.GetRule().GetElements() {
		if name := element.GetFieldName(); name == "cel" || name == "cel_expression" {
			return true
		}
	}
	return false
}

func wording(violation *protovalidate.Violation) string {
	message := violation.Proto.GetMessage()
	if !isCustom(violation) {
		if known := standardWording(violation); known != "" {
			message = known
		}
	}
	if violation.Proto.GetForKey() {
		return "Key: " + message
	}
	return message
}

// standardWording words the rules that callers meet every day; empty for the others.
func standardWording(violation *protovalidate.Violation) string {
	kind, rule, _ := strings.Cut(violation.Proto.GetRuleId(), ".")
	switch rule {
	case "":
		if kind == "required" && violation.FieldDescriptor != nil {
			return "Required"
		}
	case "in":
		return choice.Expected(allowed(violation), violation.FieldValue.String())
	case "defined_only":
		if field := violation.FieldDescriptor; field != nil {
			return choice.Expected(enumNames(field.Enum()), violation.FieldValue.String())
		}
	case "pattern":
		return formWording(violation)
	case "min_len", "max_len", "len":
		if kind == "string" {
			return lengthWording(rule, violation.RuleValue.Uint(), "character", "characters")
		}
	case "min_items", "max_items":
		return lengthWording(rule, violation.RuleValue.Uint(), "item", "items")
	case "min_pairs", "max_pairs":
		return lengthWording(rule, violation.RuleValue.Uint(), "entry", "entries")
	case "unique":
		return "Must not have an item twice"
	case "gt", "gte", "lt", "lte", "gt_lt", "gt_lte", "gte_lt", "gte_lte":
		return boundWording(rule, violation)
	}
	return ""
}

// formWording says of which form a text or a key must be by an example. The expression that tells it exactly is for programs: it is in the
// schema.
func formWording(violation *protovalidate.Violation) string {
	if violation.FieldDescriptor != nil && !violation.Proto.GetForKey() {
		said, err := annotation.OfField(violation.FieldDescriptor)
		if examples := said.Rules.GetString().GetExample(); err == nil && len(examples) > 0 {
			return "Expected the form of " + examples[0]
		}
	}
	return "Not of the form that its description tells"
}

func lengthWording(rule string, length uint64, one, many string) string {
	if length != 1 {
		one = many
	}
	counted := strconv.FormatUint(length, 10) + " " + one
	switch {
	case strings.HasPrefix(rule, "max_"):
		return "Must be at most " + counted
	case !strings.HasPrefix(rule, "min_"):
		return "Must be exactly " + counted
	case length == 1:
		return "Must not be empty"
	}
	return "Must be at least " + counted
}

// boundWording names the bound that the number breaks; empty when it is not a number, such as a time, or when a pair of
// bounds is about an item, whose rules are not at hand.
func boundWording(rule string, violation *protovalidate.Violation) string {
	if !isNumber(violation.FieldValue) {
		return ""
	}
	if !strings.Contains(rule, "_") {
		return fmt.Sprintf("Number must be %s %v", relations[rule], violation.RuleValue.Interface())
	}
	if violation.FieldDescriptor == nil {
		return ""
	}
	said, err := annotation.OfField(violation.FieldDescriptor)
	if err != nil {
		return ""
	}
	bounds, ok := annotation.Numeric(said.Rules)
	if !ok {
		return ""
	}
	number := annotation.AsFloat(violation.FieldValue.Interface())
	switch {
	case bounds.Greater != nil && number <= annotation.AsFloat(bounds.Greater):
		return fmt.Sprintf("Number must be %s %v", relations["gt"], bounds.Greater)
	case bounds.GreaterEqual != nil && number < annotation.AsFloat(bounds.GreaterEqual):
		return fmt.Sprintf("Number must be %s %v", relations["gte"], bounds.GreaterEqual)
	case bounds.Less != nil && number >= annotation.AsFloat(bounds.Less):
		return fmt.Sprintf("Number must be %s %v", relations["lt"], bounds.Less)
	case bounds.LessEqual != nil:
		return fmt.Sprintf("Number must be %s %v", relations["lte"], bounds.LessEqual)
	}
	return ""
}

var relations = map[string]string{
	"gt": "greater than", "gte": "greater than or equal to", "lt": "less than", "lte": "less than or equal to",
}

func isNumber(value protoreflect.Value) bool {
	switch value.Interface().(type) {
	case int32, int64, uint32, uint64, float32, float64:
		return true
	}
	return false
}

// listed gives the allowed values in their order, names for those of enumerations.
func allowed(violation *protovalidate.Violation) []string {
	allowed := violation.RuleValue.List()
	texts := make([]string, allowed.Len())
	for i := range allowed.Len() {
		texts[i] = cmp.Or(allowed.Get(i).String(), `""`)
		if field := violation.FieldDescriptor; field != nil && field.Enum() != nil {
			if value := field.Enum().Values().ByNumber(protoreflect.EnumNumber(allowed.Get(i).Int())); value != nil {
				texts[i] = string(value.Name())
			}
		}
	}
	return texts
}

func enumNames(enum protoreflect.EnumDescriptor) []string {
	names := make([]string, enum.Values().Len())
	for i := range enum.Values().Len() {
		names[i] = string(enum.Values().Get(i).Name())
	}
	return names
}
