package chat

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// isFollowUp reports whether a message continues the previous request, although on its own it would mean something
// else.
func (t *turn) isFollowUp() bool {
	if t.Detected.Intent.Writes() {
		return t.isFollowUpCommand()
	}
	slots := t.Detected.Slots
	lists := t.Detected.Intent == detect.ListTasks && !t.Words.MentionsTasks()
	switch t.State.Last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return lists
	case detect.GetIslamicDate:
		return lists && slots.Hijri != nil
	case detect.CreateTask, detect.UpdateTask:
		return t.Detected.Intent == detect.GetPrayerTimes && slots.Area == nil && slots.MasjidName == nil && t.Words.Corrects()
	case detect.ListMasjids, detect.SearchMasjids:
		return t.pointsAtMasjid()
	case detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.GetMasjidDetails:
		return t.asksOtherPrayer() || t.pointsAtMasjid() || lists || t.namesOtherPlace()
	default:
		return false
	}
}

// namesOtherPlace reports whether a message names no more than another place, which by itself would ask for its masjids.
func (t *turn) namesOtherPlace() bool {
	asksPlace := t.Detected.Intent == detect.ListMasjids || t.Detected.Intent == detect.SearchMasjids
	isPiece := t.Detected.Cues.Continues ||
		t.State.Last.Intent != detect.GetMasjidDetails && len(t.Words.Folded) < dialogue.MaxFragmentWords
	return asksPlace && isPiece && !t.Words.MentionsMasjids()
}

// pointsAtMasjid reports whether a message points at a masjid in the list and asks for nothing that a masjid does not
// have.
func (t *turn) pointsAtMasjid() bool {
	return t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Masjids && t.Detected.Intent == detect.IdentityQuery
}

// isFollowUpCommand reports whether a command that names no task continues the previous request: "balke parson rakho"
// changes the current task instead of creating one without a title, and "only the high priority ones" lists.
func (t *turn) isFollowUpCommand() bool {
	slots, cues := t.Detected.Slots, t.Detected.Cues
	pointed := cues.Pronoun && t.Detected.Intent != detect.CreateTask // yeh roz yaad dilana makes none
	if slots.TaskRef != nil || slots.TaskID != nil || pointed || t.Words.MentionsTasks() {
		return false
	}
	switch t.State.Last.Intent {
	case detect.CreateTask, detect.UpdateTask, detect.CompleteTask:
		return t.Detected.Intent == detect.CreateTask && slots.Title == nil && cues.Ordinal == 0
	case detect.ListTasks:
		return t.Detected.Intent == detect.UpdateTask && cues.Continues && cues.Ordinal == 0
	default:
		return false
	}
}

// continuePrevious handles a message that continues the previous request: "aur Asr?", "and completed?", "no, after
// Isha", "ek aur". It reports whether the message was handled.
func (t *turn) continuePrevious(ctx context.Context) bool {
	cues := t.Detected.Cues
	if cues.HowTo || cues.Negated && cues.Act != detect.No || cues.Act == detect.Thanks {
		return false
	}
	return cues.More && t.showMore(ctx) || t.continueLast(ctx)
}

// continueLast handles a message that goes on with what was asked for last. It reports whether the message does.
func (t *turn) continueLast(ctx context.Context) bool {
	switch last := t.State.Last; last.Intent {
	case detect.CreateTask, detect.UpdateTask:
		return t.continueUpdate(ctx)
	case detect.CompleteTask, detect.DeleteTask:
		return t.continueWithAnother(ctx) || last.Intent == detect.CompleteTask && t.continueUpdate(ctx)
	case detect.ListTasks:
		return t.continueListing(ctx) || t.State.Task.ID != 0 && t.Detected.Cues.Pronoun && t.continueUpdate(ctx)
	case detect.GetPrayerTimes, detect.GetCurrentPrayer:
		return t.continuePrayerTimes(ctx) || t.continueWithMasjid(ctx)
	case detect.GetIslamicDate:
		return t.continueIslamicDate(ctx)
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails:
		return t.continueMasjidSearch(ctx)
	case detect.GetDailyHadith, detect.GetRandomHadith:
		return t.continueHadith(ctx)
	default:
		return false
	}
}

