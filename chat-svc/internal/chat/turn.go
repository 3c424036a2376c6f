package chat

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/hadiths"
	"github.com/salaatflow/platform/chat-svc/internal/topics/masjids"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/chat-svc/internal/topics/profile"
	"github.com/salaatflow/platform/chat-svc/internal/topics/registered"
	"github.com/salaatflow/platform/chat-svc/internal/topics/smalltalk"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/corrected"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/heard"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/history"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/making"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/moved"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/numbered"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/spared"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
)

// turn is one message and its reply. It is used by one goroutine.
type turn struct {
	*dialogue.Turn
	tasks      tasks.Talk
	heard      heard.Talk
	making     making.Talk
	spared     spared.Talk
	corrected  corrected.Talk
	history    history.Talk
	moved      moved.Talk
	prayers    prayers.Talk
	masjids    masjids.Talk
	hadiths    hadiths.Talk
	profile    profile.Talk
	registered registered.Talk
	smalltalk  smalltalk.Talk

	left   *conversation.Question // which the message before left open for something else
	agreed bool                   // the message says yes to what was open, and nothing else
	before conversation.Item      // the task that was spoken of before a yes was asked for
}

func (c *Chat) newTurn(caller identity.Caller, state *conversation.State, message string) *turn {
	now := c.Clock.Now().In(caller.Zone())
	message = words.WithoutTail(message)
	one := &dialogue.Turn{
		Services: &c.services, Detector: c.understanding(), Person: caller, State: state, Now: now,
		Input: detect.Input{Text: message, Now: now, Zone: caller.Zone(), About: state.About},
		Words: words.Parse(message), Stands: standing(state), Typed: message,
	}
	ofTasks := tasks.Talk{Turn: one}
	numbers := numbered.Talk{Talk: ofTasks}
	t := &turn{
		Turn: one, tasks: ofTasks, heard: heard.Talk{Talk: numbers}, making: making.Talk{Talk: numbers}, spared: spared.Talk{Talk: numbers},
		corrected: corrected.Talk{Talk: numbers}, history: history.Talk{Talk: ofTasks}, moved: moved.Talk{Talk: ofTasks},
		prayers: prayers.Talk{Turn: one},
		masjids: masjids.Talk{Turn: one},
		hadiths: hadiths.Talk{Turn: one}, profile: profile.Talk{Turn: one}, registered: registered.Talk{Turn: one},
		smalltalk: smalltalk.Talk{Turn: one, Numbers: c.numbers}, before: state.Task,
	}
	if open := state.Question; open != nil && open.Asks == dialogue.AsksConfirm && open.Task.ID != 0 {
		state.Task = open.Task // and no other is "it"
	}
	t.Dispatch = t.dispatch
	t.understand()
	language := t.language()
	t.Book = c.services.Messages.In(language)
	t.Answer = dialogue.NewAnswer(language, t.Detected.Intent)
	return t
}

// language returns the language to answer in, which is that of the message. Words that belong to no language in
// particular, and an answer in free text, keep the previous one.
func (t *turn) language() detect.Language {
	spoken := t.State.Language
	if spoken == "" {
		spoken = detect.Language(t.Person.Language)
	}
	if spoken == "" {
		spoken = detect.English
	}
	isLatin := t.Detected.Language != detect.Urdu
	asks := ""
	if t.State.Question != nil {
		asks = t.State.Question.Asks
	}
	answersInWords := asks == dialogue.AsksTitle || asks == dialogue.AsksTask || asks == dialogue.AsksMasjid
	switch {
	case t.Words.OnlyLoanwords():
		return spoken
	case t.Detected.Cues.Neutral && (!t.Words.Letters || t.Words.Arabic == (spoken == detect.Urdu)):
		return spoken
	case answersInWords && t.Detected.Intent == detect.Unknown && isLatin && spoken != detect.Urdu:
		return spoken
	default:
		return t.Detected.Language
	}
}

