package chat

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
)

// turn is one message and its reply. It is used by one goroutine.
type turn struct {
	*Chat
	detector   *detect.Detector // the same throughout the turn
	caller     identity.Caller
	state      *conversation.State
	now        time.Time // in the user's zone
	input      detect.Input
	detected   detect.Result
	words      words
	book       *messages.Book
	answer     *Answer
	asked      conversation.Asked // what this turn set out to do
	calls      int
	extraCalls int         // calls beyond maxCalls, for several confirmed actions
	islamic    *islamicDay // what a task was made due by; nil for none
	changed    bool        // this turn changed one of the user's tasks
}

func (c *Chat) newTurn(caller identity.Caller, state *conversation.State, message string) *turn {
	now := c.Clock.Now().In(caller.Zone())
	t := &turn{
		Chat: c, detector: c.understanding(), caller: caller, state: state, now: now,
		input: detect.Input{Text: message, Now: now, Zone: caller.Zone(), About: state.About},
		words: parseWords(message),
	}
	t.understand()
	language := t.language()
	t.book = c.messages.In(language)
	t.answer = &Answer{Success: true, Language: language, Intent: t.detected.Intent, status: http.StatusOK}
	return t
}

// understand detects what the message means. If it points at a listed task, as in "the second one, on Saturday", it
// is an update instead of a new task.
func (t *turn) understand() {
	t.detected = t.detector.Detect(t.input)
	if t.detected.Cues.Exact {
		return // it means that tool, whatever came before
	}
	t.detectRename()
	if t.words.asksAbout() {
		t.detected.Cues.HowTo, t.detected.Cues.Continues = false, true
	}
	t.detected.Cues.More = t.detected.Cues.More || t.words.asksForAnother()
	if t.words.drops() {
		t.detected.Intent, t.detected.Slots, t.detected.Cues.Act = detect.Unknown, detect.Slots{}, detect.Drop
	}
	if t.words.undoes() {
		t.detected.Intent, t.detected.Slots, t.detected.Cues.Act = detect.Unknown, detect.Slots{}, detect.Undo
	}
	if t.isBareAct() || t.detected.Intent.Writes() && t.detected.Confidence < mayWrite && t.detected.Cues.Continues {
		t.detected.Intent, t.detected.Slots = detect.Unknown, detect.Slots{}
	}
	pointsAtListed := t.detected.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Tasks && t.state.About == detect.Tasks
	if pointsAtListed && t.detected.Intent == detect.CreateTask && t.detected.Confidence < sure && !t.words.mentionsTasks() {
		confidence := t.detected.Confidence
		t.detected = t.detector.Fragment(t.input, detect.UpdateTask)
		t.detected.Confidence = confidence
	}
}

// mayWrite is the confidence below which a fragment changes nothing, and the previous request counts for more.
const mayWrite = 0.5

// isBareAct reports whether a message does nothing but undo, refuse or agree, and names nothing.
func (t *turn) isBareAct() bool {
	switch t.detected.Cues.Act {
	case detect.Undo, detect.Drop, detect.Yes, detect.No:
		return countSlots(t.detected.Slots) == 0 && t.detected.Cues.Ordinal == 0 && !t.words.mentionsTasks()
	default:
		return false
	}
}

// language returns the language to answer in, which is that of the message. Words that belong to no language in
// particular, and an answer in free text, keep the previous one.
func (t *turn) language() detect.Language {
	spoken := t.state.Language
	if spoken == "" {
		spoken = detect.Language(t.caller.Language)
	}
	if spoken == "" {
		spoken = detect.English
	}
	isLatin := t.detected.Language != detect.Urdu
	asks := ""
	if t.state.Question != nil {
		asks = t.state.Question.Asks
	}
	answersInWords := asks == asksTitle || asks == asksTask || asks == asksMasjid
	switch {
	case t.words.onlyLoanwords():
		return spoken
	case t.detected.Cues.Neutral && (!t.words.letters || t.words.arabic == (spoken == detect.Urdu)):
		return spoken
	case answersInWords && t.detected.Intent == detect.Unknown && isLatin && spoken != detect.Urdu:
		return spoken
	default:
		return t.detected.Language
	}
}

