package registrations

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// Difference is one thing that differs between two definitions.
type Difference struct {
	// Subject is what it concerns, such as "tool create_task".
	Subject string
	// Field is what differs of it, such as description; empty if it was added or removed as a whole.
	Field string
	// Before and After are nil where it is not there.
	Before, After *string
}

// Differences returns what a definition changes of an accepted one: of its tools, then of its other RPCs, then of its files
// where nothing else shows it. It returns nil if nobody can tell them apart.
func Differences(accepted, offered *catalog.Definition) []Difference {
	if accepted.SameFace(offered) {
		return nil
	}
	found := differ("tool ", faces(accepted.Manifest().Tools), faces(offered.Manifest().Tools))
	found = append(found, differ("RPC ", rpcs(accepted), rpcs(offered))...)
	found = append(found, differ("message type ", types(accepted), types(offered))...)
	if len(found) == 0 {
		found = differ("file ", files(accepted), files(offered))
	}
	return found
}

// trait is one thing that callers are told of something.
type trait struct{ field, text string }

// differ compares things by their names and their traits, which are in the same order on both sides.
func differ(kind string, before, after map[string][]trait) []Difference {
	names := maps.Clone(before)
	maps.Copy(names, after)
	var found []Difference
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, is := before[name], after[name]
		subject := kind + name
		switch {
		case is == nil:
			found = append(found, Difference{Subject: subject, Before: whole(was)})
		case was == nil:
			found = append(found, Difference{Subject: subject, After: whole(is)})
		default:
			for i := range was {
				if was[i].text != is[i].text {
					found = append(found, Difference{subject, was[i].field, present(was[i].text), present(is[i].text)})
				}
			}
		}
	}
	return found
}

// whole returns all traits as one text.
func whole(traits []trait) *string {
	var lines []string
	for _, t := range traits {
		if t.text != "" {
			lines = append(lines, t.field+": "+t.text)
		}
	}
	text := strings.Join(lines, "\n")
	return &text
}

