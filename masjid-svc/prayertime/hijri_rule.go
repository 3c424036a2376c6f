package prayertime

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/hijri-countries.csv
var embeddedHijriRules string

// HijriRule is what Hijri dates follow in a country.
type HijriRule struct {
	Country  string // ISO 3166-1 alpha-2; "" for countries that are not listed
	Calendar HijriCalendarKind
	// UsualOffset is how many days after Umm al-Qura a month usually begins that nobody has announced, and of which
	// hijri-expected.csv does not tell when its moon can be seen there. It is 0 where no moon is sighted.
	UsualOffset int
	Source      string // where that is from
}

// HijriCalendarKind is the calendar that a country follows.
type HijriCalendarKind string

// The calendars.
const (
	FollowsUmmAlQura HijriCalendarKind = "umm_al_qura" // computed in Saudi Arabia
	FollowsDiyanet   HijriCalendarKind = "diyanet"     // computed in Türkiye
	FollowsSighting  HijriCalendarKind = "sighting"    // an authority announces each month
)

var knownHijriRules = sync.OnceValue(func() map[string]HijriRule {
	rules, err := ReadHijriRules(strings.NewReader(embeddedHijriRules))
	if err != nil {
		panic("prayertime: the embedded Hijri calendars of countries: " + err.Error()) // a test reads them
	}
	return rules
})

// HijriRuleIn returns what Hijri dates follow in a country (ISO 3166-1 alpha-2, capitals). A country that is not listed,
// and "", follow Umm al-Qura.
func HijriRuleIn(country string) HijriRule {
	if rule, listed := knownHijriRules()[country]; listed {
		return rule
	}
	return HijriRule{Calendar: FollowsUmmAlQura}
}

// ReadHijriRules reads the calendars of countries as comma-separated values with a heading line: country, calendar, usual
// offset, source. It ignores lines that begin with #, and reports all mistakes.
func ReadHijriRules(r io.Reader) (map[string]HijriRule, error) {
	rules := map[string]HijriRule{}
	return rules, readRecords(r, 4, func(record []string) error {
		rule, err := parseHijriRule(record)
		if _, twice := rules[rule.Country]; twice && err == nil {
			err = fmt.Errorf("country %q is there twice", rule.Country)
		}
		if err == nil {
			rules[rule.Country] = rule
		}
		return err
	})
}

func parseHijriRule(record []string) (HijriRule, error) {
	rule := HijriRule{Country: record[0], Calendar: HijriCalendarKind(record[1]), Source: record[3]}
	if err := checkCountry(rule.Country); err != nil {
		return HijriRule{}, err
	}
	if !slices.Contains([]HijriCalendarKind{FollowsUmmAlQura, FollowsDiyanet, FollowsSighting}, rule.Calendar) {
		return HijriRule{}, fmt.Errorf("calendar %q is not umm_al_qura, diyanet or sighting", record[1])
	}
	offset, err := strconv.Atoi(record[2])
	if err != nil || offset < 0 || offset > 2 || offset != 0 && rule.Calendar != FollowsSighting {
		return HijriRule{}, fmt.Errorf("usual offset %q is not from 0 to 2, or not 0 where no moon is sighted", record[2])
	}
	if rule.Source == "" {
		return HijriRule{}, errors.New("there is no source")
	}
	rule.UsualOffset = offset
	return rule, nil
}

func checkCountry(code string) error {
	if len(code) != 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return fmt.Errorf("country %q is not two capital letters", code)
	}
	return nil
}

// start returns the first day of a month by the rule, without announcements, as an epoch day. The month must be within the
// Umm al-Qura calendar. Next to a country's own table, months of that calendar give way to it.
func (r HijriRule) start(month hijriMonth) (int, HijriBasis) {
	own, basis, beyond := r.table()
	if day, known := own.start(month); known {
		return day, basis
	}
	return own.leaveRoom(month.start()+r.UsualOffset, month), beyond
}

// table returns the country's own table of months, which is empty if there is none, what its dates rest on, and what those beyond it do.
func (r HijriRule) table() (own hijriTable, basis, beyond HijriBasis) {
	switch r.Calendar {
	case FollowsDiyanet:
		return diyanet(), BasisDiyanet, BasisUmmAlQura
	case FollowsSighting:
		return expected()[r.Country], BasisExpected, BasisExpected
	case FollowsUmmAlQura:
	}
	return hijriTable{}, BasisUmmAlQura, BasisUmmAlQura
}
