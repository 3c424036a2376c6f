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
		"Could you please put down bring the kettle back to Aoife for Wednesday?":                            "bring the kettle back to Aoife",
		"can you put down take the car back to the garage on friday":                                         "take the car back to the garage",
		"I've got a driving test on the 19th of March at 11.40am, I'd be lost without a reminder":            "driving test",
		"parents evening is next thursday at 6, i won't remember it without a reminder":                      "parents evening",
		"I keep forgetting mam's birthday, it's the 22nd, please don't let me forget it this year":           "mam's birthday",
		"dad's scan is on the 18th at 9, please don't let me forget it":                                      "dad's scan",
		"it's mam's birthday on the 22nd, please don't let me forget":                                        "mam's birthday",
		"On Saturday at half past two there is the allotment committee; do see that I remember it.":          "allotment committee",
		"there's the residents meeting on the 11th, make sure I don't forget it":                             "residents meeting",
		"Amina moved the potluck, which is fine, but what I wanted was a reminder to bake bread on Saturday": "bake bread",
		"what i really need is a reminder to ring the school on monday":                                      "ring the school",
		"low priority, whenever: descale the shower head":                                                    "descale the shower head",
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
		"I typed Surah Rum, the name of 34 has to be Surah Luqman":                     "Surah Luqman",
		"The task about marking scripts should read 'mark second-year scripts'":        "mark second-year scripts",
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

// How urgent a thing is may be said in a clause of its own, beside what it is not.
func TestHowUrgentAThingIsSaidToBe(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"add three jars of mango pickle for hafsa to my list love and make it low theres no rush":             "low",
		"the tender response needn't be high, medium's fine":                                                  "medium",
		"actually phone bill isn't that important, low priority is fine for it":                               "low",
		"task 6 doesn't have to be urgent, low will do":                                                       "low",
		"add ring the bank, medium's fine":                                                                    "medium",
		"remind me to post the parcel, low's fine":                                                            "low",
		"put wash the car on my list, not important at all":                                                   "low",
		"add wipe the windows, it's not that urgent":                                                          "low",
		"add call the school, make that a high one":                                                           "high",
		"add sort the loft, no hurry so low":                                                                  "low",
		"add pay the gas bill, its dead important":                                                            "high",
		"Ali ki science ki copy lani hai yeh naya kaam bana do, aur haan bohat zaroori hai kal test hai uska": "high",
		"ammi ki dawai lana likh lo aur ye bohat zaroori hai":                                                 "high",
		"eid ke joray silwane wala kaam pehli tarjeeh pe rakho":                                               "high",
		"task 4 ko aakhri tarjeeh pe rakho":                                                                   "low",
		"کام ۴ کو پہلی ترجیح پر رکھ دیں":                                                                      "high",
		"فیس جمع کرانا ۱۰ تاریخ تک نہایت ضروری ہے، درج کر لیں":                                                "high",
		"task 17 doesn't need to be high any more, medium is fine":                                            "medium",
		"add read the book on high blood pressure":                                                            "",
		"add buy low fat milk":                                                                                "",
		"kal bazaar jana aur zaroori cheezein lana likh lo":                                                   "",
	} {
		if got, rule := d.Explain(input(sentence)); text(got.Slots.Priority) != want || !got.Intent.Writes() {
			t.Errorf("%q is %s of priority %q by %q, want %q", sentence, got.Intent, text(got.Slots.Priority), rule, want)
		}
	}
}

