package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Who tells of something else first is understood from where he comes to the point.
func TestComesToThePoint(t *testing.T) {
	d := detector(t)
	for _, test := range []struct {
		text   string
		intent detect.Intent
		name   string // the title or the task that is named
		id     int
	}{
		{
			"my neighbour's boiler burst at four and we were all out on the landing in our coats, anyway, put down ring the plumber for tomorrow",
			detect.CreateTask, "ring the plumber", 0,
		},
		{
			"they have gone and moved our shifts about again, long story short task 4 needs to go to sunday",
			detect.UpdateTask, "", 4,
		},
		{
			"the lights went off twice and i lost half of what i had typed so i was saying task number six i don't want it anymore delete it",
			detect.DeleteTask, "", 6,
		},
		{
			"my nephew is moving to Karachi with his wife and the two boys and they were wondering which masjids are in Clifton",
			detect.ListMasjids, "", 0,
		},
		{
			"mehmaan abhi gaye hain aur bartan saare pare hain khair yeh likh lo ke kal bijli ka bill jama karna hai",
			detect.CreateTask, "bijli ka bill jama karna", 0,
		},
		{
			"مہمان ابھی گئے ہیں اور سارے برتن پڑے ہیں خیر یہ لکھ لو کہ کل بجلی کا بل جمع کرانا ہے",
			detect.CreateTask, "بجلی کا بل جمع کرانا", 0,
		},
	} {
		r := d.Detect(detect.Input{Text: test.text, Now: evaluation.Now()})
		got := ""
		if r.Slots.Title != nil {
			got = *r.Slots.Title
		}
		var id int
		if r.Slots.TaskID != nil {
			id = *r.Slots.TaskID
		}
		if r.Intent != test.intent || got != test.name || id != test.id {
			t.Errorf("%q is %s of %q, task %d; want %s of %q, task %d", test.text, r.Intent, got, id, test.intent, test.name, test.id)
		}
	}
}

// What is told of others, or supposed, is no point: nothing is written.
func TestWhatIsToldIsNoPoint(t *testing.T) {
	d := detector(t)
	for _, text := range []string{
		"I told my son to please delete the second task but he never listens to me",
		"he was late and his boss was angry so he said please remove the meeting with Ali from my calendar",
		"what happens if I say so please delete task five to you",
		"she texted me long story short mark your tasks done before you come home",
		"so my cousin finally finished his thesis, which means his final task is done and he can sleep",
		"I don't want you to do anything yet so could you just tell me whether you delete tasks for good",
		"don't do it now, but later on please delete task three for me when I say so",
		"bhai ne mujhe kaha tha khair wo kehta rehta hai ke doodh wala kaam delete kar do",
		"agar kal barish hui to bas picnic wala kaam cancel kar dena",
		"wo apni behan se keh raha tha khair kal subah doodh le aana",
		"امی نے ابو سے کہا تھا خیر وہ تو روز کہتی ہیں کہ دودھ لے آنا",
		"اگر کل بارش ہوئی تو بس پکنک والا کام حذف کر دینا",
		"استاد نے بچوں سے کہا مطلب یہ کہ سبق نمبر پانچ مکمل کر لو",
	} {
		if r := d.Detect(detect.Input{Text: text, Now: evaluation.Now()}); r.Intent.Writes() {
			t.Errorf("%q is %s, want nothing changed", text, r.Intent)
		}
	}
}

// The day that is told with the point counts, not one that is told before it.
func TestTheDayIsThatOfThePoint(t *testing.T) {
	d := detector(t)
	for text, want := range map[string]string{
		"long day today anyway i need a reminder to talk to the headteacher at nine on friday morning": "2026-03-06T09:00:00",
		"my flight is on Friday so remind me to pack the bags on Thursday please":                      "2026-03-05",
		"I work till five on Wednesday so put down collect the shoes on Saturday":                      "2026-03-07",
	} {
		r := d.Detect(detect.Input{Text: text, Now: evaluation.Now()})
		if r.Intent != detect.CreateTask || r.Slots.Due == nil || *r.Slots.Due != want {
			t.Errorf("%q is %s with %+v, want it due %s", text, r.Intent, r.Slots, want)
		}
	}
}
