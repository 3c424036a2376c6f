package words_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/proto/toolnames"
)

// What a short message does to the conversation depends on each word: one more, and it asks for something else.
func TestWhatAMessageDoes(t *testing.T) {
	does := map[string]func(words.Message) bool{
		"drops":  words.Message.Drops,
		"leaves": words.Message.LeavesQuestion,
		"undoes": words.Message.Undoes, "cancels": words.Message.Cancels,
		"slips": words.Message.OwnsSlip, "wavers": words.Message.Wavers, "asks for more": words.Message.AsksForAnother,
		"mentions tasks": words.Message.MentionsTasks,
	}
	for message, want := range map[string][]string{
		"":                          nil,
		"chalo chhoro phir kabhi":   {"drops", "leaves"},
		"دونوں رہنے دو":             {"drops", "leaves"},
		"not now":                   {"drops"},
		"hmm, actually don't":       {"leaves"},
		"what if I actually don't?": nil,
		"undo":                      {"undoes"},
		"wapas le lo":               {"undoes"},
		"nahi yaar purana naam hi theek tha, wapis wohi kar do": {"slips", "undoes"},
		"the old name was better, put it back":                  {"undoes"},
		"wapas":                                                 nil,
		"undo task 3":                                           {"mentions tasks"},
		"cancel it please":                                      {"cancels"},
		"cancel the dentist":                                    nil,
		"sorry, I meant 2":                                      {"slips"},
		"نہیں نہیں، تیسرا والا":                                 {"slips"},
		"ek minute sochne do":                                   {"wavers"},
		"ek aur":                                                {"asks for more"},
		"aur":                                                   nil,
		"ek aur kaam":                                           {"mentions tasks"},
		"this task":                                             nil,
		"forget it, and show the tasks":                         {"leaves", "mentions tasks"},
	} {
		read := words.Parse(message)
		var got []string
		for name, holds := range does {
			if holds(read) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// Only a message that is nothing but a number is one.
func TestNumber(t *testing.T) {
	for message, want := range map[string]int{
		"3": 3, "number 3": 3, "3 wala": 3, "۳": 3, "the 3": 3,
		"3 4": 0, "3 tasks daily": 0, "three": 0, "": 0, "99999999999999999999": 0,
	} {
		if got := words.Parse(message).Number(); got != want {
			t.Errorf("%q is %d, want %d", message, got, want)
		}
	}
}

// A name is told from others of its kind by the words that not all of them have; one that has no other keeps them.
func TestDistinctive(t *testing.T) {
	for name, want := range map[string]string{
		"Jamia Masjid Tooba": "tooba", "Masjid e Tooba": "tooba", "Jama Masjid": "Jama Masjid",
	} {
		if got := words.Distinctive(name); got != want {
			t.Errorf("%q is told by %q, want %q", name, got, want)
		}
	}
}

// What is left out of all is not done, so it has to be told from what is.
func TestSpared(t *testing.T) {
	for message, want := range map[string][2]string{
		"delete everything except the dentist":       {"the dentist", "delete everything"},
		"complete all but 2 and 4":                   {"2 and 4", "complete all"},
		"delete all my tasks, but not the Eid cards": {"the Eid cards", "delete all my tasks"},
		"delete everything, keep the dentist":        {"the dentist", "delete everything"},
		"yes but not the dentist":                    {"the dentist", "yes"},
		"delete everything":                          {},
		"":                                           {},
	} {
		if left, rest := words.Spared(message); left != want[0] || rest != want[1] {
			t.Errorf("%q: %q without %q, want %q without %q", message, rest, left, want[1], want[0])
		}
	}
}

// An answer that agrees has something done; one word that says anything else, and it does not.
func TestAgrees(t *testing.T) {
	for message, want := range map[string]bool{
		"yes": true, "yeah go on": true, "yep, that's the one": true, "yes, all three": true, "go for it": true,
		"haan kar do": true, "جی بالکل": true,
		"yes but not the dentist": false, "yes?": false, "that one": false, "no": false, "yes, the bank": false, "": false,
	} {
		if got := words.Parse(message).Agrees(); got != want {
			t.Errorf("%q agrees: %t, want %t", message, got, want)
		}
	}
}

// Which tool is asked about decides what is told of what was done.
func TestAsksWhatWasDone(t *testing.T) {
	for message, want := range map[string]string{
		"which ones did you delete?": toolnames.DeleteTask, "what did I just add?": toolnames.CreateTask,
		"what did you just do":          "any",
		"which tasks did you tick off?": toolnames.CompleteTask, "what was deleted?": toolnames.DeleteTask,
		"kya delete kiya?":           toolnames.DeleteTask,
		"which ones did I complete?": "", "what is due?": "", "کیا کیا باقی ہے": "", "what did you say": "",
	} {
		if got := words.AsksWhatWasDone(message); got != want {
			t.Errorf("%q asks for %q, want %q", message, got, want)
		}
	}
}

// Only a yes says yes to what was asked: what is polite, or points at something, orders something else.
func TestBehindYes(t *testing.T) {
	for said, want := range map[string]string{
		"yes, friday": "friday", "yes, and also make it friday": "also make it friday", "haan aur jumme ko": "jumme ko",
		"yeah but at 6": "at 6", "جی ہاں، جمعے کو": "جمعے کو", "ہاں لیکن جمعے کو": "جمعے کو",
		"yes": "", "please make it friday": "", "ye jumme ka kar do": "", "ok make it friday": "", "make it friday": "", "yesterday": "",
		"جیب خالی کرو": "",
	} {
		if got := words.BehindYes(said); got != want {
			t.Errorf("behind the yes of %q stands %q, want %q", said, got, want)
		}
	}
}