// continueWithNamesake asks again for the city of the same name in another country: "Hyderabad", and then "India".
func (t *turn) continueWithNamesake(ctx context.Context) bool {
	last := t.State.Last
	if last.Slots.City == nil || len(t.Words.Folded) > dialogue.MaxFragmentWords || !t.saysOnlyPlace() {
		return false
	}
	label := t.Namesake(*last.Slots.City)
	if label == "" {
		if t.Places.CountryCalled(t.Input.Text) == "" {
			return false
		}
		label = strings.TrimSpace(t.Input.Text) // which city there?
	}
	t.dispatch(ctx, last.Intent, dialogue.Merged(last.Slots, detect.Slots{City: &label}))
	return true
}

// saysOnlyPlace reports whether a message may be a place's name and nothing else.
func (t *turn) saysOnlyPlace() bool {
	slots := t.Detected.Slots
	slots.City, slots.Area = nil, nil
	return t.Detected.Intent == detect.Unknown || t.Detected.Intent.Topic() == detect.Prayers && dialogue.CountSlots(slots) == 0
}

// continueHadith quotes the hadith of another day: "and yesterday?", "aur aaj ki?".
func (t *turn) continueHadith(ctx context.Context) bool {
	if topic := words.Topic(t.Input.Text); topic != "" && t.Detected.Intent == detect.Unknown && !t.Detected.Cues.Negated {
		t.dispatch(ctx, detect.GetRandomHadith, detect.Slots{Topic: &topic})
		return true
	}
	if t.Detected.Cues.Asked == "hadith_source" && t.hadiths.Source(ctx) {
		return true
	}
	again := t.Detector.Fragment(t.Input, detect.GetRandomHadith).Slots
	if again.TextIn != nil && len(t.Words.Folded) <= dialogue.MaxFragmentWords && t.hadiths.Again(ctx, again.TextIn) {
		return true
	}
	given := t.Detector.Fragment(t.Input, detect.GetDailyHadith)
	today := t.Words.MentionsToday() && (t.Detected.Cues.Continues || len(t.Words.Folded) <= dialogue.MaxFragmentWords)
	if given.Slots.Date == nil && !today {
		return false
	}
	t.dispatch(ctx, detect.GetDailyHadith, detect.Slots{Date: given.Slots.Date})
	return true
}

// bookBefore returns the book that the hadith before was asked from; nil where a number in it was asked for.
func (t *turn) bookBefore() *string {
	if t.State.Last.Slots.Number != nil {
		return nil
	}
	return t.State.Last.Slots.Collection
}

// showMore shows another hadith, or the next page of a list.
func (t *turn) showMore(ctx context.Context) bool {
	last := t.State.Last
	switch last.Intent {
	case detect.GetDailyHadith, detect.GetRandomHadith:
		before := last.Slots
		t.dispatch(ctx, detect.GetRandomHadith, detect.Slots{Topic: before.Topic, Collection: t.bookBefore(), TextIn: before.TextIn})
	case detect.ListTasks:
		t.Answer.Intent = last.Intent
		if t.State.Listed.Next == "" {
			t.Say("no_more", nil)
			return true
		}
		t.tasks.ListPage(ctx, last.Slots, t.State.Listed.Next)
	case detect.ListMasjids, detect.SearchMasjids:
		t.Answer.Intent = last.Intent
		if t.State.Listed.Next == "" {
			t.Say("no_more", nil)
			return true
		}
		t.masjids.Page(ctx, last.Slots, t.State.Listed.Next)
	default:
		return false
	}
	return true
}