// In Urdu the words of the order, those by which people come to a thing, what they take back and what they fear are no part of its name.
func TestWordsAroundAThingInUrduAreNoPartOfItsName(t *testing.T) {
	titled(t, map[string]string{
		"mere bete ke school ka function pandrah tareekh ko hai bhool na jaun likh lena":             "bete ke school ka function",
		"kal dadi ki dawai leni hai kahin bhool na jaoon note kar lo":                                "dadi ki dawai leni",
		"ابھی تو گود میں کھیلتا تھا، بیٹا پوتے کی سالگرہ ۱۸ مارچ کو ہے، کہیں بھول نہ جاؤں، لکھ رکھو": "پوتے کی سالگرہ",
		"har itwar dukan ki safai yeh bhi likh lo":                                                   "dukan ki safai",
		"kal gas ka bill bharna ye bhi note kar lena":                                                "gas ka bill bharna",
		"ہر جمعے قبرستان جانا یہ بھی لکھ لیجیے":                                                      "قبرستان جانا",
		"subha saray sat bje alarm type kuch lga do kal k lye, van pakarni h":                        "van pakarni",
		"jumay ko itwar bazar k lye list banani h remind krwa dena":                                  "itwar bazar k lye list banani",
		"1 ghante me yd dila asad se charger mangwana h":                                             "asad se charger mangwana",
		"yd krwa dena kal nano se milna h":                                                           "nano se milna",
		"کل ہی ایک شاگرد دیر تک انتظار کرتا رہا، بہرحال شاگردوں کی اسناد پر دستخط کرنا منگل کے لیے لکھ لیجیے": "شاگردوں کی اسناد پر دستخط کرنا",
		"doctor ke pas jana hai aj 6 bajay sham, yaad dila dena warna mein rotiyon mein lag jati hun":         "doctor ke pas jana",
		"کل خالہ کو فون کرنا ہے لکھ لیں ورنہ وہ ناراض ہو جائیں گی":                                            "خالہ کو فون کرنا",
		"wale kapray alag karna, nahi sorry purane kapray alag karna, yeh likh lo hafta ke din ke liye":       "purane kapray alag karna",
		"اردو کا، نہیں یار اسلامیات کا رٹا لگانا ہے کل رات نو بجے، لکھ دے":                                    "اسلامیات کا رٹا لگانا",
		"kal chachi ke ghar, nahi nahi phuppo ke ghar jana hai likh lo":                                       "phuppo ke ghar jana",
		"سر نے پھر لمبا لیکچر جھاڑ دیا خیر تو بس اتنا کر دے کہ لیب کوٹ خریدنا لسٹ میں ڈال دے":                 "لیب کوٹ خریدنا",
		"diary mai utar lo k plumber ko paise dene hain":                                                      "plumber ko paise dene",
		"maghrib se 15 min pehle khajoor le ke aani hain yaad dilana":                                         "khajoor le ke aani",
		"منگل کے بازار سے لالٹین لانی ہے، جمعرات کے لیے لکھ لیجیے":                                            "منگل کے بازار سے لالٹین لانی",

		"kal jis ne udhar lia tha usay call krna ha yad krwana": "jis ne udhar lia tha usay call krna",
		"ek kaam aur likho: do bori cement mangwana":            "do bori cement mangwana",
	})
}

// A task may be given its new name and more at once.
func TestANewNameAndMore(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string][3]string{ // title, priority, due
		"rename task 4 to swimming lesson, move it to friday":                       {"swimming lesson", "", "2026-03-06"},
		"rename task 4 to swimming lesson and make it high priority":                {"swimming lesson", "high", ""},
		"change task 3 to say book the vet, and set it to low":                      {"book the vet", "low", ""},
		"rename the gym one to yoga and mark it urgent":                             {"yoga", "high", ""},
		"task 8: due 5 april, priority high, naam bhi badal do tax return":          {"tax return", "high", "2026-04-05"},
		"task 4 ki date 10 march, naam badal kar swimming kar do":                   {"swimming", "", "2026-03-10"},
		"task 11 ka naya naam rakho jumma ki chutti ki darkhwast":                   {"jumma ki chutti ki darkhwast", "", ""},
		"rename task 6 to dinner on friday":                                         {"dinner on friday", "", ""},
		"rename 5 to find my keys and hide it":                                      {"find my keys and hide it", "", ""},
		"they've only got the 11th, so the blood test task needs to say 11th march": {"", "", "2026-03-11"},
	} {
		got, rule := d.Explain(input(sentence))
		if is := [3]string{text(got.Slots.Title), text(got.Slots.Priority), text(got.Slots.Due)}; is != want || got.Intent != detect.UpdateTask {
			t.Errorf("%q is %s %q by %q, want %q", sentence, got.Intent, is, rule, want)
		}
	}
}

// More ways by which people come to a thing, or go on behind it.
func TestMoreWordsAroundAThing(t *testing.T) {
	titled(t, map[string]string{
		"god i nearly forgot again, pay the childminder on thursday, put that down":                  "pay the childminder",
		"been told to book a smear test so add it for next week":                                     "book a smear test",
		"Make a task, it is very high, the title is prepare interview questions, by Monday":          "prepare interview questions",
		"ammi ka chashma bahut zaroori kaam hai, kal ke liye likh do":                                "ammi ka chashma",
		"keep make dua for Nani on my list":                                                          "make dua for Nani",
		"get haircut on the list for sat":                                                            "haircut",
		"pencil me in for a haircut saturday at 2":                                                   "haircut",
		"commit me to 500 durood every Friday":                                                       "500 durood",
		"would u put on there that i gotta buy nappies 2moro":                                        "buy nappies",
		"ok add this, its important - email Dr Farooq my lab results by tomorrow noon":               "email Dr Farooq my lab results",
		"will you remind me about the gas engineer, he's coming Tuesday at 8":                        "gas engineer",
		"this mustn't slip my mind: pay the nursery, tomorrow":                                       "pay the nursery",
		"sehri me ankh nahi khulti, is liye mere kaamon me ye bhi likhdo: sehri k liye alarm lagana": "sehri k liye alarm lagana",
		"Sir se notes mangne hain kal, yaad dila dena please":                                        "Sir se notes mangne",
	})
}

