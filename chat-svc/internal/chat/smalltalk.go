package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/talk"
	"github.com/salaatflow/platform/proto/toolnames"
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
	case (cues.Act == detect.Drop || cues.Act == detect.No || cues.Negated) && t.tasks.JustDeleted():
		t.tasks.Undo(ctx)
	case t.takesBackNew():
		t.tasks.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.DeleteTask}, Task: t.State.Undo.Task})
		t.Answer.Intent = detect.DeleteTask
	case cues.Act == detect.Drop && t.State.Undo != nil && t.State.Undo.Fresh:
		t.Say("left_alone", nil)
	case cues.Act == detect.Drop:
		t.Say("dropped", nil)
	default:
		return false
	}
	return true
}

// takesBackNew reports whether the message drops or denies the task that was just made: "no don't add that", "rehne do mat likho", "forget
// it, I already have some".
func (t *turn) takesBackNew() bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || last.Did != toolnames.CreateTask || t.Detected.Intent != detect.Unknown {
		return false
	}
	if t.Words.Asked || t.Words.Remembers() {
		return false
	}
	if t.Words.MeansDeed(false) && !t.ordersBehindNo() {
		return false // abhi kuch delete mat karna
	}
	denies := t.Detected.Cues.Negated && (t.Words.SaysNoting() || t.Words.Leaves() || t.Words.MeansDeed(false))
	return denies || t.Detected.Cues.Act == detect.Drop || t.Words.LeavesQuestion()
}

// ordersBehindNo reports whether what stands behind a no orders the task to be deleted that was spoken of last: "nahi hata do isko".
func (t *turn) ordersBehindNo() bool {
	in := t.Input
	in.Text = words.AfterRefusing(in.Text)
	ordered := t.Detector.Detect(in)
	return in.Text != "" && ordered.Intent == detect.DeleteTask && ordered.Cues.Pronoun && ordered.Slots.TaskRef == nil
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
