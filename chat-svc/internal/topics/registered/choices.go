package registered

import (
	"github.com/salaatflow/platform/chat-svc/internal/choices"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// askParameter asks for a parameter of a registered tool, and says what it may be if it may only be one of a few things.
func (t Talk) askParameter(question conversation.Question, route *routing.Route, p parameter) {
	key := "ask_parameter"
	if len(route.Choices[question.Asks]) > 0 {
		key = "ask_choice" // the choices say more than a description in English
	}
	t.Ask(question, key, messages.Args{
		"title": route.Title, "parameter": choices.Spaced(question.Asks), "description": messages.Data(p.Description),
	})
	var names []string
	for _, choice := range route.Choices[question.Asks] {
		names = append(names, messages.Data(t.nameOf(choice)))
	}
	if len(names) > 0 {
		t.Answer.Message = dialogue.Joined(t.Answer.Message, t.Book.Say("one_of", messages.Args{"choices": t.Book.List(names)}))
	}
}

// nameOf returns what a value is called in the language of the answer.
func (t Talk) nameOf(choice toolspec.Choice) string {
	if names := choice.Names[string(t.Book.Language)]; len(names) > 0 {
		return names[0]
	}
	return choices.Spaced(choice.Value)
}