// answer answers the message. Grief and danger come first, then an open question, then the message's own request.
func (t *turn) answer(ctx context.Context) {
	if t.breaksOff(ctx) || t.handleOpen(ctx) || t.hearWait() || t.history.Hear(ctx) || t.byAct(ctx) || t.goesOn(ctx) {
		return
	}
	if t.Detected.Cues.Bare != 0 {
		t.Answer.Intent = detect.UpdateTask
		t.tasks.AskWhatNumber(t.Detected.Cues.Bare)
		return
	}
	if nearly := t.Detected.Cues.Nearly; nearly != "" && t.Detected.Intent.Writes() && t.registered.AskIfMeant(nearly) {
		return
	}
	if t.Detected.Intent != detect.Unknown {
		t.doAsAsked(ctx)
		return
	}
	if t.tasks.AskClauses(ctx) || t.heard.Hear(ctx) || t.handleAct(ctx) || t.resumeLeft(ctx) || t.continuePrevious(ctx) {
		return
	}
	t.askNoTool(ctx)
}

// breaksOff answers a message that has nothing to do with what was spoken of. It reports whether the message is one.
func (t *turn) breaksOff(ctx context.Context) bool {
	if t.goesOnSurely() && !t.Detected.Cues.Talk.Kind.IsDanger() {
		return false // "baat ho gayi, unka phone aa gaya tha" is no grief
	}
	return t.smalltalk.Hear() || t.turnAside(ctx)
}

// turnAside answers a message that goes on with nothing: a wish by the language model first, which may know a tool of another service. What
// was to be confirmed is asked no more, so that no later "ok" does it. It reports whether the message is one.
func (t *turn) turnAside(ctx context.Context) bool {
	if !t.smalltalk.IsAside() {
		return false
	}
	t.State.Question, t.State.Left = nil, nil
	return t.smalltalk.IsWish() && t.registered.AskModel(ctx) || t.smalltalk.Tell(false)
}

// doAsAsked does what the message was read as asking for, unless it goes on with what came before.
func (t *turn) doAsAsked(ctx context.Context) {
	pieces := t.Detected.Cues.Continues || t.Detected.Cues.Ordinal != 0
	doubtful := pieces && t.Detected.Confidence < mayWrite || t.isFollowUp()
	switch {
	case t.Detected.Cues.Exact:
		t.dispatchOwn(ctx)
	case t.heard.AddsAnother():
		t.Answer.Intent = detect.Unknown
		t.SayAnew("not_understood", nil)
	case !doubtful || !t.continuePrevious(ctx):
		t.dispatchOwn(ctx)
	}
}

// goesOn handles a message that goes on with what was done, or is no whole order by itself. It reports whether the message does.
func (t *turn) goesOn(ctx context.Context) bool {
	return t.prayers.TellFollowing(ctx) || t.isOfProfile(ctx) || t.moved.Hear(ctx) ||
		t.corrects(ctx) || t.heard.First(ctx) || t.spared.Ask(ctx)
}

// corrects handles a correction of what was just done. Behind a question that was left, a name alone answers that. It reports whether the
// message is one.
func (t *turn) corrects(ctx context.Context) bool {
	return (t.left == nil || t.Words.OwnsSlip() || t.Words.Denies()) && t.corrected.GoOn(ctx)
}

// isOfProfile handles what is said of the profile. It reports whether the message is about it.
func (t *turn) isOfProfile(ctx context.Context) bool {
	if t.profile.Asks() != profile.Method {
		return t.profile.Change(ctx)
	}
	t.prayers.TellMethod(ctx)
	return true
}

// handleOpen treats the message as the answer to the question that is open, if any. It reports whether the message was handled; if not, no
// question is open any more.
func (t *turn) handleOpen(ctx context.Context) bool {
	open, left := t.State.Question, t.State.Left
	t.State.Left = nil
	switch {
	case open == nil:
		t.left = left
		return t.agreesToLeft()
	case t.handleAnswer(ctx):
		return true
	default:
		t.leave(open)
	}
	t.State.Question = nil
	return false
}

