package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// saidMoreOf are orders in which a word that could ask only says more of what is named.
var saidMoreOf = map[string]order{
	"please take off the thing where i ring the gas people":            {detect.DeleteTask, `{"task_ref":"gas people"}`},
	"the one where I was meant to write to Sana can be ticked":         {detect.CompleteTask, `{"task_ref":"write to Sana"}`},
	"scrap what i said about the goldfish, she's at my cousin's now":   {detect.DeleteTask, `{"task_ref":"goldfish"}`},
	"What I have down as gate quotations can go":                       {detect.DeleteTask, `{"task_ref":"gate quotations"}`},
	"add 'ask the tailor whether Friday works' to what I have to do":   {detect.CreateTask, `{"title":"ask the tailor whether Friday works"}`},
	"tick off task 9, my uncle who likes to be paid has been paid":     {detect.CompleteTask, `{"task_id":9}`},
	"mum says the visa form is super important so raise it to high":    {detect.UpdateTask, `{"task_ref":"visa form","priority":"high"}`},
	"no rush on the shed paint, sky says rain, so that can be low":     {detect.UpdateTask, `{"task_ref":"shed paint","priority":"low"}`},
	"move task 6 to Friday instead of whenever it is now":              {detect.UpdateTask, `{"task_id":6,"due":"2026-03-06"}`},
	"Number twenty should be low priority, the roof has not been paid": {detect.UpdateTask, `{"task_id":20,"priority":"low"}`},
	"Do one thing, rename Eid gifts to work gifts":                     {detect.UpdateTask, `{"title":"work gifts","task_ref":"Eid gifts"}`},
}

func TestWhatSaysMoreOfATaskAsksNothing(t *testing.T) { ordered(t, saidMoreOf) }

// askedOrTold look like them, and ask, or tell of what others did or said.
var askedOrTold = []string{
	"where is the thing I ring the water people for", "delete the thing where?", "ask the imam who deleted the one about ironing",
	"ask my brother who ticked off the bins", "tell me the one where I ring the water people",
	"which is the one where I ring the water people",
	"what i have down as roof quotations?", "what i have down as roof quotations can stay", "what I said about the hamster cage was wrong",
	"forget what I said about the hamster cage", "don't scrap what i said about the hamster cage", "I wonder who ticked off the bins",
	"he scrapped what I said about the hamster cage", "my neighbour who lost her keys deleted my task",
	"my neighbour who lost her keys said delete task 4", "the plumber who ticked off task 4 is here",
	"the man who moved my appointment to Friday", "a friend who marked task 4 done by mistake", "the task which I finished was task 4 or 5?",
	"mum told dad to move it so he moved it to Friday", "mum told dad to move it so should I move task 4", "mum says move it so no",
	"dad told Ali so Ali moved the party to Friday", "she said delete it so I deleted it", "the teacher said rest so I won't do task 4",
	"boss says Friday so maybe Friday", "the painter has not been paid by Friday", "task 4 has not been finished, Friday",
	"do one thing at a time", "do one thing, don't delete it", "do one thing, tell me why you deleted it", "delete it whenever I finish",
	"what I have to do on Friday", "remind me what I have to do on Friday", "thats when I will delete it",
}

func TestWhatIsAskedOrToldOfOthersChangesNoTask(t *testing.T) {
	d := detector(t)
	for _, sentence := range askedOrTold {
		if got, rule := d.Explain(input(sentence)); got.Intent.Writes() {
			t.Errorf("%q is %s by %q", sentence, got.Intent, rule)
		}
	}
}
