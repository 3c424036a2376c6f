package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// whyTold are orders beside which a word says no that only tells why they are given, or stands in what is to be noted.
var whyTold = map[string]order{
	"not doing pilates anymore bin that one":                                    {detect.DeleteTask, `{"task_ref":"pilates"}`},
	"i never go to the chess club any more delete it":                           {detect.DeleteTask, `{"task_ref":"chess club"}`},
	"we shall not be needing the tent man after all, strike that off":           {detect.DeleteTask, `{"task_ref":"tent man"}`},
	"we ain't doing the bonfire no more take it off":                            {detect.DeleteTask, `{"task_ref":"bonfire"}`},
	"i do not need sim card anymore get rid of that":                            {detect.DeleteTask, `{"task_ref":"sim card"}`},
	"We shall not be needing the magician after all, strike him from the list.": {detect.DeleteTask, `{"task_ref":"magician"}`},
	"task 7 no need, remove":                                                    {detect.DeleteTask, `{"task_id":7}`},
	"Legoland passes, no need, take out":                                        {detect.DeleteTask, `{"task_ref":"Legoland passes"}`},
	"delete bake sale, committee voted no":                                      {detect.DeleteTask, `{"task_ref":"bake sale"}`},
	"no i already fed the hens mark that one complete":                          {detect.CompleteTask, `{"task_ref":"hens"}`},
	"history essay is DONE wallah never again":                                  {detect.CompleteTask, `{"task_ref":"history essay"}`},
	"task 6 is done, na, so put a tick there":                                   {detect.CompleteTask, `{"task_id":6}`},
	"make task 9 low priority if you don't mind":                                {detect.UpdateTask, `{"task_id":9,"priority":"low"}`},
	"reopen 12 pls the roof isnt over":                                          {detect.UpdateTask, `{"task_id":12,"status":"pending"}`},
	`add "dont be late for class" to my list`:                                   {detect.CreateTask, `{"title":"dont be late for class"}`},
	"add 'stop buying crisps' to my list":                                       {detect.CreateTask, `{"title":"stop buying crisps"}`},
}

func TestANoThatTellsWhyDeniesNothing(t *testing.T) { ordered(t, whyTold) }

// stillDenied look like them, and the no is for the order.
var stillDenied = []string{
	"not deleting gym anymore, keep that one", "i never said bin the gym one", "not doing gym today but don't bin that one",
	"not binning that one", "i never delete it", "I'm not asking you to delete it", "not sure we should delete it",
	"i never wanted you to delete it", "nobody goes any more but don't delete it", "i don't go any more, never delete it",
	"no i never watered the plants so don't mark that one complete", "no i have not watered the plants so why mark that one complete",
	"no i won't mark that one complete", "no need to mark that one complete", "no i said i would mark that one complete",
	"we shall not be striking the carpet supplier from the list",
	"we shall not be needing the carpet supplier, should we strike him from the list",
	"we shall not be needing the carpet supplier, why did you strike him", "we shall not be needing the list, said the supplier",
	"delete the gym task, dad replied no", "should I delete the gym task, dad voted no", "keep task 4 if you don't mind",
	"he asked if you don't mind task 8 being low", "if it's no trouble don't move task 8", "no i asked you to mark that complete",
	"no i wanted you to mark that complete", "no i paid it so dont mark that one complete", "i never go to gym anymore should i delete it",
	"i won't go any more if you delete it", "not going anymore, might delete it", "no one goes anymore and he deleted it", "delete it na?",
	"mark 4 done pls the fees arent paid", "task delete karne ki zaroorat nahi rahi", "yaad dilane ki ab zaroorat nahi rahi",
	"roza rakhne ki himmat nahi", "task 7 no need to remove", "task 7, no need, leave it", "task 7 no remove", "remove task 7? no need",
	"Falcon show passes, no, don't take out", "Falcon show passes, no need to take out", "no need, don't take it out",
	"delete the sambusa fundraiser, no", "delete the sambusa fundraiser, no don't", "delete the sambusa fundraiser, I vote no",
	"chem lab report is done? never", "chem lab report is never done", "chem lab report is done, not", "chem lab report is DONE never",
	"never again delete my gym task", "delete my gym task? never again", "mark task 8 as done, I don't think so",
	"complete 10, the revision isnt finished", "dont reopen 10 the revision isnt over", "reopen 10? pls no",
	"make task 8 low priority, I don't mean it", "if you don't mind, don't make task 8 low priority",
	"don't make task 8 low priority if you don't mind", "I don't mind if task 8 is low priority",
	"Submitted the LIC papers? na, so put no tick mark there", "LIC papers submitted, na, not yet", "delete task 4? na",
	"na, don't put a tick there", "dont be late for madrasa", "stop scrolling before fajr", "stop adding 'scrolling' to my list",
	"don't add 'be late for madrasa' to my list", "i do not need cng card removed",
	"i do not need to get rid of that", "I'm not doing the bake sale but that cannot disappear", "not the 9th for passport pickup",
	"we aint deleting the eid photoshoot no more",
}

func TestANoForTheOrderIsHeard(t *testing.T) {
	d := detector(t)
	for _, sentence := range stillDenied {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}
