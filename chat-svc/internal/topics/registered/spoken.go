package registered

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// spoken returns what a registered tool itself says of its result in the language of the answer; "" if it says nothing.
func (t Talk) spoken(route *routing.Route) string {
	for _, answer := range route.Answers {
		if answer.Language != string(t.Book.Language) {
			continue
		}
		var data map[string]any
		if err := json.Unmarshal(t.Answer.Data, &data); err != nil {
			return ""
		}
		return answer.Template.Write(data, speaker{t.Book})
	}
	return ""
}

// speaker says values of a tool's result in a language.
type speaker struct{ book *messages.Book }

// Text returns a text as data.
func (s speaker) Text(text string) string { return messages.Data(text) }

// Number returns a whole number in the digits of the language, and any other with two decimals at most.
func (s speaker) Number(number float64) string {
	if rounded := math.Round(number); rounded == number && math.Abs(number) < math.MaxInt32 {
		return s.book.Number(int(rounded))
	}
	return strconv.FormatFloat(math.Round(number*100)/100, 'f', -1, 64)
}

// Truth returns the word for yes or no.
func (s speaker) Truth(yes bool) string {
	if yes {
		return s.book.Say("yes", nil)
	}
	return s.book.Say("no", nil)
}

// List joins things.
func (s speaker) List(things []string) string { return s.book.List(things) }
