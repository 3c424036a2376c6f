package chat_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// refusingHyderabad refuses the bare name, as the tools do, and keeps with which city it was called last.
func refusingHyderabad(asked *map[string]any, tool *string) callerFunc {
	return func(name string, arguments map[string]any) *toolresult.Result {
		*asked, *tool = arguments, name
		if city, _ := arguments["city"].(string); !strings.Contains(city, ", ") {
			return toolresult.FromError(apperr.Invalid(apperr.Violation{Field: "city", Message: "several cities"}))
		}
		return toolresult.FromError(apperr.Unavailable("x")) // what it answers is tested with the real tools
	}
}

// askWhichCity asks for the times of a city, which is asked back about with certain words, and answers for a city.
func askWhichCity(t *testing.T, say, asks, answer, city string) {
	t.Helper()
	var arguments map[string]any
	var tool string
	talk := newChat(t, refusingHyderabad(&arguments, &tool))
	asked := turn(t.Context(), t, talk, say, "")
	if !asked.Success || asked.Asks == nil || *asked.Asks != "city" || !strings.Contains(asked.Message, asks) {
		t.Fatalf("%+v", asked)
	}
	turn(t.Context(), t, talk, answer, asked.ConversationID)
	if tool != toolnames.GetPrayerTimes || arguments["city"] != city {
		t.Errorf("%s with %v after %q", tool, arguments, asked.Message)
	}
}

// A name of several cities is an open question, which the country answers, the number, or the full name.
func TestWhichCityIsMeantIsAsked(t *testing.T) {
	for _, c := range []struct{ say, choices, answer, city string }{
		{"maghrib time in Hyderabad", "2. Hyderabad in Pakistan", "Pakistan", "Hyderabad, Pakistan"},
		{"maghrib time in Hyderabad", "1. Hyderabad Deccan in India", "1", "Hyderabad Deccan, India"},
		{"maghrib time in Hyderabad", "2. Hyderabad in Pakistan", "Hyderabad, Pakistan", "Hyderabad, Pakistan"},
		{"maghrib time in Hyderabad", "", "the one in India please", "Hyderabad Deccan, India"},
		{"maghrib time in Hyderabad", "", "the second one", "Hyderabad, Pakistan"},
		{"Hyderabad mein maghrib kab hai", "2. Hyderabad, Pakistan", "Pakistan wala", "Hyderabad, Pakistan"},
		{"Hyderabad mein maghrib kab hai", "1. Hyderabad Deccan, ", "bharat", "Hyderabad Deccan, India"},
		{"حیدرآباد میں مغرب کب ہے", "«حیدرآباد»", "پاکستان", "Hyderabad, Pakistan"},
		{"حیدرآباد میں مغرب کب ہے", "، بھارت", "۱", "Hyderabad Deccan, India"},
		{"حیدرآباد میں مغرب کب ہے", "", "پاکستان والا", "Hyderabad, Pakistan"},
	} {
		t.Run(c.say+", "+c.answer, func(t *testing.T) {
			askWhichCity(t, c.say, c.choices, c.answer, c.city)
		})
	}
}

// Whoever speaks of something else is answered, and what nobody understands is asked once more and then let go.
func TestAnOpenQuestionOfACityLetsGo(t *testing.T) {
	var arguments map[string]any
	var tool string
	talk := newChat(t, refusingHyderabad(&arguments, &tool))
	asked := turn(asUser(t, 1), t, talk, "maghrib time in Hyderabad", "")
	again := turn(asUser(t, 1), t, talk, "hmm blue elephants", asked.ConversationID)
	if again.Asks == nil || *again.Asks != "city" || !strings.Contains(again.Message, "2. ") {
		t.Errorf("%+v", again)
	}
	turn(asUser(t, 1), t, talk, "show my tasks", asked.ConversationID)
	if tool != toolnames.ListTasks {
		t.Errorf("the question keeps %s with %v", tool, arguments)
	}
}

// A country is no city, and a name that is nearly a city's is asked about.
func TestACountryOrALikelyNameIsAskedAbout(t *testing.T) {
	for _, c := range []struct{ say, asks, answer, city string }{
		{"Kenya fajr", "Kenya is a country", "Mombasa", "Mombasa, Kenya"},
		{"prayer times in Mexico", "Mexico is a country", "Guadalajara please", "Guadalajara, Mexico"},
		{"India mein maghrib kab hai", "India mulk hai", "Hyderabad", "Hyderabad Deccan, India"},
		{"بھارت میں مغرب کب ہے", "بھارت ملک ہے", "ممبئی", "Mumbai, India"},
		{"Najrn maghrib", "Do you mean Najran in Saudi Arabia?", "yes", "Najran, Saudi Arabia"},
		{"Najrn mein maghrib kab hai", "Kya aap ki murad Najran", "haan", "Najran, Saudi Arabia"},
		{"اٹلانٹس میں مغرب کب ہے", "اٹلانٹا، امریکہ", "جی ہاں", "Atlanta, United States"},
		{"Najrn maghrib", "Najran", "Lahore", "Lahore, Pakistan"},
	} {
		t.Run(c.say+", "+c.answer, func(t *testing.T) {
			askWhichCity(t, c.say, c.asks, c.answer, c.city)
		})
	}
}