// dispatch does what an intent asks for.
func (t *turn) dispatch(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	t.Answer.Intent, t.Asked = intent, conversation.Asked{Intent: intent, Slots: slots}
	if intent.Writes() && t.dispatchSeveral(ctx, intent, slots) {
		return
	}
	switch intent {
	case detect.CreateTask:
		t.making.Create(ctx, slots)
	case detect.ListTasks:
		t.tasks.List(ctx, slots)
	case detect.UpdateTask:
		t.tasks.Update(ctx, slots)
	case detect.DeleteTask:
		t.tasks.Delete(ctx, slots)
	case detect.CompleteTask:
		t.tasks.Complete(ctx, slots)
	case detect.ListMasjids, detect.SearchMasjids:
		t.masjids.Find(ctx, slots)
	case detect.GetMasjidDetails:
		t.masjids.Details(ctx, slots)
	case detect.GetPrayerTimes:
		t.prayers.Times(ctx, slots)
	case detect.GetCurrentPrayer:
		t.prayers.Current(ctx, slots)
	case detect.GetIslamicDate:
		t.prayers.IslamicDate(ctx, slots)
	case detect.GetDailyHadith:
		t.hadiths.Daily(ctx, slots)
	case detect.GetRandomHadith:
		t.hadiths.Random(ctx, slots)
	case detect.IdentityQuery:
		t.profile.Tell(ctx)
	default:
		t.registered.Use(ctx, intent, slots)
	}
}

// dispatchSeveral does what is asked for where that is more than one deed or task. It reports whether it is.
func (t *turn) dispatchSeveral(ctx context.Context, intent detect.Intent, slots detect.Slots) bool {
	if t.State.Question == nil && t.tasks.AskThoseTwo(ctx, intent, slots) {
		return true
	}
	if plan := t.Detected.Plan; plan.Several {
		t.Detected.Plan = detect.Plan{}
		t.tasks.HandleSeveral(ctx, intent, slots, plan)
		return true
	}
	return intent != detect.CreateTask && t.State.Question == nil && t.tasks.AskClauses(ctx)
}

// remember stores what the next turn may refer to.
func (t *turn) remember() {
	t.State.Language = t.Answer.Language
	if about := t.Answer.Intent.Topic(); about != detect.NoTopic {
		t.State.About = about
	}
	if t.Changed {
		t.State.Profile = nil
	}
	if t.State.Undo != nil {
		t.State.Undo.Fresh = t.Changed || t.State.Undo.Fresh && (t.onlyAgrees() || t.Waited)
	}
}

// onlyAgrees reports whether a message said yes to nothing: what came before may still be corrected.
func (t *turn) onlyAgrees() bool {
	return t.Detected.Cues.Act == detect.Yes && t.Answer.Intent == detect.Unknown && t.Answer.Tool == nil && t.State.Question == nil
}

// maxKept bounds what is stored of a call and its result, in bytes.
const maxKept = 32 << 10

// record returns the turn as it is stored.
func (t *turn) record() conversation.Turn {
	kept := conversation.Turn{
		Message: t.Input.Text, Answer: t.Answer.Message, Language: string(t.Answer.Language), Intent: string(t.Answer.Intent),
		Tool: dialogue.TextOf(t.Answer.Tool), Error: dialogue.TextOf(t.Answer.Error), At: t.Now, Asks: dialogue.TextOf(t.Answer.Asks),
	}
	if t.mayStore(kept.Tool) && len(t.Answer.Arguments)+len(t.Answer.Data) <= maxKept {
		kept.Arguments, kept.Data = string(t.Answer.Arguments), string(t.Answer.Data)
	}
	return kept
}

// mayStore reports whether what a tool was called with and answered is stored with the turn: not where a field of either is marked as
// secret. Of a tool that is not registered any more nobody knows.
func (t *turn) mayStore(tool string) bool {
	if slices.Contains(Tools(), tool) {
		return true
	}
	route := t.Routes().Lookup(tool)
	return route != nil && !toolspec.HasSecret(route.Method().Input()) && !toolspec.HasSecret(route.Method().Output())
}
