package dialogue

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/choices"
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
func (t *Turn) asksWhichCity(result *toolresult.Result, args Arguments) bool {
	name, _ := args["city"].(string)
	refused := slices.ContainsFunc(result.Violations, func(v apperr.Violation) bool { return v.Field == "city" })
	if name == "" || !refused || !slices.Contains(ofPlaces, t.Asked.Intent) {
		return false
	}
	if of := t.citiesOffered(name); len(of.cities) == 0 {
		return false
	}
	t.Answer.Tool, t.Answer.Arguments = nil, nil
	cues := t.Detected.Cues
	question := conversation.Question{Asks: AsksCity, Asked: t.Asked, HowLong: cues.HowLong, Begun: cues.Begun, Ends: cues.Ends}
	question.Slots.City = &name
	t.askWhichCity(question)
	return true
}

// CitiesCalled returns the cities that a name may mean to the person, or to anybody if the person's country settles it: the tool did
// not know that country.
func (t *Turn) CitiesCalled(name string) []*gazetteer.City {
	if cities := t.Places.Meant(name, t.Places.Country(t.Person.Zone().String())); len(cities) > 1 {
		return cities
	}
	return t.Places.Meant(name, "")
}

func (t *Turn) askWhichCity(question conversation.Question) {
	of := t.citiesOffered(*question.Slots.City)
	first := of.cities[0]
	t.Ask(question, of.asking, messages.Args{
		"city": t.sharedName(*question.Slots.City, of.cities), "near": t.CityIn(first), "country": t.LandOf(first, nil),
		"cities": t.listed(of.cities),
	})
	if of.asking != askingShared {
		return
	}
	lines := []string{t.Answer.Message}
	for i, city := range of.cities {
		lines = append(lines, t.Book.Say("city_line", messages.Args{
			"number": i + 1, "city": t.CityIn(city), "country": t.LandOf(city, of.cities),
		}))
	}
	t.Answer.Message = strings.Join(lines, "\n")
}

// sharedName returns the name that cities share, as the language writes it if one of them is called just that.
func (t *Turn) sharedName(name string, cities []*gazetteer.City) string {
	for _, city := range cities {
		if strings.EqualFold(city.Name, name) {
			return t.CityIn(city)
		}
	}
	return messages.Data(name)
}

// CityIn returns the name of a city of the gazetteer in the script of the answer.
func (t *Turn) CityIn(city *gazetteer.City) string {
	if t.Book.Language == detect.Urdu && city.Urdu != "" {
		return city.Urdu
	}
	return messages.Data(city.Name)
}

// LandOf returns the country of a city, with its region if another of the cities is in that country too.
func (t *Turn) LandOf(city *gazetteer.City, among []*gazetteer.City) string {
	country := t.Book.Country(city.Country, t.Places.CountryName(city.Country))
	shared := slices.ContainsFunc(among, func(other *gazetteer.City) bool { return other != city && other.Country == city.Country })
	if !shared || city.Region == "" {
		return country
	}
	return t.Book.Say("region_of", messages.Args{"area": t.RegionIn(city), "country": country})
}

// LandsOf returns what tells cities of one name apart: their countries, or their regions where the country is the same.
func (t *Turn) LandsOf(cities []*gazetteer.City) []string {
	lands := make([]string, 0, len(cities))
	elsewhere := slices.ContainsFunc(cities, func(c *gazetteer.City) bool { return c.Country != cities[0].Country || c.Region == "" })
	for _, city := range cities {
		land := messages.Data(city.Region)
		if elsewhere {
			land = t.LandOf(city, cities)
		}
		lands = append(lands, land)
	}
	return lands
}

// HandleCityAnswer takes the message as the one of the cities that the question asked for, and makes the request again with it. It
// reports whether the message was handled.
func (t *Turn) HandleCityAnswer(ctx context.Context, question conversation.Question) bool {
	if t.ChangesSubject(question) && (t.Detected.Intent.Writes() || t.Detected.Slots.City == nil && t.Detected.Confidence >= Sure) {
		return false
	}
	of := t.citiesOffered(*question.Slots.City)
	if len(of.cities) == 0 {
		return false
	}
	if of.asking == askingLikely && t.Detected.Cues.Act == detect.No {
		t.Answer.Intent = question.Intent
		t.Say("error_city", messages.Args{"city": messages.Data(*question.Slots.City)})
		return true
	}
	picked := t.pickedCity(*question.Slots.City, of)
	if picked == nil {
		if t.Detected.Intent != detect.Unknown || question.Again > 0 {
			return false
		}
		question.Again++
		t.askWhichCity(question)
		t.Say("not_understood_answer", messages.Args{"question": t.Answer.Message})
		return true
	}
	label := t.Places.Label(picked)
	cues := &t.Detected.Cues
	cues.HowLong, cues.Begun, cues.Ends = question.HowLong, question.Begun, question.Ends
	cues.Ordinal, cues.Near = 0, false
	t.Dispatch(ctx, question.Intent, Merged(question.Slots, detect.Slots{City: &label}))
	return true
}

// pickedCity returns the one of the cities that the message says: by its full name, its country or region, or its place in the list. It is
// nil if it says none, or a city that is none of them.
func (t *Turn) pickedCity(name string, of offer) *gazetteer.City {
	text, cities := t.Input.Text, of.cities
	switch of.asking {
	case askingLikely:
		if t.Detected.Cues.Act == detect.Yes {
			return cities[0]
		}
		if other := t.CitiesCalled(text); len(other) == 1 {
			return other[0]
		}
	case askingOfCountry:
		if city := t.cityIn(name, text); city != nil {
			return city
		}
	}
	alone, _ := t.Detector.Number(text)
	if alone > 0 && alone <= len(cities) { // before a name is read into it, of which a letter may be wrong
		return cities[alone-1]
	}
	for _, said := range []string{text, TextOf(t.Detected.Slots.City), name + ", " + text} {
		if city := theOne(t.Places.Meant(said, ""), cities); city != nil {
			return city
		}
	}
	for _, number := range []int{t.Detected.Cues.Ordinal, t.Words.Number()} {
		if number < 0 {
			number += len(cities) + 1
		}
		if number > 0 && number <= len(cities) {
			return cities[number-1]
		}
	}
	if value := choices.Picked(t.cityChoices(name, cities), text); value != "" {
		return cities[slices.IndexFunc(cities, func(c *gazetteer.City) bool { return t.Places.Label(c) == value })]
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
func (t *Turn) cityChoices(name string, cities []*gazetteer.City) []toolspec.Choice {
	offered := make([]toolspec.Choice, len(cities))
	for i, city := range cities {
		names := map[string][]string{"": {}}
		for _, language := range messages.Languages() {
			names[string(language)] = []string{t.Messages.In(language).Country(city.Country, t.Places.CountryName(city.Country))}
		}
		names["en"] = append(names["en"], strings.TrimPrefix(names["en"][0], "the "))
		for _, other := range []string{city.Name, city.Region} {
			if other != "" && !strings.EqualFold(other, name) {
				names["en"] = append(names["en"], other)
			}
		}
		offered[i] = toolspec.Choice{Value: t.Places.Label(city), Names: names}
	}
	return offered
}
