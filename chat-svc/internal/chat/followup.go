package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
)

// maxFragmentWords is the most words that a follow-up to the previous request has.
const maxFragmentWords = 6

// isFollowUp reports whether a message continues the previous request, although on its own it would mean something
// else.
func (t *turn) isFollowUp() bool {
	if t.detected.Intent.Writes() {
		return t.isFollowUpCommand()
	}
	slots := t.detected.Slots
	switch t.state.Last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return t.detected.Intent == detect.ListTasks && !t.words.mentionsTasks()
	case detect.CreateTask, detect.UpdateTask:
		return t.detected.Intent == detect.GetPrayerTimes && slots.Area == nil && slots.MasjidName == nil && t.words.corrects()
	case detect.ListMasjids, detect.SearchMasjids:
		return t.pointsAtMasjid()
	case detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.GetMasjidDetails:
		if t.pointsAtMasjid() || t.detected.Intent == detect.ListTasks && !t.words.mentionsTasks() {
			return true
		}
		asksPlace := t.detected.Intent == detect.ListMasjids || t.detected.Intent == detect.SearchMasjids
		isPiece := t.detected.Cues.Continues || t.state.Last.Intent != detect.GetMasjidDetails && len(t.words.folded) < maxFragmentWords
		return asksPlace && isPiece && !t.words.mentionsMasjids()
	default:
		return false
	}
}

// pointsAtMasjid reports whether a message points at a masjid in the list and asks for nothing that a masjid does not
// have.
func (t *turn) pointsAtMasjid() bool {
	return t.detected.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Masjids && t.detected.Intent == detect.IdentityQuery
}

// isFollowUpCommand reports whether a command that names no task continues the previous request: "balke parson rakho"
// changes the current task instead of creating one without a title, and "only the high priority ones" lists.
func (t *turn) isFollowUpCommand() bool {
	slots, cues := t.detected.Slots, t.detected.Cues
	if slots.TaskRef != nil || slots.TaskID != nil || cues.Pronoun || t.words.mentionsTasks() {
		return false
	}
	switch t.state.Last.Intent {
	case detect.CreateTask, detect.UpdateTask, detect.CompleteTask:
		return t.detected.Intent == detect.CreateTask && slots.Title == nil && cues.Ordinal == 0
	case detect.ListTasks:
		return t.detected.Intent == detect.UpdateTask && cues.Continues && cues.Ordinal == 0
	default:
		return false
	}
}

// continuePrevious handles a message that continues the previous request: "aur Asr?", "and completed?", "no, after
// Isha", "ek aur". It reports whether the message was handled.
func (t *turn) continuePrevious(ctx context.Context) bool {
	last := t.state.Last
	if last.Intent == "" || t.detected.Cues.HowTo || t.detected.Cues.Negated && t.detected.Cues.Act != detect.No {
		return false
	}
	if t.detected.Cues.More && t.showMore(ctx) {
		return true
	}
	switch last.Intent {
	case detect.CreateTask, detect.UpdateTask:
		return t.continueUpdate(ctx)
	case detect.CompleteTask, detect.DeleteTask:
		return t.continueWithAnother(ctx) || last.Intent == detect.CompleteTask && t.continueUpdate(ctx)
	case detect.ListTasks:
		return t.continueListing(ctx) || t.state.Task.ID != 0 && t.detected.Cues.Pronoun && t.continueUpdate(ctx)
	case detect.GetPrayerTimes, detect.GetCurrentPrayer:
		return t.continuePrayerTimes(ctx) || t.continueWithMasjid(ctx)
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails:
		return t.continueMasjidSearch(ctx)
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return t.continueHadith(ctx)
	default:
		return false
	}
}

// continueHadith quotes the hadith of another day: "and yesterday?", "aur aaj ki?".
func (t *turn) continueHadith(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.GetDailyHadith)
	today := t.words.mentionsToday() && (t.detected.Cues.Continues || len(t.words.folded) <= maxFragmentWords)
	if given.Slots.Date == nil && !today {
		return false
	}
	t.dispatch(ctx, detect.GetDailyHadith, detect.Slots{Date: given.Slots.Date})
	return true
}

// showMore shows another hadith, or the next page of a list.
func (t *turn) showMore(ctx context.Context) bool {
	last := t.state.Last
	switch last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		t.dispatch(ctx, detect.GetRandomHadith, detect.Slots{})
	case detect.ListTasks:
		t.answer.Intent = last.Intent
		if t.state.Listed.Next == "" {
			t.say("no_more", nil)
			return true
		}
		t.listPage(ctx, last.Slots, t.state.Listed.Next)
	case detect.ListMasjids, detect.SearchMasjids:
		t.answer.Intent = last.Intent
		if t.state.Listed.Next == "" {
			t.say("no_more", nil)
			return true
		}
		t.masjidsPage(ctx, last.Slots, t.state.Listed.Next)
	default:
		return false
	}
	return true
}

