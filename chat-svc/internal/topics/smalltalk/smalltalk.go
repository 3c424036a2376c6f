// Package smalltalk answers with words alone what asks no tool for anything: grief and danger, questions for a scholar or a doctor, what no
// tool does, other languages, and chat. Nothing is looked up or written.
package smalltalk

import (
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/emergency"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/talk"
)

// Talk is a turn that may ask for no tool.
type Talk struct {
	*dialogue.Turn
	Numbers *emergency.Directory
}

// How sure it must be what a message is: for it to be answered even where it seems to ask for a tool; where it asks for none, before all
// else, but danger sooner; and where nothing else is known of it.
const (
	sureOverTool = 0.75
	sureOverName = 0.9
	sureOfGrave  = 0.55
	sureOfDanger = 0.5
	sureOfTalk   = 0.5
	sureAtLast   = 0.35
	// asksNone is how unlikely a message must be to ask a tool for something, for what its intent says not to matter.
	asksNone = 0.05
)

// IsGrave reports whether a message tells of grief, illness, danger, or what else moves somebody, which is answered before anything else.
// Danger is heard sooner.
func IsGrave(read detect.Result) bool {
	told := read.Cues.Talk
	switch {
	case told.Kind.Group() != talk.Care:
		return false
	case told.Kind.IsDanger():
		return told.Sure >= sureOfDanger
	case read.Intent == detect.Unknown, told.Request < asksNone:
		return told.Sure >= sureOfGrave
	case read.Intent == detect.CompleteTask && (told.Kind == talk.Illness || told.Kind == talk.Joy): // took abba to his dialysis
		return false
	default:
		return told.Sure >= sureOverTool
	}
}

// Hear answers a message that is grave, or in a language that is not spoken here, whatever was spoken of before. What was asked is asked no
// more, so that no answer to the condolence is taken for one. It reports whether the message is either.
func (t Talk) Hear() bool {
	told := t.Detected.Cues.Talk
	switch {
	case IsGrave(t.Detected) && !t.mayBeName(told):
		orders := t.Detected.Intent != detect.Unknown && t.Detected.Intent != detect.CompleteTask && told.Request >= asksNone
		t.State.Question, t.State.Left = nil, nil
		t.say(told)
		if orders {
			t.Add("only_heard", nil)
		}
	case told.Kind.Group() == talk.Language && told.Sure >= sureOfTalk && t.Detected.Intent == detect.Unknown && t.State.Question == nil:
		t.Answer.Message = t.Messages.InTongue(string(told.Kind))
	default:
		return false
	}
	return true
}

// mayBeName reports whether a message may be the name that is asked for: "visit my father in hospital".
func (t Talk) mayBeName(told talk.Told) bool {
	open := t.State.Question
	return open != nil && open.Asks == dialogue.AsksTitle && !told.Kind.IsDanger() && told.Sure < sureOverName
}

// IsAside reports whether a message surely goes on with nothing: a question for somebody else, a wish that no tool fulfils, or what is said
// to the chat itself. It answers no question but for a yes or no, which it ends.
func (t Talk) IsAside() bool {
	told, read, open := t.Detected.Cues.Talk, t.Detected, t.State.Question
	asked := read.Cues.Asked != "" || open != nil && open.Asks != dialogue.AsksConfirm
	if told.Sure < sureOverTool || asked {
		return false
	}
	switch {
	case told.Kind == talk.WhoAreYou:
		return read.Intent == detect.Unknown || read.Intent == detect.IdentityQuery
	case told.Kind == talk.Law, told.Kind == talk.Health:
		return read.Intent == detect.Unknown
	case t.IsWish():
		fragment := read.Cues.Continues && len(t.Words.Folded) <= dialogue.MaxFragmentWords // lahore me?
		return read.Intent == detect.Unknown && !fragment
	default:
		return false
	}
}

// IsWish reports whether a message wishes for what none of the platform's own tools does.
func (t Talk) IsWish() bool {
	told := t.Detected.Cues.Talk
	return told.Kind.Group() == talk.Outside && told.Sure >= sureOfTalk
}

// Tell answers a message for which nothing else is known, and reports whether it is known what it is. It need not be sure at the last.
func (t Talk) Tell(atLast bool) bool {
	told, least := t.Detected.Cues.Talk, sureOfTalk
	if atLast {
		least = sureAtLast
	}
	if told.Kind == talk.None || told.Kind == talk.Request || told.Kind.Group() == talk.Language || told.Sure < least {
		return false
	}
	t.say(told)
	return true
}

func (t Talk) say(told talk.Told) {
	t.Answer.Intent = detect.Unknown
	if t.Book.Language == detect.English && told.Roman >= sureOfRoman { // ammi guzar gayin
		t.Book, t.Answer.Language = t.Messages.In(detect.RomanUrdu), detect.RomanUrdu
	}
	t.SayAnew("talk_"+string(told.Kind), messages.Args{"help": t.help()})
}

// sureOfRoman is how sure it must be that a message is Urdu that was taken for English.
const sureOfRoman = 0.8

// help says whom to call in the country of the user's time zone. It names the country, since the user may be in another one.
func (t Talk) help() string {
	numbers := t.Numbers.In(t.Places.Country(t.Person.Zone().String()))
	var all []string
	for _, one := range []struct{ key, number string }{
		{"emergency_any", numbers.Any}, {"emergency_ambulance", numbers.Ambulance}, {"emergency_police", numbers.Police},
		{"emergency_helpline", numbers.Helpline},
	} {
		if one.number != "" {
			all = append(all, t.Book.Say(one.key, messages.Args{"dial": t.Book.Digits(one.number)}))
		}
	}
	country := t.Book.Country(numbers.Country, t.Places.CountryName(numbers.Country))
	return t.Book.Say("emergency_in", messages.Args{"country": country, "numbers": t.Book.List(all)})
}
