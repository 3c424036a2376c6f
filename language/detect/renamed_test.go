package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// Where the old name of a task and the new one are both written out, the new one takes the place of the old.
func TestBothNamesAreWrittenOut(t *testing.T) {
	ordered(t, map[string]order{
		"where it says ring mum it should say ring mum and dad":  {detect.UpdateTask, `{"title":"ring mum and dad","task_ref":"ring mum"}`},
		"ring mum should say ring mum and dad":                   {detect.UpdateTask, `{"title":"ring mum and dad","task_ref":"ring mum"}`},
		"buy milk shd say buy milk and nappies":                  {detect.UpdateTask, `{"title":"buy milk and nappies","task_ref":"buy milk"}`},
		"the milk one should say milk and eggs":                  {detect.UpdateTask, `{"title":"milk and eggs","task_ref":"milk"}`},
		`change "ring Saima" to "ring both"`:                     {detect.UpdateTask, `{"title":"ring both","task_ref":"ring Saima"}`},
		"edit 'tea with Aina' become 'tea with Mei'":             {detect.UpdateTask, `{"title":"tea with Mei","task_ref":"tea with Aina"}`},
		"Rather than 'vet', have it say 'vet for the gray mare'": {detect.UpdateTask, `{"title":"vet for the gray mare","task_ref":"vet"}`},
		`"by rice" should be "buy rice"`:                         {detect.UpdateTask, `{"title":"buy rice","task_ref":"by rice"}`},
		"task 4 should say buy eggs":                             {detect.UpdateTask, `{"title":"buy eggs","task_id":4}`},
	})
}

// What follows an order about "it" in a clause of its own, told of someone, is not what the task is called.
func TestWhatFollowsAPronounIsNoName(t *testing.T) {
	ordered(t, map[string]order{
		"make that low priority, ima prob oversleep":   {detect.UpdateTask, `{"priority":"low"}`},
		"make it high priority, we travel soon":        {detect.UpdateTask, `{"priority":"high"}`},
		"move it to friday, the gym one":               {detect.UpdateTask, `{"task_ref":"gym","due":"2026-03-06"}`},
		"چلیے مٹائیے نہیں، اس کی ترجیح زیادہ کر دیجیے": {detect.UpdateTask, `{"priority":"high"}`},
	})
}
