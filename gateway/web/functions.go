package web

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// at reports whether a page is the tab's, or below it.
func at(page, tab string) bool {
	page, _, _ = strings.Cut(page, "?")
	return page == tab || tab != "/" && strings.HasPrefix(page, tab+"/") || tab == "/" && page == "/chat"
}

// mapURL returns where a map shows a masjid.
func mapURL(m masjid) string {
	place := func(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
	query := url.Values{"mlat": {place(m.Latitude)}, "mlon": {place(m.Longitude)}}
	return "https://www.openstreetmap.org/?" + query.Encode() + "#map=17/" + place(m.Latitude) + "/" + place(m.Longitude)
}

func kilometres(language *words.Language) func(*float64) string {
	return func(distance *float64) string {
		text, _ := language.Say("km", "distance", language.Digits(fmt.Sprintf("%.1f", *distance))) // a test says that all have it
		return text
	}
}

func hijri(language *words.Language) func(day, month, year int) string {
	return func(day, month, year int) string {
		return language.Number(day) + " " + language.Name("hijri", strconv.Itoa(month)) + " " + language.Number(year)
	}
}

// local returns a moment as a field for a local date and time has it.
func local(moment string) string {
	when, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return when.Format("2006-01-02T15:04")
}

// startOf returns the moment when a prayer of a day begins; empty if nobody knows. An isha after midnight is of the next date.
func startOf(day *times, prayer string) string {
	zone, err := time.LoadLocation(day.Timezone)
	if err != nil {
		return ""
	}
	at := func(name string) (time.Time, error) {
		return time.ParseInLocation(time.DateOnly+" 15:04", day.Date+" "+day.Starts[strings.ToLower(name)], zone)
	}
	start, err := at(prayer)
	if err != nil {
		return ""
	}
	if fajr, err := at("Fajr"); err == nil && start.Before(fajr) {
		start = start.AddDate(0, 0, 1)
	}
	return start.Format(time.RFC3339)
}

// chosenSchool returns the school that a user has chosen; empty if it follows the country.
func chosenSchool(profile user) string {
	if !profile.AsrSchoolChosen {
		return ""
	}
	return profile.AsrSchool
}

// atSection reports whether a page of the console is in the section that a path begins; the tools are what is in no other.
func atSection(page, path string) bool {
	page, _, _ = strings.Cut(page, "?")
	if path == "/console" {
		return page == path || strings.HasPrefix(page, "/console/tools/")
	}
	return at(page, path)
}

// milliseconds returns microseconds as people read them.
func milliseconds(us int) string {
	const thousand = 1000
	return fmt.Sprintf("%.1f ms", float64(us)/thousand)
}

// stamp returns a moment to the second, for tables that are read by operators.
func stamp(moment string) string {
	when, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return when.UTC().Format("2006-01-02 15:04:05Z")
}
