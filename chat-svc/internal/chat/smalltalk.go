package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// handleAct handles an act that changes something without a request: undoing the last change, or dropping the matter.
// It reports whether the message was handled.
func (t *turn) handleAct(ctx context.Context) bool {
	cues := t.Detected.Cues
	switch {
	case cues.Act == detect.Undo:
		t.tasks.Undo(ctx)
	case (cues.Act == detect.Drop || cues.Act == detect.No || cues.Negated) && t.tasks.JustDeleted():
		t.tasks.Undo(ctx)
	case cues.Act == detect.Drop && t.State.Undo != nil && t.State.Undo.Fresh:
		t.Say("left_alone", nil)
	case cues.Act == detect.Drop:
		t.Say("dropped", nil)
	default:
		return false
	}
	return true
}

// smallTalk answers a message that asks for no tool. Nothing is done, unless the language model understands what is
// meant.
func (t *turn) smallTalk(ctx context.Context) {
	t.Answer.Intent = detect.Unknown
	cues := t.Detected.Cues
	switch {
	case cues.Asked == "law":
		t.Say("ask_scholar", nil)
	case strings.HasPrefix(cues.Asked, "talk_"):
		t.Say(cues.Asked, nil)
	case cues.Later:
		t.Say("for_later", nil)
	case cues.HowTo:
		t.Say("how_to", nil)
	case cues.Negated:
		t.Say("negated", nil)
	case cues.Act == detect.Greeting:
		t.Say("greeting", nil)
	case cues.Act == detect.Thanks, cues.Act == detect.Yes && t.Words.Thanks():
		t.Say("thanks", nil)
	case cues.Act == detect.Help:
		t.Say("help", nil)
	case cues.Act == detect.Yes:
		t.Say("nothing_open", nil)
	case cues.Act == detect.No:
		t.Say("dropped", nil)
	case t.registered.AskModel(ctx):
	default:
		t.Say("not_understood", nil)
	}
}
