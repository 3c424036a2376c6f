package chat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// parameters is what the chat reads of a tool's input schema.
type parameters struct {
	Properties map[string]parameter `json:"properties"`
	Required   []string             `json:"required"`
}

type parameter struct {
	Type        json.RawMessage `json:"type"`
	Description string          `json:"description"`
}

func (p parameter) is(kind string) bool { return strings.Contains(string(p.Type), `"`+kind+`"`) }

// registeredTool runs a tool that the platform was not built with, known by its own phrases. What it requires is asked
// for, one parameter after another; one that is not read-only runs only after a yes.
func (t *turn) registeredTool(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	route := t.Routes().Lookup(string(intent))
	if route == nil {
		t.answer.Intent = detect.Unknown
		t.say("error_unavailable_tool", nil)
		return
	}
	args := arguments{}
	stated := slotsOf(slots)
	for name, p := range schemaOf(route).Properties {
		if value, ok := stated[name]; ok && fitsType(p, value) {
			args[name] = value
		}
	}
	t.collect(ctx, route, args)
}

func schemaOf(route *routing.Route) parameters {
	var schema parameters
	if err := json.Unmarshal(route.InputSchema, &schema); err != nil { // it was made here
		return parameters{}
	}
	return schema
}

func fitsType(p parameter, value any) bool {
	switch value.(type) {
	case string:
		return p.is("string")
	case float64:
		return p.is("integer") || p.is("number")
	default:
		return false
	}
}

// collect asks for the next required parameter, or for a yes, or runs the tool.
func (t *turn) collect(ctx context.Context, route *routing.Route, args arguments) {
	question := conversation.Question{
		Asked: conversation.Asked{Intent: detect.Intent(route.Name)}, Tool: route.Name, Arguments: args.withSlots(detect.Slots{}),
	}
	if t.caller.UserID == 0 && !isOpen(route) || !route.Available {
		t.runTool(ctx, route, args) // refused at once, before anything is asked
		return
	}
	schema := schemaOf(route)
	for _, name := range schema.Required {
		if _, given := args[name]; !given {
			question.Asks = name
			t.ask(question, "ask_parameter", messages.Args{
				"title": route.Title, "parameter": name, "description": messages.Data(schema.Properties[name].Description),
			})
			return
		}
	}
	if !route.ReadOnly {
		t.askToRun(question)
		return
	}
	t.runTool(ctx, route, args)
}

func (t *turn) askToRun(question conversation.Question) {
	question.Asks = asksConfirm
	title, with := question.Tool, ""
	if route := t.Routes().Lookup(question.Tool); route != nil {
		title = route.Title
	}
	var args arguments
	if err := json.Unmarshal(question.Arguments, &args); err == nil && len(args) > 0 {
		with = t.book.Say("with_arguments", messages.Args{"arguments": t.argumentText(args)})
	}
	t.ask(question, "confirm_tool", messages.Args{"title": title, "with": with})
}

func (t *turn) askToRunAgain(question conversation.Question) bool {
	if question.Again++; question.Again > 1 {
		return false
	}
	t.askToRun(question)
	t.say("not_understood_answer", messages.Args{"question": t.answer.Message})
	return true
}

// argumentText are arguments as people read them.
func (t *turn) argumentText(args arguments) string {
	var pairs []string
	for name, value := range args {
		encoded, err := json.Marshal(value)
		if err != nil { // came from JSON
			continue
		}
		pairs = append(pairs, name+" "+messages.Data(strings.Trim(string(encoded), `"`)))
	}
	slices.Sort(pairs)
	return t.book.List(pairs)
}

// handleParameterAnswer takes the message for the value of the parameter that was asked for.
func (t *turn) handleParameterAnswer(ctx context.Context, question conversation.Question) bool {
	route := t.Routes().Lookup(question.Tool)
	if route == nil || t.changesSubject(question) {
		return false
	}
	var args arguments
	if !t.decode(question.Arguments, &args) {
		return true
	}
	p := schemaOf(route).Properties[question.Asks]
	value, ok := t.valueFor(p)
	if !ok {
		return t.askAgain(question, "ask_parameter", messages.Args{
			"title": route.Title, "parameter": question.Asks, "description": messages.Data(p.Description),
		})
	}
	args[question.Asks] = value
	t.collect(ctx, route, args)
	return true
}

func (t *turn) valueFor(p parameter) (any, bool) {
	switch {
	case p.is("integer") || p.is("number"):
		number := t.words.number()
		return number, number != 0 || slices.Equal(t.words.folded, []string{"0"})
	case p.is("boolean"):
		yes, no := t.detected.Cues.Act == detect.Yes, t.detected.Cues.Act == detect.No
		return yes, yes || no
	default:
		return strings.TrimSpace(t.input.Text), p.is("string")
	}
}

// runConfirmedTool runs the call that waited for a yes. The tool may have gone or changed meanwhile: its arguments are
// checked again, as of any call.
func (t *turn) runConfirmedTool(ctx context.Context, question conversation.Question) {
	route := t.Routes().Lookup(question.Tool)
	if route == nil {
		t.fail(toolresult.FromError(apperr.Unavailable("the tool is not registered any more")), nil)
		return
	}
	var args arguments
	if t.decode(question.Arguments, &args) {
		t.execute(ctx, route, args)
	}
}

func (t *turn) runTool(ctx context.Context, route *routing.Route, args arguments) {
	if !t.run(ctx, route.Name, args, detect.Slots{}) {
		return
	}
	t.setLast(detect.Intent(route.Name), detect.Slots{})
	t.answer.Message = joined(t.book.Say("tool_done", messages.Args{"title": route.Title}), t.summary())
}

// summary says what a tool answered whose data the chat knows nothing of: its texts and numbers, and what is listed by
// title or name.
func (t *turn) summary() string {
	var data map[string]any
	if err := json.Unmarshal(t.answer.Data, &data); err != nil {
		return ""
	}
	var lines []string
	for name, value := range data {
		switch value := value.(type) {
		case string:
			lines = append(lines, name+": "+clipped(messages.Data(value)))
		case float64, bool:
			encoded, _ := json.Marshal(value) // came from JSON
			lines = append(lines, name+": "+string(encoded))
		case []any:
			lines = append(lines, name+": "+t.names(value))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines[:min(len(lines), maxLines)], "\n")
}

// What of foreign data stands in a message at the most.
const (
	maxLines      = 12
	maxCharacters = 200
)

func clipped(text string) string {
	if runes := []rune(text); len(runes) > maxCharacters {
		return string(runes[:maxCharacters]) + "…"
	}
	return text
}

func (t *turn) names(list []any) string {
	var names []string
	for _, one := range list {
		switch one := one.(type) {
		case string:
			names = append(names, messages.Data(one))
		case map[string]any:
			for _, key := range []string{"title", "name"} {
				if name, ok := one[key].(string); ok {
					names = append(names, messages.Data(name))
					break
				}
			}
		}
	}
	if len(names) == 0 {
		return t.book.Number(len(list))
	}
	return clipped(t.book.List(names))
}
