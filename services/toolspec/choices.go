package toolspec

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec/answer"
	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// Choice is a value of a parameter that has only some.
type Choice struct {
	// Value is the value.
	Value string
	// Names are what people call it, by language; nil when nothing is said of that.
	Names map[string][]string
}

// Answer is what a tool says of its results in one language.
type Answer struct {
	// Language is en, ur-Latn or ur.
	Language string
	// Text is the template as it was written.
	Text string
	// Template is it, read.
	Template *answer.Template
}

// Bounds of choices.
const (
	maxNames      = 16 // of a value in a language
	maxNameLength = 64
)

// choicesOf returns the values of each parameter that has only some, by its name, and what is wrong with their names.
func choicesOf(request protoreflect.MessageDescriptor) (choices map[string][]Choice, mistakes []error) {
	for i := range request.Fields().Len() {
		field := request.Fields().Get(i)
		options, err := annotation.OfField(field)
		if err != nil || field.IsList() || field.IsMap() {
			continue // an option that cannot be read is told of elsewhere
		}
		of, wrong := namedChoices(valuesOf(field, options), options.Choices)
		for _, mistake := range wrong {
			mistakes = append(mistakes, fmt.Errorf("parameter %s: %w", field.Name(), mistake))
		}
		if len(of) > 0 {
			if choices == nil {
				choices = map[string][]Choice{}
			}
			choices[string(field.Name())] = of
		}
	}
	return choices, mistakes
}

// valuesOf returns the values that a field may have, if they are only some, but for those that mean that nothing is said.
func valuesOf(field protoreflect.FieldDescriptor, options annotation.Field) []string {
	if field.Kind() != protoreflect.EnumKind {
		return slices.DeleteFunc(slices.Clone(options.Rules.GetString().GetIn()), func(value string) bool { return value == "" })
	}
	var values []string
	for i := range field.Enum().Values().Len() {
		value := field.Enum().Values().Get(i)
		if value.Number() != 0 || !strings.HasSuffix(string(value.Name()), "_UNSPECIFIED") {
			values = append(values, string(value.Name()))
		}
	}
	return values
}

func namedChoices(values []string, named []*toolsv1.Choice) (choices []Choice, mistakes []error) {
	mistake := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	for _, value := range values {
		choices = append(choices, Choice{Value: value})
	}
	holders := map[string]string{} // of names, to the value
	for _, choice := range named {
		at := slices.Index(values, choice.GetValue())
		switch {
		case at < 0:
			mistake("choice %q is none of its values", choice.GetValue())
			continue
		case choices[at].Names != nil:
			mistake("choice %q stands in two entries", choice.GetValue())
			continue
		}
		choices[at].Names = map[string][]string{}
		for _, names := range choice.GetNames() {
			language := names.GetLanguage()
			if err := checkLanguage("names", language, choices[at].Names[language] != nil); err != nil {
				mistake("choice %q: %w", choice.GetValue(), err)
			}
			if n := len(names.GetNames()); n == 0 || n > maxNames {
				mistake("choice %q: %d names of the language %q, which has to have 1 to %d", choice.GetValue(), n, language, maxNames)
			}
			for _, name := range names.GetNames() {
				if strings.TrimSpace(name) == "" || !isShortText(name, maxNameLength) {
					mistake("choice %q: name %q is not 1 to %d printable characters", choice.GetValue(), name, maxNameLength)
				}
				holder, taken := holders[strings.ToLower(name)]
				if taken && holder != choice.GetValue() {
					mistake("name %q means both %q and %q", name, holder, choice.GetValue())
				}
				holders[strings.ToLower(name)] = choice.GetValue()
			}
			choices[at].Names[language] = slices.Clone(names.GetNames())
		}
	}
	return choices, mistakes
}

// checkLanguage refuses texts of a language that the chat does not speak, or that was there before.
func checkLanguage(what, language string, again bool) error {
	if language != "en" && language != "ur-Latn" && language != "ur" {
		return fmt.Errorf("%s of the language %q: it has to be en, ur-Latn or ur", what, language)
	}
	if again {
		return fmt.Errorf("%s of the language %q stand in two entries", what, language)
	}
	return nil
}

// answersOf reads what a tool says of its results.
func answersOf(given []*toolsv1.Answer, result protoreflect.MessageDescriptor) (answers []Answer, mistakes []error) {
	seen := map[string]bool{}
	for _, one := range given {
		language := one.GetLanguage()
		if err := checkLanguage("answers", language, seen[language]); err != nil {
			mistakes = append(mistakes, err)
		}
		seen[language] = true
		if !isShortText(strings.ReplaceAll(one.GetText(), "\n", " "), answer.MaxLength) {
			mistakes = append(mistakes, fmt.Errorf("answer in %q is not 1 to %d printable characters", language, answer.MaxLength))
			continue
		}
		template, err := answer.Parse(one.GetText(), result)
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("answer in %q: %w", language, err))
			continue
		}
		answers = append(answers, Answer{language, one.GetText(), template})
	}
	return answers, mistakes
}

// checkPlaceholders finds braces in phrases that name no parameter with only some values.
func checkPlaceholders(phrases []*toolsv1.Phrases, choices map[string][]Choice) (mistakes []error) {
	for _, of := range phrases {
		for _, sentence := range of.GetSentences() {
			_, name, _, found := Placeholder(sentence)
			switch {
			case found && choices[name] == nil:
				mistakes = append(mistakes, fmt.Errorf("phrase %q: %q is no parameter that has only some values", sentence, name))
			case !found && strings.ContainsAny(sentence, "{}"), found && strings.Count(sentence, "{") > 1:
				mistakes = append(mistakes, fmt.Errorf("phrase %q: braces hold the name of one parameter, as in {name}", sentence))
			}
		}
	}
	return mistakes
}

// Placeholder returns the name of the parameter that stands in braces in a phrase, and what stands around it.
func Placeholder(sentence string) (before, name, after string, found bool) {
	before, rest, opened := strings.Cut(sentence, "{")
	name, after, closed := strings.Cut(rest, "}")
	return before, name, after, opened && closed
}