// respond answers the message. An open question comes first, then the message's own request.
func (t *turn) respond(ctx context.Context) {
	if t.state.Question != nil && t.handleAnswer(ctx) {
		return
	}
	t.state.Question = nil
	if t.changeProfile(ctx) || t.correctAct(ctx) || t.bringBack(ctx) {
		return
	}
	if t.detected.Cues.Bare != 0 {
		t.answer.Intent = detect.UpdateTask
		t.askWhatNumber(t.detected.Cues.Bare)
		return
	}
	if t.detected.Intent != detect.Unknown {
		if t.detected.Cues.Exact {
			t.dispatch(ctx, t.detected.Intent, t.detected.Slots)
			return
		}
		pieces := t.detected.Cues.Continues || t.detected.Cues.Ordinal != 0
		doubtful := pieces && t.detected.Confidence < mayWrite || t.isFollowUp()
		if !doubtful || !t.continuePrevious(ctx) {
			t.dispatch(ctx, t.detected.Intent, t.detected.Slots)
		}
		return
	}
	if t.handleAct(ctx) || t.continuePrevious(ctx) {
		return
	}
	t.smallTalk(ctx)
}

// dispatch does what an intent asks for.
func (t *turn) dispatch(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	t.answer.Intent, t.asked = intent, conversation.Asked{Intent: intent, Slots: slots}
	if t.detected.Plan.Several && intent.Writes() {
		plan := t.detected.Plan
		t.detected.Plan = detect.Plan{}
		t.handleSeveral(ctx, intent, slots, plan)
		return
	}
	switch intent {
	case detect.CreateTask:
		t.createTask(ctx, slots)
	case detect.ListTasks:
		t.listTasks(ctx, slots)
	case detect.UpdateTask:
		t.updateTask(ctx, slots)
	case detect.DeleteTask:
		t.deleteTask(ctx, slots)
	case detect.CompleteTask:
		t.completeTask(ctx, slots)
	case detect.ListMasjids, detect.SearchMasjids:
		t.findMasjids(ctx, slots)
	case detect.GetMasjidDetails:
		t.masjidDetails(ctx, slots)
	case detect.GetPrayerTimes:
		t.prayerTimes(ctx, slots)
	case detect.GetCurrentPrayer:
		t.currentPrayer(ctx, slots)
	case detect.GetIslamicDate:
		t.islamicDate(ctx, slots)
	case detect.GetDailyHadith:
		t.dailyHadith(ctx, slots)
	case detect.GetRandomHadith:
		t.randomHadith(ctx, slots)
	case detect.IdentityQuery:
		t.whoAmI(ctx)
	default:
		t.registeredTool(ctx, intent, slots)
	}
}

// remember stores what the next turn may refer to.
func (t *turn) remember() {
	t.state.Language = t.answer.Language
	if about := topicOf(t.answer.Intent); about != detect.NoTopic {
		t.state.About = about
	}
	if t.state.Undo != nil {
		t.state.Undo.Fresh = t.changed
	}
}

// maxKept bounds what is stored of a call and its result, in bytes.
const maxKept = 32 << 10

// record returns the turn as it is stored.
func (t *turn) record() conversation.Turn {
	kept := conversation.Turn{
		Message: t.input.Text, Answer: t.answer.Message, Language: string(t.answer.Language), Intent: string(t.answer.Intent),
		Tool: textOf(t.answer.Tool), Error: textOf(t.answer.Error), At: t.now, Asks: textOf(t.answer.Asks),
	}
	if t.mayStore(kept.Tool) && len(t.answer.Arguments)+len(t.answer.Data) <= maxKept {
		kept.Arguments, kept.Data = string(t.answer.Arguments), string(t.answer.Data)
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

// topicOf returns the topic of an intent.
func topicOf(intent detect.Intent) detect.Topic {
	switch intent {
	case detect.CreateTask, detect.ListTasks, detect.UpdateTask, detect.DeleteTask, detect.CompleteTask:
		return detect.Tasks
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails:
		return detect.Masjids
	case detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.GetIslamicDate:
		return detect.Prayers
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return detect.Hadiths
	default:
		return detect.NoTopic
	}
}

// setLast remembers the request, for "aur Asr?".
func (t *turn) setLast(intent detect.Intent, slots detect.Slots) {
	t.state.Last = conversation.Asked{Intent: intent, Slots: slots}
}

// say sets the answer's message from the catalogue.
func (t *turn) say(key string, args messages.Args) { t.answer.Message = t.book.Say(key, args) }

// item returns the arguments of messages about a task or masjid.
func item(of conversation.Item) messages.Args {
	return messages.Args{"id": of.ID, "title": messages.Data(of.Name)}
}
