package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// politelyAsked are orders of English in the form of a question, of tasks that are called by their names alone, and of tasks to be made.
var politelyAsked = map[string]order{
	"would it be possible to cancel the Lahore visit?":            {detect.DeleteTask, `{"task_ref":"Lahore visit"}`},
	"do you think you could take the choir practice off for me?":  {detect.DeleteTask, `{"task_ref":"choir practice"}`},
	"mind binning the loft job for me":                            {detect.DeleteTask, `{"task_ref":"loft job"}`},
	"can the Lahore visit be removed?":                            {detect.DeleteTask, `{"task_ref":"Lahore visit"}`},
	"is it possible to mark the ironing as done":                  {detect.CompleteTask, `{"task_ref":"ironing"}`},
	"do you think you could tick off the ironing":                 {detect.CompleteTask, `{"task_ref":"ironing"}`},
	"could the ironing be ticked off":                             {detect.CompleteTask, `{"task_ref":"ironing"}`},
	"mind moving my eye test to the 12th?":                        {detect.UpdateTask, `{"task_ref":"eye test","due":"2026-03-12"}`},
	"is it possible to move the eye test to the 12th":             {detect.UpdateTask, `{"task_ref":"eye test","due":"2026-03-12"}`},
	"can my eye test be moved to the 12th?":                       {detect.UpdateTask, `{"task_ref":"eye test","due":"2026-03-12"}`},
	"can durood be linked to Maghrib":                             {detect.UpdateTask, `{"task_ref":"durood","linked_prayer":"Maghrib"}`},
	"can my back stretches repeat every day":                      {detect.UpdateTask, `{"task_ref":"back stretches","recurrence":"daily"}`},
	"any chance of a reminder at 5:30am tomorrow to ring the vet": {detect.CreateTask, `{"title":"ring the vet","due":"2026-03-03T05:30:00"}`},
	"could there be a reminder for the MOT on Thursday?":          {detect.CreateTask, `{"title":"MOT","due":"2026-03-05"}`},
	"can something remind me at 6 pm to feed the cat":             {detect.CreateTask, `{"title":"feed the cat","due":"2026-03-02T18:00:00"}`},
	"can a reminder go in for my blood test on Friday?":           {detect.CreateTask, `{"title":"blood test","due":"2026-03-06"}`},
	"could there be a task that says complain to the landlord?":   {detect.CreateTask, `{"title":"complain to the landlord"}`},
	"can't you just delete the chess one":                         {detect.DeleteTask, `{"task_ref":"chess"}`},
	"won't you add lemons to my list":                             {detect.CreateTask, `{"title":"lemons"}`},
	"couldn't you move my eye test to the 12th":                   {detect.UpdateTask, `{"task_ref":"eye test","due":"2026-03-12"}`},
	"could the Lahore visit come off my list":                     {detect.DeleteTask, `{"task_ref":"Lahore visit"}`},
	"could I ask for a reminder at 6 pm to feed the cat":          {detect.CreateTask, `{"title":"feed the cat","due":"2026-03-02T18:00:00"}`},
	"can we bin the chess one":                                    {detect.DeleteTask, `{"task_ref":"chess"}`},
	"can we tick off the ironing one":                             {detect.CompleteTask, `{"task_ref":"ironing"}`},
	"no just delete the chess one":                                {detect.DeleteTask, `{"task_ref":"chess"}`},
	"maybe add a task to read Surah Mulk?":                        {detect.CreateTask, `{"title":"read Surah Mulk"}`},
}

func TestWhatIsAskedPolitelyIsDone(t *testing.T) { ordered(t, politelyAsked) }

// onlyAsked look like them, and ask how or whether something is so, of someone else or of tasks in general, deny, or only suppose.
var onlyAsked = []string{
	"would it be possible to remove tasks in bulk?", "would it be possible to lose a task by accident?",
	"could a reminder be deleted on Friday", "is it possible to remove a reminder once it has gone off?",
	"would it be possible to see who removed the Dubai trip?", "would it be wise to remove the Dubai trip",
	"is it possible the Dubai trip was removed", "is it possible to remove the Dubai trip without losing its date?",
	"can the Dubai trip not be removed?", "can the Dubai trip be removed by mistake?", "how can the Dubai trip be removed?",
	"why can the Dubai trip be removed", "can my account be removed?", "can the imam be changed?", "can my fast be broken before Maghrib",
	"can reminders repeat every day?", "can a task repeat every two weeks?", "can my tasks repeat every day?",
	"could there be a task that I forgot about?", "could there be a reason the task says done", "could there be a task for that already?",
	"could my tasks disappear?", "could the tasks disappear if I log out", "why could the one about the certificate disappear",
	"do you think I could take the library duty off", "do you think he could take the library duty off for me",
	"do you mind if I delete task 4?", "mind if I move my flu jab to the 12th?", "would you mind not moving my flu jab to the 12th",
	"mind not chucking the kotri job off my list", "never mind moving my flu jab to the 12th", "I don't mind moving my flu jab to the 12th",
	"do they mind moving my flu jab to the 12th", "any chance of rain at 5:30am tomorrow?", "any chance of the plumber coming on Friday?",
	"any chance the gym task was deleted by mistake", "is there any chance of a reminder being missed",
	"any chance of a reminder getting lost?",
	"no chance of a reminder at 5:30am tomorrow then", "can we call it a day?", "can we call Yusuf rather than Ali?",
	"can Zuhr be joined with Asr when travelling", "can Asr be paired with Dhuhr", "can istighfar be said after Asr",
	"can we remove the stain with bleach?", "can we clear the table", "can we drop the kids at nani's", "can we delete the messages",
	"can we finish the prayer early", "can we mark the prayer mats", "can't you see I deleted the gym one", "won't you be late",
	"won't you delete my tasks by mistake", "couldn't you delete tasks before",
	"can't you delete tasks", "wouldn't you delete task 4 too", "why can't you just delete the gym one", "can't you remind people",
	"won't you remind me too often", "can't you stop deleting my task", "can't you not delete task 4", "can't you leave the gym one",
	"I said no just delete the gym one, he said", "no just leave it", "no just kidding delete nothing", "no delete task 4", "no just don't",
	"no please don't delete it", "could the Dubai trip come off badly",
	"can tasks be paired with Asr", "can a task be tied to a prayer", "can witr be prayed after Fajr",
	"can someone remind the imam after isha",
	"did something remind me after isha to write", "can something remind two people at once", "can a reminder go off twice?",
	"can a reminder go missing on Friday?", "maybe don't add a daily one to say bismillah", "maybe the app adds a daily one by itself?",
	"maybe I add too many of them?",
}

func TestWhatIsOnlyAskedChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, sentence := range onlyAsked {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}