func present(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func faces(tools []*toolspec.Tool) map[string][]trait {
	all := map[string][]trait{}
	for _, tool := range tools {
		all[tool.Name] = traits(tool)
	}
	return all
}

func traits(tool *toolspec.Tool) []trait {
	description := tool.Description
	if tool.DynamicDescription {
		description = ""
	}
	var intents, phrases []string
	for _, intent := range tool.Intents {
		intents = append(intents, intent.Name+" -> "+intent.Answers)
	}
	for _, p := range tool.Phrases {
		for _, sentence := range p.Sentences {
			phrases = append(phrases, p.Language+": "+sentence)
		}
	}
	return []trait{
		{"method", strings.TrimPrefix(tool.FullMethod, "/")},
		{"title", tool.Title},
		{"icon", tool.Icon},
		{"description", description},
		{"aliases", strings.Join(tool.Aliases, "\n")},
		{"intents", strings.Join(intents, "\n")},
		{"phrases", strings.Join(phrases, "\n")},
		{"answers", answers(tool)},
		{"choices", choices(tool)},
		{"auth", tool.Auth.String()},
		{"capabilities", strings.Join(tool.Capabilities, "\n")},
		{"read_only", strconv.FormatBool(tool.ReadOnly)},
		{"destructive", strconv.FormatBool(tool.Destructive)},
		{"idempotent", strconv.FormatBool(tool.Idempotent)},
		{"dynamic_description", strconv.FormatBool(tool.DynamicDescription)},
		{"example_arguments", string(tool.ExampleArguments)},
		{"input_schema", indented(tool.InputSchema)},
		{"output_schema", indented(tool.OutputSchema)},
	}
}

// answers returns what the chat says of the tool's results.
func answers(tool *toolspec.Tool) string {
	var lines []string
	for _, answer := range tool.Answers {
		lines = append(lines, answer.Language+": "+answer.Text)
	}
	return strings.Join(lines, "\n")
}

// choices returns what people call the values of the tool's parameters.
func choices(tool *toolspec.Tool) string {
	var lines []string
	for parameter, values := range tool.Choices {
		for _, choice := range values {
			for language, names := range choice.Names {
				lines = append(lines, parameter+" "+choice.Value+" "+language+": "+strings.Join(names, ", "))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// indented returns JSON in which each thing has a line of its own, so that lines can be compared.
func indented(schema json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, schema, "", "  ") != nil {
		return string(schema)
	}
	return b.String()
}

// rpcs returns what is known of the RPCs that are no tools.
func rpcs(definition *catalog.Definition) map[string][]trait {
	tools := map[string]bool{}
	for _, tool := range definition.Manifest().Tools {
		tools[tool.FullMethod] = true
	}
	all := map[string][]trait{}
	for _, service := range definition.Manifest().Services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			if name := toolspec.FullMethod(method); !tools[name] {
				all[strings.TrimPrefix(name, "/")] = []trait{
					{"description", toolspec.Comment(method)},
					{"request", string(method.Input().FullName())},
					{"response", string(method.Output().FullName())},
					{"auth", toolspec.AuthOf(method).String()},
					{"paths", paths(method)},
				}
			}
		}
	}
	return all
}

func paths(method protoreflect.MethodDescriptor) string {
	templates, err := toolspec.Templates(method)
	if err != nil {
		return ""
	}
	lines := make([]string, len(templates))
	for i, template := range templates {
		lines[i] = template.String()
	}
	return strings.Join(lines, "\n")
}

// types returns the messages and enums of files that are not only imported from elsewhere, each with what is written of it.
func types(definition *catalog.Definition) map[string][]trait {
	all := map[string][]trait{}
	var message func(protoreflect.MessageDescriptor)
	message = func(m protoreflect.MessageDescriptor) {
		var fields []string
		for i := range m.Fields().Len() {
			field := m.Fields().Get(i)
			fields = append(fields, strings.TrimSpace(strconv.Itoa(int(field.Number()))+" "+string(field.Name())+" "+
				field.Cardinality().String()+" "+field.Kind().String()+" "+toolspec.Comment(field)))
		}
		all[string(m.FullName())] = []trait{{"description", toolspec.Comment(m)}, {"fields", strings.Join(fields, "\n")}}
		for i := range m.Messages().Len() {
			message(m.Messages().Get(i))
		}
	}
	definition.Manifest().Files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			message(file.Messages().Get(i))
		}
		for i := range file.Enums().Len() {
			enum := file.Enums().Get(i)
			var values []string
			for j := range enum.Values().Len() {
				value := enum.Values().Get(j)
				values = append(values, strings.TrimSpace(strconv.Itoa(int(value.Number()))+" "+string(value.Name())+" "+toolspec.Comment(value)))
			}
			all[string(enum.FullName())] = []trait{{"description", toolspec.Comment(enum)}, {"values", strings.Join(values, "\n")}}
		}
		return true
	})
	return all
}

// files returns the files, each with its bytes as text, for what shows nowhere else.
func files(definition *catalog.Definition) map[string][]trait {
	all := map[string][]trait{}
	for _, file := range definition.Proto().GetFiles().GetFile() {
		bare := proto.CloneOf(file)
		bare.SourceCodeInfo = nil
		all[file.GetName()] = []trait{{"descriptor", digest(bare)}, {"comments", comments(file)}}
	}
	return all
}

func digest(file *descriptorpb.FileDescriptorProto) string {
	content, err := proto.MarshalOptions{Deterministic: true, AllowPartial: true}.Marshal(file)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(content)
	return "SHA-256 " + hex.EncodeToString(sum[:])
}

func comments(file *descriptorpb.FileDescriptorProto) string {
	var b strings.Builder
	for _, location := range file.GetSourceCodeInfo().GetLocation() {
		b.WriteString(location.GetLeadingComments())
		b.WriteString(location.GetTrailingComments())
	}
	return b.String()
}
