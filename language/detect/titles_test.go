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

// The words by which people come to a thing, and those that only say that it is to be noted, are no part of its name.
func TestWordsThatLeadToAThingAreNoPartOfItsName(t *testing.T) {
	titled(t, map[string]string{
		"pop pick up my prescription on the list its got to be by saturday":                    "pick up my prescription",
		"i need a new one on there call the plumber about the boiler ten oclock tomorrow":      "call the plumber about the boiler",
		"i want another one on my list ring the optician monday":                               "ring the optician",
		"low prio but someday i should learn how to make biryani, chuck it on there":           "learn how to make biryani",
		"I fear I may forget to soak the lentils tonight, so remind me.":                       "soak the lentils",
		"I'm scared I'll forget to defrost the chicken tonight, remind me":                     "defrost the chicken",
		"i said i would read yaseen for my sister every thursday so put that in for me please": "read yaseen for my sister",
		"Can you remember me to take challan receipt from traffic police office on thursday":   "take challan receipt from traffic police office",
		"i need nudging about the school run thursday at quarter past three":                   "school run",
		"Diarise VAT return, due 31/03.":                                                       "VAT return",
		"please diarise the board meeting for the 12th":                                        "board meeting",
		"I must not miss the janazah tomorrow, remind me":                                      "janazah",
		"task: make up 2 missed fasts, sometime in april so lets say the 6th of april":         "make up 2 missed fasts",
		"todo: set up the projector before friday":                                             "set up the projector",
		"add: finish task 4 of the group assignment, due friday noon":                          "finish task 4 of the group assignment",
		"Would you mind noting that the car tax runs out on 31 March? Title it car tax":        "car tax",
		"add the thing about the gutters for saturday and call it gutter cleaning":             "gutter cleaning",
		"Toronto Raptors tickets for my stepson, add that please, the 19th":                    "Toronto Raptors tickets for my stepson",
		"add a birthday card for my nephew to the list":                                        "birthday card for my nephew",
		"note to self, buy dates (the fruit) today":                                            "buy dates (the fruit)",
		"add call the plumber (the cheap one) for monday":                                      "call the plumber (the cheap one)",
		"Add: nikah of Br. Yusuf's daughter at Masjid Bilal, Saturday after Asr":               "nikah of Br. Yusuf's daughter at Masjid Bilal",
		"1on1 with Bilal bhai, budh ko shaam 4 baje, likh lo":                                  "1on1 with Bilal bhai",
		"dinner with Khalid bhai, friday 8pm, add it":                                          "dinner with Khalid bhai",
	})
}

// A weekday that says which thing is meant is part of its name, where something else tells when, or a verb stands before it.
func TestADayOfAThingIsPartOfItsName(t *testing.T) {
	titled(t, map[string]string{
		"put photocopy Tuesday notes on my list for wednesday":                          "photocopy Tuesday notes",
		"add ring Friday Ad abt the sofa, for weds":                                     "ring Friday Ad abt the sofa",
		"add buy Friday magazine for Nani":                                              "buy Friday magazine for Nani",
		"friday sweater needs dry cleaning, add dry clean friday sweater for wednesday": "dry clean friday sweater",
		"bhai remind me in 2 hours to call back DHA madam about friday booking":         "call back DHA madam about friday booking",
		"remind me tomorrow to buy friday night pizza":                                  "buy friday night pizza",
		"remind me to sign up for tuesday yoga by sunday":                               "sign up for tuesday yoga",
		"remind me to ring the monday club tomorrow at 3pm":                             "ring the monday club",
		"remind me to call mum friday about lunch":                                      "call mum",
		"add friday team lunch":                                                         "team lunch",
		"add call plumber monday morning":                                               "call plumber",
	})
}

// What is told of someone else's list, or wished of one's own, asks to see none.
func TestAListThatIsOnlySpokenOfIsNotShown(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]detect.Intent{
		"wish my list was shorter, honestly":                    detect.Unknown,
		"i wish my list was a bit shorter":                      detect.Unknown,
		"My boss adds about ten jobs to her list every morning": detect.Unknown,
		"he keeps his list on the fridge":                       detect.Unknown,
		"show me my list":                                       detect.ListTasks,
		"show me his list":                                      detect.ListTasks,
		"what's on my list":                                     detect.ListTasks,
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent != want {
			t.Errorf("%q is %s by %q, want %s", sentence, got.Intent, rule, want)
		}
	}
}

// One may ask in a clause of its own to be reminded of a thing, before or behind it.
func TestAReminderIsAskedForInAClauseOfItsOwn(t *testing.T) {
	titled(t, map[string]string{
		"Could you please put down bring the kettle back to Aoife for Wednesday?":                                       "bring the kettle back to Aoife",
		"can you put down take the car back to the garage on friday":                                                    "take the car back to the garage",
		"I've got a driving test on the 19th of March at 11.40am, I'd be lost without a reminder":                       "driving test",
		"parents evening is next thursday at 6, i won't remember it without a reminder":                                 "parents evening",
		"I keep forgetting mam's birthday, it's the 22nd, please don't let me forget it this year":                      "mam's birthday",
		"dad's scan is on the 18th at 9, please don't let me forget it":                                                 "dad's scan",
		"it's mam's birthday on the 22nd, please don't let me forget":                                                   "mam's birthday",
		"On Saturday at half past two there is the allotment committee; do see that I remember it.":                     "allotment committee",
		"there's the residents meeting on the 11th, make sure I don't forget it":                                        "residents meeting",
		"sister Amina has moved the potluck, which is fine, but what I wanted was a reminder to bake bread on Saturday": "bake bread",
		"what i really need is a reminder to ring the school on monday":                                                 "ring the school",
		"low priority, whenever: descale the shower head":                                                               "descale the shower head",
		"urgent: book the MOT":                             "book the MOT",
		"remind me on thursday to confirm the lunch table": "confirm the lunch table",
	})
}

// A new name holds what it holds: numbers, a no, a letter that could ask. What is said before it only tells what is wrong.
func TestWhatANewNameHolds(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"task eleven has the wrong name on it make it ring asma about the curtain rod": "ring asma about the curtain rod",
		"number 5 should say Nana not Nani, so change it to visit Nana in hospital":    "visit Nana in hospital",
		"rename number 2 to buy two tyres not four":                                    "buy two tyres not four",
		"rename task 6 to call Ammi not Abbu":                                          "call Ammi not Abbu",
		"Rename number 14 to Q1 forecast v2":                                           "Q1 forecast v2",
		"The halaqa notes task should now be called tafsir halaqa outline":             "tafsir halaqa outline",
		"task 9 is spelt wrong, change it to read Surah Yaseen":                        "Surah Yaseen",
		"rename 2 to swimming not now":                                                 "",
		"rename 2 to swimming, not yet":                                                "",
		"should i rename task 3 to why me":                                             "",
	} {
		got, rule := d.Explain(input(sentence))
		if text(got.Slots.Title) != want || got.Intent == detect.UpdateTask != (want != "") {
			t.Errorf("%q is %s %q by %q, want %q", sentence, got.Intent, text(got.Slots.Title), rule, want)
		}
	}
}
