package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/talk"
)

// handleAct handles an act that changes something without a request: undoing the last change, or dropping the matter.
// It reports whether the message was handled.
func (t *turn) handleAct(ctx context.Context) bool {
	cues := t.Detected.Cues
	switch {
	case cues.Act == detect.Undo && t.State.Profile != nil:
		t.profile.Undo(ctx)
	case cues.Act == detect.Undo:
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

// askNoTool answers a message that asks for no tool. Nothing is done, unless the language model understands what is meant.
func (t *turn) askNoTool(ctx context.Context) {
	t.Answer.Intent = detect.Unknown
	cues := t.Detected.Cues
	switch {
	case cues.Asked == "islamic_named":
		t.dispatch(ctx, detect.GetIslamicDate, t.Detector.Fragment(t.Input, detect.GetIslamicDate).Slots)
	case cues.Asked == "weekday":
		t.Say("today_is", messages.Args{"date": t.Book.CalendarDate(t.Now, t.Now)})
	case strings.HasPrefix(cues.Asked, "talk_"):
		t.Say(cues.Asked, nil)
	case cues.Later:
		t.Say("for_later", nil)
	case cues.Act == detect.Yes && cues.Talk.Kind == talk.Agree:
		t.Say("nothing_open", nil)
	case cues.Act == detect.No:
		t.Say("dropped", nil)
	case t.smalltalk.IsWish() && t.registered.AskModel(ctx), t.smalltalk.Tell(false):
	case cues.HowTo:
		t.Say("how_to", nil)
	case cues.Negated:
		t.Say("negated", nil)
	case cues.Act == detect.Greeting:
		t.SayAnew("talk_greeting", nil)
	case cues.Act == detect.Thanks, cues.Act == detect.Yes && t.Words.Thanks():
		t.SayAnew("talk_thanks", nil)
	case cues.Act == detect.Yes:
		t.Say("nothing_open", nil)
	case cues.Act == detect.Help:
		t.SayAnew("talk_help", nil)
	case !t.smalltalk.IsWish() && t.registered.AskModel(ctx), t.smalltalk.Tell(true):
	default:
		t.SayAnew("not_understood", nil)
	}
}