// What is learned, whose prayer a thing is of, and what a reminder is wanted for is the name; what closes the verb of an order
// is no part of it.
func TestTitlesBesideWordsOfAnOrder(t *testing.T) {
	titled(t, map[string]string{
		"stick down lunch with mam on saturday the 14th at one":                                       "lunch with mam",
		"please note that I have to deposit the challan of Rs. 3,500 at HBL on Friday":                "deposit the challan of Rs. 3,500 at HBL",
		"add pay Rs. 500 to Mr. Khan tomorrow":                                                        "pay Rs. 500 to Mr. Khan",
		"make a task to ring Hafiz Sb. about the class on Sunday":                                     "ring Hafiz Sb. about the class",
		"stick down a haircut friday 3pm":                                                             "haircut",
		"bung down the school run on monday":                                                          "school run",
		"chuck down dentist for tuesday":                                                              "dentist",
		"once a month I must bank the jumuah collection, remind me":                                   "bank the jumuah collection",
		"remind me to send the jummah flyer":                                                          "send the jummah flyer",
		"remind me to call the imam on jummah":                                                        "call the imam",
		"up since 4, the jab appointment is on Saturday at 9 and I want a reminder for it":            "jab appointment",
		"what a mad day, the dentist appointment is on Friday at 10 am and I want a reminder for it":  "dentist appointment",
		"the car is booked in on Tuesday, the MOT is at 9 am and I would like a reminder for it":      "MOT",
		"my feet are killing me, anyway the interview is tomorrow at 11 and I need a reminder for it": "interview",
		"chautha kalma bachon ko yaad karwana, ye task bana dein":                                     "chautha kalma bachon ko yaad karwana",
		"پانچواں کلمہ بچوں کو یاد کروانا، یہ ٹاسک بنا دیں":                                            "پانچواں کلمہ بچوں کو یاد کروانا",
		"دعا بچوں کو یاد کرانا، یہ ٹاسک بنا دو":                                                       "دعا بچوں کو یاد کرانا",
	})
}

// What stands in quotation marks within a phrase is a part of the name, as a day is that belongs to one.
func TestAPartOfANameIsNotAllOfIt(t *testing.T) {
	titled(t, map[string]string{
		"'ammi' ko phone karna hai kal":                            "'ammi' ko phone karna",
		"add 'khala' ko dawat dena":                                "'khala' ko dawat dena",
		`remind me to watch "the message" on friday`:               `watch "the message"`,
		`add read "atomic habits" to my list`:                      `read "atomic habits"`,
		`"نور" کے لیے دوا خریدنی ہے کل`:                            `"نور" کے لیے دوا خریدنی`,
		`add "buy milk" tomorrow`:                                  "buy milk",
		`"gym jana" likh lo`:                                       "gym jana",
		`"dentist" ka task bana do kal`:                            "dentist",
		"put 'ring the plumber about the leak' down for tomorrow":  "ring the plumber about the leak",
		"add buy dates (the fruit) tomorrow":                       "buy dates (the fruit)",
		"Close the till before Maghrib daily, add that one please": "Close the till",
		"add count the till on friday":                             "count the till",
		"add ring friday ad":                                       "ring friday ad",
		"add read sunday times tomorrow":                           "read sunday times",
		"itwar bazaar jana hai kal":                                "itwar bazaar jana",
		"remind me to order black friday deals":                    "order black friday deals",
		"add ring mum friday":                                      "ring mum",
		"add do the needful regarding deletion of the old records": "deletion of the old records",
	})
}

// What only says how sure one wants to be of a task, or why, is no part of its name.
func TestWhatIsSaidBesideATaskIsNoPartOfItsName(t *testing.T) {
	titled(t, map[string]string{
		"pay the window cleaner, Friday, five o'clock, and don't let me wriggle out of it": "pay the window cleaner",
		"add fix the gate no hurry":                              "fix the gate",
		"could you put dua for the students down as a daily one": "dua for the students",
		"bake cupcakes for eid add it cos ill forget":            "bake cupcakes for eid",
		"note to self ring the tailor before saturday full stop": "ring the tailor",
	})
}

// A name in quotation marks before "to" is the one that a task had.
func TestAQuotedNameBeforeToIsTheOldOne(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string][2]string{
		"rename 'history essay' to history essay draft":                                   {"history essay", "history essay draft"},
		`rename "gym" to "swimming"`:                                                      {"gym", "swimming"},
		"rename task 3 to 'buy milk'":                                                     {"none", "buy milk"},
		"rename 'book club' to reading group, and it's on friday now because of the hall": {"book club", "reading group"},
	} {
		got := d.Detect(input(sentence)).Slots
		if textOf(got.TaskRef) != want[0] || textOf(got.Title) != want[1] {
			t.Errorf("%q renames %s to %s, want %s to %s", sentence, textOf(got.TaskRef), textOf(got.Title), want[0], want[1])
		}
	}
}

// The list is no task: where nothing else is named, none is made of it.
func TestTheListIsNoTitle(t *testing.T) {
	titled(t, map[string]string{
		"add list": "", "list banao": "", "add shopping list": "shopping list", "add guest list to my tasks": "guest list",
	})
	if got := detector(t).Detect(input("tomorrow's list, if you don't mind")); got.Intent.Writes() && got.Slots.Title != nil {
		t.Errorf("a list that is asked for makes the task %q", *got.Slots.Title)
	}
}