// continueUpdate changes the current task: "no, after Isha", "aur priority kam".
func (t *turn) continueUpdate(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.UpdateTask)
	if given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	slots := given.Slots
	if t.detected.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Tasks && changes(slots) && slots.TaskRef == nil {
		t.dispatch(ctx, detect.UpdateTask, slots) // pehle wale ko mahana bana do
		return true
	}
	if t.state.Task.ID == 0 || !changes(slots) || slots.TaskRef != nil || given.Confidence < understood {
		return false
	}
	slots.TaskID = nil
	t.detected.Cues.ClockOnly, t.detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	t.answer.Intent = detect.UpdateTask
	t.update(ctx, t.state.Task, slots)
	return true
}

// continueWithAnother repeats the last action on another task: "aur bijli wala bhi", "the gym one too".
func (t *turn) continueWithAnother(ctx context.Context) bool {
	if !t.detected.Cues.Also || !t.detected.Cues.Continues || t.detected.Intent != detect.Unknown {
		return false
	}
	given := t.detector.Fragment(t.input, t.state.Last.Intent)
	slots := given.Slots
	names := slots.TaskRef != nil || slots.TaskID != nil || t.detected.Cues.Ordinal != 0
	if !names || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	t.dispatch(ctx, t.state.Last.Intent, slots)
	return true
}

// understood is the share of a fragment's words that must be understood before the chat acts on it.
const understood = 0.5

// continueListing lists again with other filters: "and completed?", "only the high priority ones".
func (t *turn) continueListing(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.ListTasks)
	slots := given.Slots
	slots.TaskRef, slots.Title, slots.TaskID = nil, nil, nil
	if countSlots(slots) == 0 || given.Confidence < understood {
		return false
	}
	t.dispatch(ctx, detect.ListTasks, slots)
	return true
}

// continuePrayerTimes gives the times of another prayer, place or day: "aur Asr?", "aur clifton mein?", "and
// tomorrow?".
func (t *turn) continuePrayerTimes(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.GetPrayerTimes)
	slots := given.Slots
	before := t.state.Last.Slots
	namesPlace := slots.Area != nil || slots.City != nil || slots.MasjidName != nil
	if !namesPlace && slots.Prayer == nil && slots.Date == nil && slots.Method == nil && slots.Asr == nil {
		if !t.detected.Cues.Next {
			return false
		}
		before.Prayer, before.Date = nil, nil
		t.detected.Cues.There = true
		t.dispatch(ctx, detect.GetCurrentPrayer, before)
		return true
	}
	if namesPlace {
		before.Area, before.City, before.MasjidName = nil, nil, nil
	}
	if before.Prayer == nil && t.state.Last.Intent == detect.GetCurrentPrayer && slots.Prayer == nil {
		t.dispatch(ctx, detect.GetCurrentPrayer, merged(before, slots))
		return true
	}
	t.detected.Cues.There = true
	t.dispatch(ctx, detect.GetPrayerTimes, merged(before, slots))
	return true
}

// continueWithMasjid describes the masjid whose times were just given: "does it have parking?".
func (t *turn) continueWithMasjid(ctx context.Context) bool {
	about := t.input
	about.About = detect.Masjids
	if t.state.Place.Masjid == 0 || t.state.Place.Masjid != t.state.Masjid.ID ||
		t.detector.Detect(about).Intent != detect.GetMasjidDetails {
		return false
	}
	t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{})
	return true
}

// continueMasjidSearch lists the masjids of another place, or answers about the current masjid: "aur clifton me?",
// "aur Asr?".
func (t *turn) continueMasjidSearch(ctx context.Context) bool {
	prayers := t.detector.Fragment(t.input, detect.GetPrayerTimes).Slots
	if prayers.Prayer != nil {
		t.detected.Cues.There = true
		t.dispatch(ctx, detect.GetPrayerTimes, prayers)
		return true
	}
	slots := t.detector.Fragment(t.input, detect.SearchMasjids).Slots
	switch {
	case slots.Area != nil || slots.City != nil || slots.Limit != nil:
		t.dispatch(ctx, detect.ListMasjids, detect.Slots{Area: slots.Area, City: slots.City, Limit: slots.Limit})
		return true
	case t.detected.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Masjids:
		t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{})
		return true
	case slots.MasjidName != nil && t.detected.Cues.Continues:
		t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{MasjidName: slots.MasjidName})
		return true
	default:
		return false
	}
}
