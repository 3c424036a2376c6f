package chat

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// handleAnswer treats the message as the answer to the open question. It reports whether the message was handled; if
// not, the message is about something else and stands on its own.
func (t *turn) handleAnswer(ctx context.Context) bool {
	question := *t.State.Question
	t.State.Question = nil
	if t.Detected.Cues.Exact && (question.Asks != dialogue.AsksConfirm || question.Tool != string(t.Detected.Intent)) {
		return false // another tool's phrase takes precedence
	}
	t.Offers(question)
	t.readAsAnswer(question)
	if t.asksToWait() {
		t.waitFor(question)
		return true
	}
	if t.spared.LeaveOutOfSteps(ctx, question) {
		return true
	}
	if t.leavesForAnother(question) {
		return false
	}
	if t.abandonQuestion(question) {
		return true
	}
	if t.Detected.Cues.Act == detect.Undo && (t.State.Undo != nil || t.State.Profile != nil) {
		return false
	}
	t.Answer.Intent = question.Intent
	done := t.takeAnswer(ctx, question)
	if !done {
		t.Answer.Intent = t.Detected.Intent
	}
	return done
}

// takeAnswer takes the message for what the question asked for. It reports whether the message was handled.
func (t *turn) takeAnswer(ctx context.Context, question conversation.Question) bool {
	switch question.Asks {
	case dialogue.AsksTitle:
		return t.heard.TellMoreOfNew(question) || t.tasks.HandleTitleAnswer(ctx, question)
	case dialogue.AsksTask:
		if t.heard.OrdersOther(question) {
			return false
		}
		return t.spared.AnswerSome(ctx, question) || t.heard.AnswerMore(ctx, question) || t.tasks.HandleTaskAnswer(ctx, question)
	case dialogue.AsksMasjid:
		return t.masjids.HandleMasjidAnswer(ctx, question)
	case dialogue.AsksArea:
		return t.masjids.HandleAreaAnswer(ctx, question)
	case dialogue.AsksCity:
		return t.HandleCityAnswer(ctx, question)
	case dialogue.AsksDue:
		return !t.heard.MakesAnother(question) && !t.heard.ChangesAnother(question) && t.tasks.HandleDueAnswer(ctx, question)
	case dialogue.AsksChanges:
		return !t.heard.MakesAnother(question) && t.tasks.HandleChangesAnswer(ctx, question)
	case dialogue.AsksConfirm:
		if len(question.Candidates) > 0 { // of which one may be named instead of all
			return t.tasks.HandleTaskAnswer(ctx, question)
		}
		return t.handleConfirmAnswer(ctx, question)
	default:
		return t.registered.HandleParameterAnswer(ctx, question)
	}
}

// readAsAnswer reads a message anew where it is one only as the answer to a question: what agrees in unusual words, and what takes back
// what it said first.
func (t *turn) readAsAnswer(question conversation.Question) {
	if t.agreed = question.Asks == dialogue.AsksConfirm && t.agreesTo(question); t.agreed {
		t.Detected.Intent, t.Detected.Slots, t.Detected.Cues.Act, t.Detected.Cues.Negated = detect.Unknown, detect.Slots{}, detect.Yes, false
	}
	if meant := words.AfterCorrection(t.Input.Text); meant != "" && question.Asks == dialogue.AsksTask && t.Detected.Intent == detect.Unknown {
		t.read(meant)
	}
}

// read takes a part of the message for all of it.
func (t *turn) read(message string) {
	t.Input.Text = message
	t.Detected, t.Words = t.Detector.Detect(t.Input), words.Parse(message)
}

// leavesForAnother reports whether a message leaves the question in its first clause, and asks for something else in the rest, which it
// then takes for all of it: "leave it, add call mum instead".
func (t *turn) leavesForAnother(question conversation.Question) bool {
	if question.Asks == dialogue.AsksTitle {
		return false
	}
	first, rest := words.FirstClause(t.Input.Text)
	if leaving := words.Parse(first); rest == "" || !leaving.LeavesQuestion() && !leaving.Drops() && !leaving.Cancels() {
		return false
	}
	in := t.Input
	in.Text = rest
	wanted := t.Detector.Detect(in)
	if wanted.Intent == detect.Unknown || wanted.Confidence < dialogue.Sure {
		return false
	}
	t.read(rest)
	return true
}

// sureOfRefusal is how sure it must be that a message refuses what is asked: nothing is done then.
const sureOfRefusal = 0.5

// abandonQuestion reports whether the person no longer wants what the question was about. If so, it says that nothing
// was done.
func (t *turn) abandonQuestion(question conversation.Question) bool {
	cues, refuses := t.Detected.Cues, t.Act()[dialogueact.Refuses] >= sureOfRefusal && t.Words.OnlyNumber() == 0 && !t.Words.Only()
	drops := refuses || cues.Act == detect.Drop || cues.Negated && question.Asks != dialogue.AsksTitle ||
		cues.Act == detect.No && (question.Asks == dialogue.AsksConfirm || dialogue.CountSlots(t.Detected.Slots) == 0)
	drops = drops || t.Words.OnlyThanks() || cues.Act == detect.Thanks && (question.Asks != dialogue.AsksTitle || !t.Words.SaysBesideThanks())
	refuses = refuses && (t.Detected.Confidence < dialogue.Sure || t.Act()[dialogueact.Refuses] >= sureOfAct)
	if !refuses && t.Detected.Intent != detect.Unknown || !drops {
		return false
	}
	t.drop(question)
	return true
}

