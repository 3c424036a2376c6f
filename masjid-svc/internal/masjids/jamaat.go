package masjids

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Occasion is a prayer in congregation.
type Occasion string

// The occasions.
const (
	Fajr      Occasion = "fajr"
	Dhuhr     Occasion = "dhuhr"
	Asr       Occasion = "asr"
	Maghrib   Occasion = "maghrib"
	Isha      Occasion = "isha"
	Jummah1   Occasion = "jummah"
	Jummah2   Occasion = "jummah_2"
	Jummah3   Occasion = "jummah_3"
	EidFitr   Occasion = "eid_al_fitr"
	EidAdha   Occasion = "eid_al_adha"
	minuteMax          = 24*60 - 1
	afterMax           = 180 // minutes after the adhan
)

var occasions = []Occasion{Fajr, Dhuhr, Asr, Maghrib, Isha, Jummah1, Jummah2, Jummah3, EidFitr, EidAdha}

// Jummahs returns the occasions of Jumu'ah in order.
func Jummahs() []Occasion { return []Occasion{Jummah1, Jummah2, Jummah3} }

// OccasionOf returns the daily congregation of a prayer.
func OccasionOf(p prayertime.Prayer) Occasion { return Occasion(strings.ToLower(p.String())) }

// IsDaily reports whether o is one of the five daily prayers.
func (o Occasion) IsDaily() bool { return slices.Contains(occasions[:5], o) }

// isAfterAdhan reports whether a rule for o may be in minutes after the adhan.
func (o Occasion) isAfterAdhan() bool { return o != EidFitr && o != EidAdha }

// Jamaat is a rule by which a masjid prays in congregation.
type Jamaat struct {
	Of Occasion
	// AfterAdhan reports how Minutes count: after the adhan, 0 to 180, or else after midnight by the masjid's clock.
	AfterAdhan bool
	Minutes    int
	// From and Until bound the dates on which the rule holds, both included; zero means unbounded. A rule with bounds
	// takes precedence over one without, and the later of two rules with bounds over the earlier one.
	From, Until prayertime.Date
}

// RuleOn returns the rule for an occasion on a date, or false.
func RuleOn(rules []Jamaat, of Occasion, date prayertime.Date) (rule Jamaat, ok bool) {
	for _, candidate := range rules {
		if candidate.Of == of && candidate.holds(date) && (!ok || candidate.isBounded() || !rule.isBounded()) {
			rule, ok = candidate, true
		}
	}
	return rule, ok
}

func (j Jamaat) isBounded() bool {
	return j.From != (prayertime.Date{}) || j.Until != (prayertime.Date{})
}

func (j Jamaat) holds(date prayertime.Date) bool {
	return (j.From == (prayertime.Date{}) || compareDates(j.From, date) <= 0) &&
		(j.Until == (prayertime.Date{}) || compareDates(date, j.Until) <= 0)
}

func compareDates(a, b prayertime.Date) int { return strings.Compare(a.String(), b.String()) }

// FormatJamaat returns rules in the form that ParseJamaat reads.
func FormatJamaat(rules []Jamaat) string {
	texts := make([]string, len(rules))
	for i, rule := range rules {
		texts[i] = rule.String()
	}
	return strings.Join(texts, "; ")
}

// String returns a rule in the form that ParseJamaat reads.
func (j Jamaat) String() string {
	text := string(j.Of)
	if j.isBounded() {
		text += "@" + bound(j.From) + ".." + bound(j.Until)
	}
	if j.AfterAdhan {
		return text + "=+" + strconv.Itoa(j.Minutes)
	}
	return text + "=" + FormatClock(j.Minutes)
}

func bound(date prayertime.Date) string {
	if date == (prayertime.Date{}) {
		return ""
	}
	return date.String()
}

// ParseJamaat parses rules such as
//
//	fajr=05:45; maghrib=+5; isha@2026-02-18..2026-03-19=21:00; jummah=13:30; jummah_2=14:15
//
// Each has a clock time or minutes after the adhan, and optionally dates, which may be open at one end. An empty text
// is not rules. The error names the wrong rule and says what would be right.
func ParseJamaat(text string) ([]Jamaat, error) {
	var rules []Jamaat
	for one := range strings.SplitSeq(text, ";") {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		rule, err := parseRule(one)
		if err != nil {
			return nil, fmt.Errorf("jamaat %q: %w", one, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

func parseRule(text string) (rule Jamaat, err error) {
	subject, when, found := strings.Cut(text, "=")
	if !found {
		return rule, errors.New("must be such as fajr=05:45 or maghrib=+5")
	}
	name, dates, isDated := strings.Cut(subject, "@")
	rule.Of = Occasion(strings.TrimSpace(name))
	if !slices.Contains(occasions, rule.Of) {
		return rule, fmt.Errorf("%q must be one of %v", rule.Of, occasions)
	}
	if isDated {
		if rule.From, rule.Until, err = parseBounds(dates); err != nil {
			return rule, err
		}
	}
	err = rule.parseWhen(strings.TrimSpace(when))
	return rule, err
}

func (j *Jamaat) parseWhen(text string) error {
	after, isAfter := strings.CutPrefix(text, "+")
	if isAfter {
		minutes, err := strconv.ParseUint(after, 10, 8)
		if err != nil || minutes > afterMax || !j.Of.isAfterAdhan() {
			return fmt.Errorf("must be +0 to +%d minutes after the adhan, for a prayer that has an adhan", afterMax)
		}
		j.AfterAdhan, j.Minutes = true, int(minutes)
		return nil
	}
	minutes, err := ParseClock(text)
	j.Minutes = minutes
	return err
}

// ParseClock parses HH:MM, from 00:00 to 23:59, as minutes after midnight.
func ParseClock(text string) (int, error) {
	clock, err := time.Parse("15:04", text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time such as 05:45", text)
	}
	return clock.Hour()*60 + clock.Minute(), nil
}

func parseBounds(text string) (from, until prayertime.Date, err error) {
	first, last, found := strings.Cut(strings.TrimSpace(text), "..")
	if !found || first == "" && last == "" {
		return from, until, errors.New("dates must be such as 2026-02-18..2026-03-19")
	}
	for _, end := range []struct {
		text string
		date *prayertime.Date
	}{{first, &from}, {last, &until}} {
		if end.text == "" {
			continue
		}
		if *end.date, err = prayertime.ParseDate(end.text); err != nil {
			return from, until, err
		}
	}
	if first != "" && last != "" && compareDates(from, until) > 0 {
		return from, until, errors.New("the first date is after the last")
	}
	return from, until, nil
}
