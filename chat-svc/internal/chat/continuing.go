package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
)

// mostOfFragment is how many words a message has at most that goes on with what was asked for.
const mostOfFragment = 6

// goesOnDifferently says whether a message that would mean one thing alone means another here: a fragment that goes on
// with what was asked for last.
func (t *turn) goesOnDifferently() bool {
	if t.heard.Intent.Writes() {
		return t.writesDifferently()
	}
	slots := t.heard.Slots
	switch t.state.Last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return t.heard.Intent == detect.ListTasks && !t.words.ofTasks()
	case detect.CreateTask, detect.UpdateTask:
		return t.heard.Intent == detect.GetPrayerTimes && slots.Area == nil && slots.MasjidName == nil && t.words.corrects()
	case detect.ListMasjids, detect.SearchMasjids:
		return t.pointsAtMasjid()
	case detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.GetMasjidDetails:
		if t.pointsAtMasjid() || t.heard.Intent == detect.ListTasks && !t.words.ofTasks() {
			return true
		}
		asksPlace := t.heard.Intent == detect.ListMasjids || t.heard.Intent == detect.SearchMasjids
		isPiece := t.heard.Cues.Continues || t.state.Last.Intent != detect.GetMasjidDetails && len(t.words.folded) < mostOfFragment
		return asksPlace && isPiece && !t.words.ofMasjids()
	default:
		return false
	}
}

// pointsAtMasjid says whether a message points at a masjid of the list, and asks for nothing that a masjid has not.
func (t *turn) pointsAtMasjid() bool {
	return t.heard.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Masjids && t.heard.Intent == detect.IdentityQuery
}

// writesDifferently says whether a command that names no task goes on with the last one: "balke parson rakho" changes the
// task spoken of, and does not make one without a title; "only the high priority ones" lists.
func (t *turn) writesDifferently() bool {
	slots, cues := t.heard.Slots, t.heard.Cues
	if slots.TaskRef != nil || slots.TaskID != nil || cues.Pronoun || t.words.ofTasks() {
		return false
	}
	switch t.state.Last.Intent {
	case detect.CreateTask, detect.UpdateTask, detect.CompleteTask:
		return t.heard.Intent == detect.CreateTask && slots.Title == nil && cues.Ordinal == 0
	case detect.ListTasks:
		return t.heard.Intent == detect.UpdateTask && cues.Continues && cues.Ordinal == 0
	default:
		return false
	}
}

// goneOn takes the message as going on with what was asked for last: "aur Asr?", "and completed?", "no, after Isha",
// "ek aur".
func (t *turn) goneOn(ctx context.Context) bool {
	last := t.state.Last
	if last.Intent == "" || t.heard.Cues.HowTo || t.heard.Cues.Negated && t.heard.Cues.Act != detect.No {
		return false
	}
	if t.heard.Cues.More && t.showMore(ctx) {
		return true
	}
	switch last.Intent {
	case detect.CreateTask, detect.UpdateTask:
		return t.goOnChanging(ctx)
	case detect.CompleteTask, detect.DeleteTask:
		return t.goOnToo(ctx) || last.Intent == detect.CompleteTask && t.goOnChanging(ctx)
	case detect.ListTasks:
		return t.goOnListing(ctx) || t.state.Task.ID != 0 && t.heard.Cues.Pronoun && t.goOnChanging(ctx)
	case detect.GetPrayerTimes, detect.GetCurrentPrayer:
		return t.goOnPraying(ctx) || t.goOnWithMasjid(ctx)
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails:
		return t.goOnLooking(ctx)
	case detect.GetDailyHadith, detect.GetRandomHadith:
		given := t.detector.Fragment(t.input, detect.GetDailyHadith)
		today := t.words.ofToday() && (t.heard.Cues.Continues || len(t.words.folded) <= mostOfFragment)
		if given.Slots.Date == nil && !today {
			return false
		}
		t.do(ctx, detect.GetDailyHadith, detect.Slots{Date: given.Slots.Date})
		return true
	default:
		return false
	}
}

