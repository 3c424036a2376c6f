package chat

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
)

// ofPlaces are the requests that can be made again with another city.
var ofPlaces = []detect.Intent{
	detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails,
}

// asksWhichCity asks which city is meant if a tool refused the name of several. It reports whether it asked.
func (t *turn) asksWhichCity(result *toolresult.Result, args arguments) bool {
	name, _ := args["city"].(string)
	refused := slices.ContainsFunc(result.Violations, func(v apperr.Violation) bool { return v.Field == "city" })
	if name == "" || !refused || !slices.Contains(ofPlaces, t.asked.Intent) {
		return false
	}
	cities := t.citiesCalled(name)
	if len(cities) < 2 {
		return false
	}
	t.answer.Tool, t.answer.Arguments = nil, nil
	cues := t.detected.Cues
	question := conversation.Question{Asks: asksCity, Asked: t.asked, HowLong: cues.HowLong, Begun: cues.Begun, Ends: cues.Ends}
	question.Slots.City = &name
	t.askWhichCity(question, cities)
	return true
}

// citiesCalled returns the cities that a name may mean to the person, or to anybody if the person's country settles it: the tool did
// not know that country.
func (t *turn) citiesCalled(name string) []*gazetteer.City {
	if cities := t.places.Meant(name, t.places.Country(t.caller.Zone().String())); len(cities) > 1 {
		return cities
	}
	return t.places.Meant(name, "")
}

func (t *turn) askWhichCity(question conversation.Question, cities []*gazetteer.City) {
	t.ask(question, "which_city", messages.Args{"city": t.sharedName(*question.Slots.City, cities)})
	lines := []string{t.answer.Message}
	for i, city := range cities {
		lines = append(lines, t.book.Say("city_line", messages.Args{
			"number": i + 1, "city": t.cityIn(city), "country": t.landOf(city, cities),
		}))
	}
	t.answer.Message = strings.Join(lines, "\n")
}

// sharedName returns the name that cities share, as the language writes it if one of them is called just that.
func (t *turn) sharedName(name string, cities []*gazetteer.City) string {
	for _, city := range cities {
		if strings.EqualFold(city.Name, name) {
			return t.cityIn(city)
		}
	}
	return messages.Data(name)
}

func (t *turn) cityIn(city *gazetteer.City) string {
	if t.book.Language == detect.Urdu && city.Urdu != "" {
		return city.Urdu
	}
	return messages.Data(city.Name)
}

// landOf returns the country of a city, with its region if another of the cities is in that country too.
func (t *turn) landOf(city *gazetteer.City, among []*gazetteer.City) string {
	country := t.book.Country(city.Country, t.places.CountryName(city.Country))
	shared := slices.ContainsFunc(among, func(other *gazetteer.City) bool { return other != city && other.Country == city.Country })
	if !shared || city.Region == "" {
		return country
	}
	return t.book.Say("region_of", messages.Args{"area": messages.Data(city.Region), "country": country})
}

func (t *turn) handleCityAnswer(ctx context.Context, question conversation.Question) bool {
	if t.changesSubject(question) && (t.detected.Intent.Writes() || t.detected.Slots.City == nil && t.detected.Confidence >= sure) {
		return false
	}
	cities := t.citiesCalled(*question.Slots.City)
	picked := t.pickedCity(*question.Slots.City, cities)
	if picked == nil {
		if t.detected.Intent != detect.Unknown || question.Again > 0 {
			return false
		}
		question.Again++
		t.askWhichCity(question, cities)
		t.say("not_understood_answer", messages.Args{"question": t.answer.Message})
		return true
	}
	label := t.places.Label(picked)
	cues := &t.detected.Cues
	cues.HowLong, cues.Begun, cues.Ends = question.HowLong, question.Begun, question.Ends
	cues.Ordinal, cues.Near = 0, false
	t.dispatch(ctx, question.Intent, merged(question.Slots, detect.Slots{City: &label}))
	return true
}

// pickedCity returns the one of the cities that the message says: by its full name, its country or region, or its place in the list. It is
// nil if it says none, or a city that is none of them.
func (t *turn) pickedCity(name string, cities []*gazetteer.City) *gazetteer.City {
	text := t.input.Text
	alone, _ := t.detector.Number(text)
	if alone > 0 && alone <= len(cities) { // before a name is read into it, of which a letter may be wrong
		return cities[alone-1]
	}
	for _, said := range []string{text, textOf(t.detected.Slots.City), name + ", " + text} {
		if city := theOne(t.places.Meant(said, ""), cities); city != nil {
			return city
		}
	}
	for _, number := range []int{t.detected.Cues.Ordinal, t.words.number()} {
		if number < 0 {
			number += len(cities) + 1
		}
		if number > 0 && number <= len(cities) {
			return cities[number-1]
		}
	}
	if value := picked(t.cityChoices(name, cities), text); value != "" {
		return cities[slices.IndexFunc(cities, func(c *gazetteer.City) bool { return t.places.Label(c) == value })]
	}
	return nil
}

// theOne returns the one of the cities that alone is meant, or nil.
func theOne(meant, cities []*gazetteer.City) *gazetteer.City {
	if len(meant) != 1 {
		return nil
	}
	at := slices.IndexFunc(cities, func(c *gazetteer.City) bool { return c.Centre == meant[0].Centre })
	if at < 0 {
		return nil
	}
	return cities[at]
}

// cityChoices are the labels of cities with all that tells them apart, in any language.
func (t *turn) cityChoices(name string, cities []*gazetteer.City) []toolspec.Choice {
	choices := make([]toolspec.Choice, len(cities))
	for i, city := range cities {
		names := map[string][]string{"": {}}
		for _, language := range messages.Languages() {
			names[string(language)] = []string{t.messages.In(language).Country(city.Country, t.places.CountryName(city.Country))}
		}
		names["en"] = append(names["en"], strings.TrimPrefix(names["en"][0], "the "))
		for _, other := range []string{city.Name, city.Region} {
			if other != "" && !strings.EqualFold(other, name) {
				names["en"] = append(names["en"], other)
			}
		}
		choices[i] = toolspec.Choice{Value: t.places.Label(city), Names: names}
	}
	return choices
}