// drop says that nothing was done of what a question was about.
func (t *turn) drop(question conversation.Question) {
	t.Answer.Intent = detect.Unknown
	if len(question.Steps) > 1 {
		question.Asks = dialogue.Refused
		t.State.Left = &question
	}
	if question.Task.ID != 0 && question.Intent == detect.DeleteTask {
		t.Say("task_kept", dialogue.Item(question.Task))
		return
	}
	t.State.Task = t.before
	t.Say("dropped", nil)
}

// answersOtherwise reports whether an answer says more than yes or no to what is to be confirmed, and handles it.
func (t *turn) answersOtherwise(ctx context.Context, question conversation.Question) bool {
	if len(question.Steps) > 0 && t.Words.Only() && t.spared.OnlyOneStep(ctx, question) {
		return true
	}
	if t.agreed {
		return t.agreeAndMore(ctx, question)
	}
	return t.heard.Revise(ctx, question) || t.agreeAndMore(ctx, question) || t.takesOtherHadith(ctx, question)
}

func (t *turn) handleConfirmAnswer(ctx context.Context, question conversation.Question) bool {
	if t.answersOtherwise(ctx, question) {
		return true
	}
	repeats := t.repeats(question)
	switch {
	case t.Words.ButSome() && len(question.Steps) > 0: // which of them was not understood
		return t.tasks.ConfirmStepsAgain(question)
	case t.Detected.Cues.Act == detect.Yes && (t.Detected.Intent == detect.Unknown || repeats), repeats:
		t.runConfirmed(ctx, question)
		return true
	case question.Task.ID != 0 && t.heard.MeansAnother(ctx, question):
		return true
	case t.Detected.Intent != detect.Unknown:
		return false
	case t.Words.Refuses():
		t.drop(question)
		return true
	case question.Tool != "":
		return t.registered.AskToRunAgain(question)
	case len(question.Steps) > 0:
		return t.tasks.ConfirmStepsAgain(question)
	case !question.Intent.Writes(): // it only asks
		return false
	default:
		return t.tasks.ConfirmAgain(question)
	}
}

// repeats reports whether the message asks again for what waits for a yes, and for nothing else: "delete it", and not "delete everything".
func (t *turn) repeats(question conversation.Question) bool {
	slots, plan := t.Detected.Slots, t.Detected.Plan
	if t.Detected.Intent != question.Intent || t.Detected.Cues.Ordinal != 0 || plan.Tasks != nil || plan.Steps != nil {
		return false
	}
	if strings.EqualFold(dialogue.TextOf(slots.Title), dialogue.TextOf(question.Slots.Title)) {
		slots.Title = nil
	}
	return dialogue.CountSlots(slots) == 0 && (len(question.Steps) > 0 || !plan.Several && !plan.All)
}

// takesOtherHadith quotes a hadith where none was found on a topic and another was offered: the one offered ("another, please"), or one
// on the topic that the message names ("and one about neighbours"). It reports whether the message asks for either.
func (t *turn) takesOtherHadith(ctx context.Context, question conversation.Question) bool {
	if question.Intent != detect.GetRandomHadith || t.Detected.Intent != detect.Unknown || t.Detected.Cues.Negated {
		return false
	}
	if topic := words.Topic(t.Input.Text); topic != "" {
		t.dispatch(ctx, detect.GetRandomHadith, detect.Slots{Topic: &topic})
		return true
	}
	if !t.Detected.Cues.More {
		return false
	}
	t.runConfirmed(ctx, question)
	return true
}

// runConfirmed does what was waiting for a yes.
func (t *turn) runConfirmed(ctx context.Context, question conversation.Question) {
	t.Own = true
	switch {
	case len(question.Steps) > 0:
		t.tasks.ExecuteSteps(ctx, question.Steps)
	case question.Tool != "":
		t.registered.RunConfirmed(ctx, question)
	case question.Intent == detect.IdentityQuery && question.Slots.Title != nil:
		t.profile.SaveName(ctx, *question.Slots.Title)
	case !question.Intent.Writes(): // it only asks
		t.dispatch(ctx, question.Intent, question.Slots)
	default:
		t.tasks.WithTask(ctx, question, question.Task)
	}
}

// agreeAndMore does what was waiting for a yes, and then what the message orders besides: "haan aur gas bhi ho gaya". It reports whether
// the message says both.
func (t *turn) agreeAndMore(ctx context.Context, question conversation.Question) bool {
	more := words.AfterYes(t.Input.Text)
	if more == "" || question.Tool != "" || !question.Intent.Writes() || t.Detected.Cues.Negated {
		return false
	}
	in := t.Input
	in.Text, in.About = more, detect.Tasks
	ordered := t.Detector.Detect(in)
	if !ordered.Intent.Writes() || ordered.Plan.Several {
		return false
	}
	t.ExtraCalls += 3
	t.runConfirmed(ctx, question)
	did, first := t.State.Undo, t.Answer.Message
	if !t.Answer.Success || did == nil || t.State.Question != nil {
		return true
	}
	t.Input, t.Detected, t.Words = in, ordered, words.Parse(more)
	t.dispatch(ctx, ordered.Intent, ordered.Slots)
	if last := t.State.Undo; last != did && last != nil {
		last.Also = append(append(slices.Clone(did.Also), *did), last.Also...)
	}
	t.Answer.Message = dialogue.Joined(first, t.Answer.Message)
	return true
}
