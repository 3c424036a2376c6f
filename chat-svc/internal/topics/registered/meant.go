package registered

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// takeArgument gives a tool what the message says behind the colon of its phrase, as the first required parameter that is not known yet
// and may hold it. It reports whether nothing is left over: what is named of a few values is known already.
func (t Talk) takeArgument(route *routing.Route, args dialogue.Arguments) bool {
	said := t.Detected.Cues.Argument
	if said == "" || len(args) > 0 {
		return true
	}
	schema := schemaOf(route)
	for _, name := range schema.Required {
		if schema.Properties[name].is("string") && len(route.Choices[name]) == 0 {
			args[name] = said
			return true
		}
	}
	return false
}

// AskIfMeant asks whether a tool was meant, by a message that nearly says so or says more than the tool can be given. It reports whether
// there is such a tool, which the person may call.
func (t Talk) AskIfMeant(tool string) bool {
	route := t.Routes().Lookup(tool)
	if route == nil || !route.Available {
		return false
	}
	t.Answer.Intent = detect.Unknown
	t.Confirm(conversation.Question{Asked: conversation.Asked{Intent: detect.Intent(tool)}}, "tool_meant", messages.Args{"title": route.Title})
	return true
}
