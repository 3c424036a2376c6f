package judge_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/judge"
)

// The same words order something behind one message and tell something behind another.
func TestWhatOrdersIsToldFromWhatTells(t *testing.T) {
	t.Parallel()
	detector, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	title, which := judge.Context{Asks: "title"}, judge.Context{Asks: "task_id"}
	made, listed := judge.Context{After: string(detect.CreateTask)}, judge.Context{After: string(detect.ListTasks)}
	for _, one := range []struct {
		in          judge.Context
		said        string
		least, most float64
	}{
		{title, "buy milk", 0.9, 1},
		{title, "call ammi at 5", 0.9, 1},
		{title, "dawai leni hai", 0.9, 1},
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
		if got := detector.Orders(one.said, one.in); got < one.least || got > one.most {
			t.Errorf("%q behind %+v orders with %.3f, not %v to %v", one.said, one.in, got, one.least, one.most)
		}
	}
}
