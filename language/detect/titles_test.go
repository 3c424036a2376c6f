package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// titled checks what new tasks are called.
func titled(t *testing.T, titles map[string]string) {
	t.Helper()
	d := detector(t)
	for sentence, want := range titles {
		got, rule := d.Explain(input(sentence))
		if got.Intent != detect.CreateTask || text(got.Slots.Title) != want {
			t.Errorf("%q is %s %q by %q, want a task %q", sentence, got.Intent, text(got.Slots.Title), rule, want)
		}
	}
}

// What is told before or behind an order that only points at it is the task, and no word of the order is part of its name.
func TestAnOrderThatPointsIsNoPartOfATitle(t *testing.T) {
	titled(t, map[string]string{
		"every first of the month i send money to my brother in mirpur put that on so i dont forget":   "send money to my brother in mirpur",
		"every sunday i ring my sister in leeds stick that on there so i dont forget":                  "ring my sister in leeds",
		"we need to get the boiler serviced next week get that down before i forget":                   "get the boiler serviced",
		"i promised zara i'd fix her bike on saturday so write that down for me would you":             "fix her bike",
		"I have to renew the parking permit by the 20th. Pop that on for me please":                    "renew the parking permit",
		"Shirts from the cleaners, Thursday, before they shut at 18:00. Put that on.":                  "Shirts from the cleaners",
		"so write this down will you dear take back uncle rafiqs casserole dish on tuesday":            "take back uncle rafiqs casserole dish",
		"jot this down for me love pick up the dry cleaning friday":                                    "pick up the dry cleaning",
		"put this on the list for me, book the eye test tomorrow":                                      "book the eye test",
		"my head is a sieve, so please before I start the dinner put pay gas bill on my list for 12th": "pay gas bill",
		"my brain is mush but b4 i forget again pls put down collect mums prescription, wed":           "collect mums prescription",
	})
}
