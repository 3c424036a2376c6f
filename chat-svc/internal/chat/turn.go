package chat

import (
	"context"
	"net/http"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
)

// turn is one message and what becomes of it. It is used by one goroutine.
type turn struct {
	*Chat
	detector *detect.Detector // the same throughout the turn
	caller   identity.Caller
	state    *conversation.State
	now      time.Time // in the user's zone
	input    detect.Input
	heard    detect.Result
	words    words
	book     *messages.Book
	answer   *Answer
	calls    int
	granted  int  // calls beyond mostCalls, for several deeds that were confirmed
	changed  bool // something of the user's was changed in this turn
}

func (c *Chat) newTurn(caller identity.Caller, state *conversation.State, message string) *turn {
	now := c.Clock.Now().In(caller.Zone())
	t := &turn{
		Chat: c, detector: c.detector.Load(), caller: caller, state: state, now: now,
		input: detect.Input{Text: message, Now: now, Zone: caller.Zone(), About: state.About},
		words: listen(message),
	}
	t.hear()
	language := t.language()
	t.book = c.messages.In(language)
	t.answer = &Answer{Success: true, Language: language, Intent: t.heard.Intent, status: http.StatusOK}
	return t
}

// hear understands the message. What would make a task of "the second one, on Saturday" points at a task that was listed.
func (t *turn) hear() {
	t.heard = t.detector.Detect(t.input)
	if t.heard.Cues.Exact {
		return // it means that tool, whatever was spoken of before
	}
	t.renames()
	if t.words.asksAbout() {
		t.heard.Cues.HowTo, t.heard.Cues.Continues = false, true
	}
	t.heard.Cues.More = t.heard.Cues.More || t.words.oneMore()
	if t.words.drops() {
		t.heard.Intent, t.heard.Slots, t.heard.Cues.Act = detect.Unknown, detect.Slots{}, detect.Drop
	}
	if t.words.undoes() {
		t.heard.Intent, t.heard.Slots, t.heard.Cues.Act = detect.Unknown, detect.Slots{}, detect.Undo
	}
	if t.onlyActs() || t.heard.Intent.Writes() && t.heard.Confidence < mayWrite && t.heard.Cues.Continues {
		t.heard.Intent, t.heard.Slots = detect.Unknown, detect.Slots{}
	}
	pointsAtListed := t.heard.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Tasks && t.state.About == detect.Tasks
	if pointsAtListed && t.heard.Intent == detect.CreateTask && t.heard.Confidence < sure && !t.words.ofTasks() {
		confidence := t.heard.Confidence
		t.heard = t.detector.Fragment(t.input, detect.UpdateTask)
		t.heard.Confidence = confidence
	}
}

// mayWrite is the confidence below which a piece of a sentence changes nothing, and what was said before counts for more.
const mayWrite = 0.5

// onlyActs says whether a message only takes back, refuses or agrees, and names nothing.
func (t *turn) onlyActs() bool {
	switch t.heard.Cues.Act {
	case detect.Undo, detect.Drop, detect.Yes, detect.No:
		return stated(t.heard.Slots) == 0 && t.heard.Cues.Ordinal == 0 && !t.words.ofTasks()
	default:
		return false
	}
}

// language is the one to answer in: that of the message. Words that are of no language in particular, and a piece of
// text that was asked for, leave it as it was.
func (t *turn) language() detect.Language {
	spoken := t.state.Language
	if spoken == "" {
		spoken = detect.Language(t.caller.Language)
	}
	if spoken == "" {
		spoken = detect.English
	}
	isLatin := t.heard.Language != detect.Urdu
	answersInWords := t.state.Question != nil && (t.state.Question.Asks == asksTitle || t.state.Question.Asks == asksTask || t.state.Question.Asks == asksMasjid)
	switch {
	case t.words.borrowed():
		return spoken
	case t.heard.Cues.Neutral && (!t.words.letters || t.words.arabic == (spoken == detect.Urdu)):
		return spoken
	case answersInWords && t.heard.Intent == detect.Unknown && isLatin && spoken != detect.Urdu:
		return spoken
	default:
		return t.heard.Language
	}
}

// respond makes the answer: an open question is answered first, then what is asked for is done.
func (t *turn) respond(ctx context.Context) {
	if t.state.Question != nil && t.answered(ctx) {
		return
	}
	t.state.Question = nil
	if t.heard.Cues.Bare != 0 {
		t.answer.Intent = detect.UpdateTask
		t.askWhatNumber(t.heard.Cues.Bare)
		return
	}
	if t.heard.Intent != detect.Unknown {
		if t.heard.Cues.Exact {
			t.do(ctx, t.heard.Intent, t.heard.Slots)
			return
		}
		pieces := t.heard.Cues.Continues || t.heard.Cues.Ordinal != 0
		doubtful := pieces && t.heard.Confidence < mayWrite || t.goesOnDifferently()
		if !doubtful || !t.goneOn(ctx) {
			t.do(ctx, t.heard.Intent, t.heard.Slots)
		}
		return
	}
	if t.acted(ctx) || t.goneOn(ctx) {
		return
	}
	t.smallTalk(ctx)
}

// do does what an intent asks for.
func (t *turn) do(ctx context.Context, intent detect.Intent, slots detect.Slots) {
	t.answer.Intent = intent
	if t.heard.Plan.Several && intent.Writes() {
		plan := t.heard.Plan
		t.heard.Plan = detect.Plan{}
		t.several(ctx, intent, slots, plan)
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

// remember keeps what the next turn may refer to.
func (t *turn) remember() {
	t.state.Language = t.answer.Language
	if about := topicOf(t.answer.Intent); about != detect.NoTopic {
		t.state.About = about
	}
	if t.state.Undo != nil {
		t.state.Undo.Fresh = t.changed
	}
}

// kept is the turn as people read it again.
func (t *turn) kept() conversation.Turn {
	return conversation.Turn{
		Message: t.input.Text, Answer: t.answer.Message, Language: string(t.answer.Language), Intent: string(t.answer.Intent),
		Tool: textOf(t.answer.Tool), Error: textOf(t.answer.Error), At: t.now,
	}
}

// topicOf is what an intent is about.
func topicOf(intent detect.Intent) detect.Topic {
	switch intent {
	case detect.CreateTask, detect.ListTasks, detect.UpdateTask, detect.DeleteTask, detect.CompleteTask:
		return detect.Tasks
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails:
		return detect.Masjids
	case detect.GetPrayerTimes, detect.GetCurrentPrayer:
		return detect.Prayers
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return detect.Hadiths
	default:
		return detect.NoTopic
	}
}

// lastly notes what was asked for, for "aur Asr?".
func (t *turn) lastly(intent detect.Intent, slots detect.Slots) {
	t.state.Last = conversation.Asked{Intent: intent, Slots: slots}
}

// say makes the answer's message of a catalogue's.
func (t *turn) say(key string, args messages.Args) { t.answer.Message = t.book.Say(key, args) }

// item is the arguments of messages about a task or masjid.
func item(of conversation.Item) messages.Args {
	return messages.Args{"id": of.ID, "title": messages.Data(of.Name)}
}