// showMore shows one more hadith, or the rest of a list.
func (t *turn) showMore(ctx context.Context) bool {
	last := t.state.Last
	switch last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		t.do(ctx, detect.GetRandomHadith, detect.Slots{})
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

// goOnChanging changes the task spoken of last: "no, after Isha", "aur priority kam".
func (t *turn) goOnChanging(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.UpdateTask)
	if given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	slots := given.Slots
	if t.heard.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Tasks && changes(slots) && slots.TaskRef == nil {
		t.do(ctx, detect.UpdateTask, slots) // pehle wale ko mahana bana do
		return true
	}
	if t.state.Task.ID == 0 || !changes(slots) || slots.TaskRef != nil || given.Confidence < understood {
		return false
	}
	slots.TaskID = nil
	t.heard.Cues.ClockOnly, t.heard.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	t.answer.Intent = detect.UpdateTask
	t.update(ctx, t.state.Task, slots)
	return true
}

// goOnToo does with another task what was done with the last: "aur bijli wala bhi", "the gym one too".
func (t *turn) goOnToo(ctx context.Context) bool {
	if !t.heard.Cues.Also || !t.heard.Cues.Continues || t.heard.Intent != detect.Unknown {
		return false
	}
	given := t.detector.Fragment(t.input, t.state.Last.Intent)
	slots := given.Slots
	names := slots.TaskRef != nil || slots.TaskID != nil || t.heard.Cues.Ordinal != 0
	if !names || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	t.do(ctx, t.state.Last.Intent, slots)
	return true
}

// understood is the share of a fragment's words that must have been understood for it to be acted on.
const understood = 0.5

// goOnListing lists with other filters: "and completed?", "only the high priority ones".
func (t *turn) goOnListing(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.ListTasks)
	slots := given.Slots
	slots.TaskRef, slots.Title, slots.TaskID = nil, nil, nil
	if stated(slots) == 0 || given.Confidence < understood {
		return false
	}
	t.do(ctx, detect.ListTasks, slots)
	return true
}

// goOnPraying tells another prayer, place or day: "aur Asr?", "aur clifton mein?", "and tomorrow?".
func (t *turn) goOnPraying(ctx context.Context) bool {
	given := t.detector.Fragment(t.input, detect.GetPrayerTimes)
	slots := given.Slots
	before := t.state.Last.Slots
	if slots.Prayer == nil && slots.Area == nil && slots.City == nil && slots.MasjidName == nil && slots.Date == nil && slots.Method == nil && slots.Asr == nil {
		if !t.heard.Cues.Next {
			return false
		}
		before.Prayer, before.Date = nil, nil
		t.heard.Cues.There = true
		t.do(ctx, detect.GetCurrentPrayer, before)
		return true
	}
	if slots.Area != nil || slots.City != nil || slots.MasjidName != nil {
		before.Area, before.City, before.MasjidName = nil, nil, nil
	}
	if before.Prayer == nil && t.state.Last.Intent == detect.GetCurrentPrayer && slots.Prayer == nil {
		t.do(ctx, detect.GetCurrentPrayer, merged(before, slots))
		return true
	}
	t.heard.Cues.There = true
	t.do(ctx, detect.GetPrayerTimes, merged(before, slots))
	return true
}

// goOnWithMasjid tells more of the masjid whose times were told: "does it have parking?".
func (t *turn) goOnWithMasjid(ctx context.Context) bool {
	about := t.input
	about.About = detect.Masjids
	if t.state.Place.Masjid == 0 || t.state.Place.Masjid != t.state.Masjid.ID || t.detector.Detect(about).Intent != detect.GetMasjidDetails {
		return false
	}
	t.do(ctx, detect.GetMasjidDetails, detect.Slots{})
	return true
}

// goOnLooking lists the masjids of another place, or tells of the one spoken of: "aur clifton me?", "aur Asr?".
func (t *turn) goOnLooking(ctx context.Context) bool {
	prayers := t.detector.Fragment(t.input, detect.GetPrayerTimes).Slots
	if prayers.Prayer != nil {
		t.heard.Cues.There = true
		t.do(ctx, detect.GetPrayerTimes, prayers)
		return true
	}
	slots := t.detector.Fragment(t.input, detect.SearchMasjids).Slots
	switch {
	case slots.Area != nil || slots.City != nil || slots.Limit != nil:
		t.do(ctx, detect.ListMasjids, detect.Slots{Area: slots.Area, City: slots.City, Limit: slots.Limit})
		return true
	case t.heard.Cues.Ordinal != 0 && t.state.Listed.Kind == conversation.Masjids:
		t.do(ctx, detect.GetMasjidDetails, detect.Slots{})
		return true
	case slots.MasjidName != nil && t.heard.Cues.Continues:
		t.do(ctx, detect.GetMasjidDetails, detect.Slots{MasjidName: slots.MasjidName})
		return true
	default:
		return false
	}
}
