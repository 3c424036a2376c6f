package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// handleAct handles an act that changes something without a request: undoing the last change, or dropping the matter.
// It reports whether the message was handled.
func (t *turn) handleAct(ctx context.Context) bool {
	cues := t.detected.Cues
	switch {
	case cues.Act == detect.Undo:
		t.undo(ctx)
	case (cues.Act == detect.Drop || cues.Act == detect.No || cues.Negated) && t.justDeleted():
		t.undo(ctx)
	case cues.Act == detect.Drop && t.state.Undo != nil && t.state.Undo.Fresh:
		t.say("left_alone", nil)
	case cues.Act == detect.Drop:
		t.say("dropped", nil)
	default:
		return false
	}
	return true
}

// smallTalk answers a message that asks for no tool. Nothing is done, unless the language model understands what is
// meant.
func (t *turn) smallTalk(ctx context.Context) {
	t.answer.Intent = detect.Unknown
	cues := t.detected.Cues
	switch {
	case cues.Asked == "law":
		t.say("ask_scholar", nil)
	case strings.HasPrefix(cues.Asked, "talk_"):
		t.say(cues.Asked, nil)
	case cues.Later:
		t.say("for_later", nil)
	case cues.HowTo:
		t.say("how_to", nil)
	case cues.Negated:
		t.say("negated", nil)
	case cues.Act == detect.Greeting:
		t.say("greeting", nil)
	case cues.Act == detect.Thanks:
		t.say("thanks", nil)
	case cues.Act == detect.Help:
		t.say("help", nil)
	case cues.Act == detect.Yes:
		t.say("nothing_open", nil)
	case cues.Act == detect.No:
		t.say("dropped", nil)
	case t.askModel(ctx):
	default:
		t.say("not_understood", nil)
	}
}
