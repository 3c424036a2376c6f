package toolspec

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/hiddentext"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// nameForm is what tool names, aliases and capabilities look like.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// scopeForm is what scopes look like.
var scopeForm = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}(:[a-z][a-z0-9_-]{0,31})?$`)

// maxScopes is how many scopes a tool may need.
const maxScopes = 8

// Lengths of what people and models read, in characters.
const (
	maxIntentLength = 64
	maxTitleLength  = 128
	maxPhraseLength = 200
	maxSentences    = 32 // of a language
)

// ValidName reports whether a text has the form of a tool name or alias: ^[a-z][a-z0-9_]{0,63}$.
func ValidName(name string) bool { return nameForm.MatchString(name) }

func checkMethod(method protoreflect.MethodDescriptor) error {
	var mistakes []error
	if method.IsStreamingClient() {
		mistakes = append(mistakes, errors.New("an RPC whose request is a stream cannot be a tool"))
	}
	if request := method.Input(); !schema.IsObject(request) {
		mistakes = append(mistakes, fmt.Errorf("the request %s is not an object in JSON", request.FullName()))
	}
	if response := method.Output(); !schema.IsObject(response) {
		mistakes = append(mistakes, fmt.Errorf("the response %s is not an object in JSON", response.FullName()))
	}
	return errors.Join(mistakes...)
}

func checkOption(option *toolsv1.Tool) error {
	var mistakes []error
	mistake := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	if !ValidName(option.GetName()) {
		mistake("tool name %q does not match %s", option.GetName(), nameForm)
	}
	names := map[string]bool{option.GetName(): true}
	for _, alias := range option.GetAliases() {
		if !ValidName(alias) {
			mistake("alias %q does not match %s", alias, nameForm)
		}
		names[alias] = true
	}
	for _, intent := range option.GetIntents() {
		if !isShortText(intent.GetName(), maxIntentLength) || intent.GetName() == "" {
			mistake("intent %q is not 1 to %d printable characters", intent.GetName(), maxIntentLength)
		}
		if answers := intent.GetAnswers(); answers != "" && !names[answers] {
			mistake("intent %q answers %q, which is neither the tool's name nor an alias of it", intent.GetName(), answers)
		}
	}
	for _, capability := range option.GetCapabilities() {
		if !ValidName(capability) {
			mistake("capability %q does not match %s", capability, nameForm)
		}
	}
	for _, scope := range option.GetScopes() {
		if !scopeForm.MatchString(scope) {
			mistake("scope %q does not match %s", scope, scopeForm)
		}
	}
	if len(option.GetScopes()) > maxScopes {
		mistake("%d scopes, more than %d", len(option.GetScopes()), maxScopes)
	}
	if !isShortText(option.GetTitle(), maxTitleLength) {
		mistake("title %q is not at most %d printable characters", option.GetTitle(), maxTitleLength)
	}
	if _, known := toolsv1.Auth_name[int32(option.GetAuth())]; !known {
		mistake("auth %d is unknown", option.GetAuth())
	}
	if option.GetReadOnly() && option.GetDestructive() {
		mistake("a tool that is read_only cannot be destructive")
	}
	mistakes = append(mistakes, checkIcon(option.GetIcon()))
	return errors.Join(append(mistakes, checkPhrases(option.GetPhrases())...)...)
}

func checkPhrases(given []*toolsv1.Phrases) (mistakes []error) {
	mistake := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	seen := map[string]bool{}
	for _, phrases := range given {
		language := phrases.GetLanguage()
		if err := checkLanguage("phrases", language, seen[language]); err != nil {
			mistakes = append(mistakes, err)
		}
		seen[language] = true
		if len(phrases.GetSentences()) > maxSentences {
			mistake("%d phrases of the language %q, more than %d", len(phrases.GetSentences()), language, maxSentences)
		}
		for _, sentence := range phrases.GetSentences() {
			if strings.TrimSpace(sentence) == "" || !isShortText(sentence, maxPhraseLength) {
				mistake("phrase %q is not 1 to %d printable characters", sentence, maxPhraseLength)
			}
		}
	}
	return mistakes
}

// isShortText reports whether a text is of at most so many characters, each of which is printable, or a joiner or mark where
// the writing of Urdu and other languages needs one.
func isShortText(text string, most int) bool {
	for _, char := range text {
		if !unicode.IsPrint(char) && !unicode.In(char, unicode.Join_Control, unicode.Bidi_Control) {
			return false
		}
	}
	return hiddentext.Find(text) == nil && utf8.ValidString(text) && utf8.RuneCountInString(text) <= most
}

// collisions finds names, aliases and intents that more than one tool, or one tool twice, claims.
func collisions(tools []*Tool) []error {
	var mistakes []error
	names, intents := map[string]*Tool{}, map[string]*Tool{}
	claim := func(claimed map[string]*Tool, what, name string, tool *Tool) {
		if holder, taken := claimed[name]; taken {
			mistakes = append(mistakes, mistake(tool.Method(), "%s %q is already taken by %s", what, name, holder.Method().FullName()))
			return
		}
		claimed[name] = tool
	}
	for _, tool := range tools {
		claim(names, "tool name", tool.Name, tool)
	}
	for _, tool := range tools {
		for _, alias := range tool.Aliases {
			claim(names, "alias", alias, tool)
		}
		for _, intent := range tool.Intents {
			claim(intents, "intent", intent.Name, tool)
		}
	}
	return mistakes
}
