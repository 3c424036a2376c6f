package words_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/proto/toolnames"
)

// A message that only opens a request names no task: a word more, and that is one.
func TestOpens(t *testing.T) {
	for message, want := range map[string]string{
		"I should like to add a task.": toolnames.CreateTask, "can I add one more thing": toolnames.CreateTask,
		"ek kaam likhna hai": toolnames.CreateTask, "کچھ نوٹ کروانا ہے": toolnames.CreateTask,
		"one of my tasks has to move": toolnames.UpdateTask, "ایک کام میں تبدیلی کرنی ہے": toolnames.UpdateTask,
		"add milk": "", "I want to add a task to buy milk": "", "don't add a task": "", "kuch nahi likhna": "", "my tasks": "", "add": "", "": "",
	} {
		if got := words.Parse(message).Opens(); got != want {
			t.Errorf("%q opens %q, want %q", message, got, want)
		}
	}
}

// New tasks may also be asked for, so a verb has to say that one is to be made.
func TestOpensByVerb(t *testing.T) {
	for message, want := range map[string]bool{
		"list mein kuch add karna hai": true, "فہرست میں کچھ ڈالنا ہے": true, "my new tasks": false, "naya kaam": false, "": false,
	} {
		if got := words.Parse(message).OpensByVerb(); got != want {
			t.Errorf("%q opens by a verb: %t, want %t", message, got, want)
		}
	}
}

// An English title that begins with its verb is a title, although it only has words that also open a request.
func TestIsDeed(t *testing.T) {
	for title, want := range map[string]bool{
		"write a note": true, "make a list": true, "kuch likhwana": false, "got": false, "new": false, "add": false, "": false,
	} {
		if got := words.IsDeed(title); got != want {
			t.Errorf("%q is a deed: %t, want %t", title, got, want)
		}
	}
}

// Who excepts one of several names it before the verb that is denied; a "na" that only asks nicely denies nothing.
func TestBeforeLeaving(t *testing.T) {
	for message, want := range map[string]string{
		"dentist wala rehne do": "dentist", "haan lekin bank wala na hatayen": "haan lekin bank", "بینک والا نہ ہٹائیں": "بینک",
		"gym wala kar do na": "", "rehne do": "", "bank": "",
	} {
		if got := words.Parse(message).BeforeLeaving(); got != want {
			t.Errorf("%q leaves %q, want %q", message, got, want)
		}
	}
}

// What stands behind a yes may be the deed again, or something to be left out.
func TestBehindAYes(t *testing.T) {
	for message, want := range map[string]string{
		"haan magar 2": "2", "ji lekin gym wala": "gym wala", "yes but the gas bill": "the gas bill", "dentist": "dentist", "haan": "",
	} {
		if got := words.WithoutYes(message); got != want {
			t.Errorf("%q without its yes is %q, want %q", message, got, want)
		}
	}
	for message, want := range map[string]bool{
		"haan magar 2 wala nahi": true, "yes but the dentist": true, "ji, dentist rehne dein": true, "yes": false, "but the dentist": false,
		"haan kar do": false,
	} {
		if got := words.Parse(message).ButSome(); got != want {
			t.Errorf("%q excepts something: %t, want %t", message, got, want)
		}
	}
}

// One of two is meant by nothing but that it is the other.
func TestOnlyTheOther(t *testing.T) {
	for message, want := range map[string]bool{
		"and the other one": true, "the other one too": true, "doosra wala bhi": true, "دوسرا بھی": true,
		"no, the other one": false, "the other bill": false, "another one": false, "": false,
	} {
		if got := words.Parse(message).OnlyTheOther(); got != want {
			t.Errorf("%q means the other one: %t, want %t", message, got, want)
		}
	}
}
