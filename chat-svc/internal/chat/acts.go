package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// sureOfAct is how sure it must be what a message does where it stands, for that to count for more than what its words ask for by
// themselves.
const sureOfAct = 0.7

// byAct takes the task spoken of for done, where the message surely says so. It reports whether the message does.
func (t *turn) byAct(ctx context.Context) bool {
	finished := t.Act()[dialogueact.Finished] >= sureOfAct && t.Detected.Intent == detect.Unknown
	return finished && !t.Detected.Cues.Exact && t.heard.Finish(ctx)
}

// goesOnSurely reports whether a message surely goes on with what was said, whatever its words may tell by themselves.
func (t *turn) goesOnSurely() bool {
	act := t.Act()
	return t.Stands.After != "" && act.Orders()-act[dialogueact.Order] >= dialogue.Certain
}

// standing returns what a message stands behind.
func standing(state *conversation.State) dialogueact.Context {
	in := dialogueact.Context{After: string(state.Last.Intent)}
	shown := []conversation.Item{state.Task}
	if state.Listed.Kind == conversation.Tasks {
		shown = append(shown, state.Listed.Items...)
	}
	if open := state.Question; open != nil {
		in.Asks, in.Deed = open.Asks, string(open.Intent)
		shown = append(append(shown, open.Task), open.Candidates...)
	}
	for _, item := range shown {
		if item.Name != "" {
			in.Names = append(in.Names, item.Name)
		}
	}
	return in
}
