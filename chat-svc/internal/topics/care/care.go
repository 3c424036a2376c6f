// Package care answers grief and danger with words alone: nothing is looked up, asked for or written.
package care

import (
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/emergency"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words/cares"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that is about what befell somebody.
type Talk struct {
	*dialogue.Turn
	Numbers *emergency.Directory
}

// Hear answers a message that tells of a death, a divorce, an illness, despair or danger, whatever was spoken of before. What was asked is
// asked no more, so that no answer to the condolence is taken for one. It reports whether the message tells of any.
func (t Talk) Hear() bool {
	heard := cares.In(t.Input.Text)
	if heard.Kind == cares.None {
		return false
	}
	t.State.Question, t.State.Left = nil, nil
	t.Answer.Intent = detect.Unknown
	if t.Book.Language == detect.English && !cares.IsEnglish(t.Input.Text) { // ammi guzar gayin
		t.Book, t.Answer.Language = t.Messages.In(detect.RomanUrdu), detect.RomanUrdu
	}
	t.Say("care_"+string(heard.Kind), messages.Args{"help": t.help()})
	if heard.Orders {
		t.Add("care_only", nil)
	}
	return true
}

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
