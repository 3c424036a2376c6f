package dialogueact_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// The same words order something behind one message and tell something behind another.
func TestWhatOrdersIsToldFromWhatTells(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	title, which := dialogueact.Context{Asks: "title"}, dialogueact.Context{Asks: "task_id"}
	made, listed := dialogueact.Context{After: string(detect.CreateTask)}, dialogueact.Context{After: string(detect.ListTasks)}
	for _, one := range []struct {
		in          dialogueact.Context
		said        string
		least, most float64
	}{
		{title, "buy milk", 0.9, 1},
		{title, "call ammi at 5", 0.9, 1},
		{title, "dawai leni hai", 0.5, 1},
		{title, "دودھ لانا", 0.9, 1},
		{title, "nothing", 0, 0.9},
		{title, "who made you", 0, 0.2},
		{title, "high fever since morning", 0, 0.9},
		{title, "alarm band karo", 0, 0.9},
		{title, "my head is spinning", 0, 0.9},
		{title, "bohat neend arahi hai", 0, 0.9},
		{which, "the second one", 0.9, 1},
		{which, "gas wala", 0.9, 1},
		{which, "2 bache hain mere", 0, 0.2},
		{made, "make it friday please", 0.9, 1},
		{made, "nahi yaar 7 baje kar do", 0.9, 1},
		{made, "friday is eid", 0, 0.2},
		{made, "monday was terrible", 0, 0.2},
		{made, "جمعے کو شادی ہے", 0, 0.2},
		{made, "will Allah forgive me", 0, 0.2},
		{listed, "delete the bill one", 0.7, 1},
		{listed, "بل والا ہٹا دیں", 0.7, 1},
		{listed, "should I delete the bill one", 0, 0.7},
		{listed, "aap ki rai me bill wala hatana chahiye", 0, 0.7},
		{listed, "بل والا ہٹانا ٹھیک رہے گا؟", 0, 0.7},
	} {
		read := detector.Detect(detect.Input{Text: one.said})
		if got := detector.Act(one.said, one.in, &read).Orders(); got < one.least || got > one.most {
			t.Errorf("%q behind %+v orders with %.3f, not %v to %v", one.said, one.in, got, one.least, one.most)
		}
	}
}

// A message is of the kind that it most likely is where it stands.
func TestWhatAMessageDoes(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	title := dialogueact.Context{Asks: "title"}
	remove := dialogueact.Context{Asks: dialogueact.Confirm, Deed: string(detect.DeleteTask), Names: []string{"gym fees"}}
	made := dialogueact.Context{After: string(detect.CreateTask), Names: []string{"gym fees"}}
	done := dialogueact.Context{After: string(detect.CompleteTask), Names: []string{"gym fees"}}
	times := dialogueact.Context{After: string(detect.GetPrayerTimes)}
	for _, one := range []struct {
		in   dialogueact.Context
		want dialogueact.Kind
		said []string
	}{
		{title, dialogueact.Waits, []string{"ruko zara sochne do", "let me check my diary", "ammi se pooch lun", "ذرا ٹھہریں، سوچ لوں"}},
		{title, dialogueact.Gives, []string{"wait for the plumber", "hang the curtains", "tell nana the news", "2 minute walk", "بل بھرنا"}},
		{title, dialogueact.Refuses, []string{"never mind", "rehne do", "چھوڑ دو"}},
		{remove, dialogueact.Agrees, []string{"yeah go on", "haan kar do", "جی ہٹا دیں", "bin it then"}},
		{remove, dialogueact.Refuses, []string{"no", "nahi rehne do", "نہیں رہنے دیں"}},
		{made, dialogueact.Gives, []string{"make it friday", "nahi 6 baje", "high priority kar do"}},
		{made, dialogueact.TakesBack, []string{"no don't add that", "نہیں مت لکھو", "undo"}},
		{done, dialogueact.TakesBack, []string{"undo", "abhi nahi di", "wapas kholo isay"}},
		{done, dialogueact.Instead, []string{"sorry I meant the rent", "nahi nahi, bijli wala", "دوسرا والا کہنا تھا"}},
		{made, dialogueact.Finished, []string{"paid already", "de di hai", "دے دی ہے"}},
		{made, dialogueact.Talks, []string{"so expensive these days", "stupid", "friday is eid", "will Allah forgive me"}},
		{times, dialogueact.More, []string{"and asr?", "aur kal ka?", "اور لاہور میں؟"}},
	} {
		for _, said := range one.said {
			read := detector.Detect(detect.Input{Text: said, About: one.in.About()})
			if told := detector.Act(said, one.in, &read); told.Kind() != one.want {
				t.Errorf("%q behind %+v is %s (%.2f), want %s", said, one.in, told.Kind(), told[told.Kind()], one.want)
			}
		}
	}
}
