package detect_test

import "testing"

// An hour before today, tonight or a part of the day is told by what stands before it, and a day by the words around it.
func TestHoursAndDaysOfEnglishAreRead(t *testing.T) {
	states(t, [][2]string{
		{"remind me to ring the plumber at 4 today", "create task, title ring the plumber, due 2026-03-02T16:00:00"},
		{"add post the keys by 9 tonight", "create task, title post the keys, due 2026-03-02T21:00:00"},
		{"set a reminder for 7 this evening: feed the cat", "create task, title feed the cat, due 2026-03-02T19:00:00"},
		{"move task 4 to 6 this evening", "update task, due 2026-03-02T18:00:00, task 4"},
		{"done 4 today", "complete task, task 4"},
		{"get milk 4 tomorrow", "create task, title get milk, due 2026-03-03"},
		{"remind me at half past one on the 12th to call Nadia", "create task, title call Nadia, due 2026-03-12T13:30:00"},
		{"remind me at ten to four to call", "create task, title call, due 2026-03-02T15:50:00"},
		{"wake us at ten to four for suhoor would you", "create task, title suhoor, due 2026-03-03T03:50:00"},
		{"remind me coming Monday at 8 in the morning to ring the bank", "create task, title ring the bank, due 2026-03-09T08:00:00"},
		{"this monday remind me to call", "create task, title call, due 2026-03-02"},
		{"add boiler check friday week innit", "create task, title boiler check, due 2026-03-13"},
		{"whatever you have for my eye test make it the ninth at two in the afternoon", "update task, of eye test, due 2026-03-09T14:00:00"},
		{
			"my eye test was to be on Wednesday but they have asked for Thursday at half past two",
			"update task, of eye test, due 2026-03-05T14:30:00",
		},
		{"the due date of task 19 should read 22 March; please correct it", "update task, due 2026-03-22, task 19"},
		{"physio isn't the 9th it's the 10th, change it", "update task, of physio, due 2026-03-10"},
		{"gym is sat not fri, change it", "update task, of gym, due 2026-03-07"},
		{"note istighfar when I'm sat at the till, daily", "create task, title istighfar when I'm sat at the till, every daily"},
		{"Could you note slides for Sunday's class, to be done by Friday", "create task, title slides for Sunday's class, due 2026-03-06"},
		{"move tuesday's class to wednesday at 3", "update task, of tuesday's class, due 2026-03-04T15:00:00"},
		{"I can't do Friday but add gym on Saturday", "create task, title gym, due 2026-03-07"},
		{"I will not open on Friday but remind me Saturday to clean the fridge", "create task, title clean the fridge, due 2026-03-07"},
		{"buy tickets for qawwali night, sat", "create task, title buy tickets for qawwali night, due 2026-03-07"},
		{"we were ill all weekend but the shampoo order needs to be for weds now", "update task, of shampoo order, due 2026-03-04"},
		{"remind me to call mum on the weekend", "create task, title call mum, due 2026-03-07"},
		{"add call nani saturday night", "create task, title call nani, due 2026-03-07"},
		{"add passport photos a week on Friday", "create task, title passport photos, due 2026-03-13"},
		{"move the dentist to the friday after next", "update task, of dentist, due 2026-03-13"},
		{"remind me a week today to pay the nursery", "create task, title pay the nursery, due 2026-03-09"},
	})
}