// continueUpdate changes the current task: "no, after Isha", "aur priority kam".
func (t *turn) continueUpdate(ctx context.Context) bool {
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	if given.Cues.Denies || given.Cues.Doubts || t.onlyTells() {
		return false
	}
	slots := given.Slots
	if slots.TaskRef != nil && words.OnlyOwnsSlip(*slots.TaskRef) {
		slots.TaskRef = nil // galat, shaam 7 baje
	}
	if t.heard.ChangeAlso(ctx, given) {
		return true
	}
	if t.heard.TellsEarlier(given) || t.heard.AddsAnother() {
		return false // aadha ghanta pehle yaad dilana: not half an hour ago; parson bhi: not instead
	}
	if given.Cues.NoSuchDay != "" && t.State.Task.ID != 0 {
		t.Answer.Intent = detect.UpdateTask
		t.tasks.Change(ctx, t.State.Task, slots) // asks for another
		return true
	}
	if t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Tasks && slots.ChangesTask() && slots.TaskRef == nil {
		t.dispatch(ctx, detect.UpdateTask, slots) // pehle wale ko mahana bana do
		return true
	}
	if t.State.Task.ID == 0 || !slots.ChangesTask() || slots.TaskRef != nil || given.Confidence < understood {
		return false
	}
	slots.TaskID = nil
	t.Detected.Cues.ClockOnly, t.Detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	t.Answer.Intent = detect.UpdateTask
	t.tasks.Change(ctx, t.State.Task, slots)
	return true
}

// onlyTells reports whether a message tells something and corrects nothing: "I fasted today".
func (t *turn) onlyTells() bool {
	return t.Detected.Cues.Told && !t.Words.Corrects() && !t.Detected.Cues.Pronoun
}

// continueWithAnother repeats the last action on another task: "aur bijli wala bhi", "the gym one too".
func (t *turn) continueWithAnother(ctx context.Context) bool {
	adds := t.Detected.Cues.Also || t.Words.SaysToo()
	if !adds || !t.Detected.Cues.Continues || t.Detected.Intent != detect.Unknown {
		return false
	}
	given := t.Detector.Fragment(t.Input, t.State.Last.Intent)
	slots := given.Slots
	if slots.TaskRef != nil {
		named := words.WithoutToo(*slots.TaskRef)
		slots.TaskRef = &named
	}
	names := slots.TaskRef != nil || slots.TaskID != nil || t.Detected.Cues.Ordinal != 0
	if !names || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	t.dispatch(ctx, t.State.Last.Intent, slots)
	return true
}

// understood is the share of a fragment's words that must be understood before the chat acts on it.
const understood = 0.5

// continueListing lists again with other filters: "and completed?", "only the high priority ones".
func (t *turn) continueListing(ctx context.Context) bool {
	given := t.Detector.Fragment(t.Input, detect.ListTasks)
	slots := given.Slots
	tells := given.Slots.TaskRef != nil && len(t.Words.Folded) > dialogue.MaxFragmentWords // she watered her roses this morning
	slots.TaskRef, slots.Title, slots.TaskID = nil, nil, nil
	if dialogue.CountSlots(slots) == 0 || given.Confidence < understood || tells {
		return false
	}
	t.dispatch(ctx, detect.ListTasks, slots)
	return true
}

// continueWithMasjid describes the masjid whose times were just given: "does it have parking?".
func (t *turn) continueWithMasjid(ctx context.Context) bool {
	about := t.Input
	about.About = detect.Masjids
	if t.State.Place.Masjid == 0 || t.State.Place.Masjid != t.State.Masjid.ID ||
		t.Detector.Detect(about).Intent != detect.GetMasjidDetails {
		return false
	}
	t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{})
	return true
}

// continueMasjidSearch lists the masjids of another place, or answers about the current masjid: "aur clifton me?",
// "aur Asr?".
func (t *turn) continueMasjidSearch(ctx context.Context) bool {
	if t.continueWithNamesake(ctx) {
		return true
	}
	times := t.Detector.Fragment(t.Input, detect.GetPrayerTimes).Slots
	if times.Prayer != nil {
		t.Detected.Cues.There = true
		t.dispatch(ctx, detect.GetPrayerTimes, times)
		return true
	}
	slots := t.Detector.Fragment(t.Input, detect.SearchMasjids).Slots
	switch {
	case slots.Area != nil || slots.City != nil || slots.Limit != nil:
		t.dispatch(ctx, detect.ListMasjids, detect.Slots{Area: slots.Area, City: slots.City, Limit: slots.Limit})
		return true
	case t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Masjids:
		t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{})
		return true
	case slots.MasjidName != nil && t.Detected.Cues.Continues:
		t.dispatch(ctx, detect.GetMasjidDetails, detect.Slots{MasjidName: slots.MasjidName})
		return true
	default:
		return false
	}
}
