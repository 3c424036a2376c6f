package prayertime

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

//go:embed data/countries.csv
var embeddedCountries string

// Practice is how prayer times are usually computed in a country.
type Practice struct {
	Country string // ISO 3166-1 alpha-2; XK for Kosovo
	Name    string // of the country, as in "usual in the United Kingdom"
	Method  Method
	Asr     AsrRule
	Basis   Basis
	Source  string // where that is from
}

// Basis is what a practice rests on.
type Basis string

const (
	ByAuthority  Basis = "authority"  // an authority of the country publishes its times or its method so
	ByTimetables Basis = "timetables" // published timetables of the country show it
	ByCustom     Basis = "custom"     // it is usual there, and nobody decides
)

// fallbackMethod is the method of countries without a known practice.
const fallbackMethod = "muslim_world_league"

var knownPractices = sync.OnceValue(func() map[string]Practice {
	practices, err := ReadPractices(strings.NewReader(embeddedCountries))
	if err != nil {
		panic("prayertime: the embedded countries: " + err.Error()) // a test reads them
	}
	byCountry := make(map[string]Practice, len(practices))
	for _, p := range practices {
		byCountry[p.Country] = p
	}
	return byCountry
})

// PracticeIn returns how prayer times are usually computed in a country (ISO 3166-1 alpha-2, capitals). For an unknown
// country, and for "", it returns false and the Muslim World League's method, without country and name.
func PracticeIn(country string) (Practice, bool) {
	if practice, known := knownPractices()[country]; known {
		return practice, true
	}
	method, err := MethodNamed(fallbackMethod)
	if err != nil {
		panic("prayertime: " + err.Error()) // a test asks for it
	}
	return Practice{Method: method, Asr: method.DefaultAsr}, false
}

// Practices returns the practices of all countries, ordered by code.
func Practices() []Practice {
	all := make([]Practice, 0, len(knownPractices()))
	for _, practice := range knownPractices() {
		all = append(all, practice)
	}
	slices.SortFunc(all, func(a, b Practice) int { return strings.Compare(a.Country, b.Country) })
	return all
}

var practiceColumns = []string{"country", "name", "method", "asr", "basis", "source"}

// ReadPractices reads countries' practices as comma-separated values with a heading line that names the columns. It
// ignores lines that begin with #. It reports all mistakes by line: a country given twice or not two capital letters,
// an unknown method, school or basis, a country without a name or a source.
func ReadPractices(r io.Reader) ([]Practice, error) {
	rows, err := readTable(r, practiceColumns)
	if err != nil {
		return nil, err
	}
	var practices []Practice
	var mistakes []error
	seen := map[string]bool{}
	for _, row := range rows {
		practice, err := row.practice()
		if err == nil && seen[practice.Country] {
			err = fmt.Errorf("%q is given twice", practice.Country)
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("line %d: %w", row.line, err))
			continue
		}
		seen[practice.Country] = true
		practices = append(practices, practice)
	}
	return practices, errors.Join(mistakes...)
}

func (r *tableRow) practice() (Practice, error) {
	p := Practice{
		Country: r.text("country"), Name: r.text("name"), Asr: AsrRule(r.text("asr")), Basis: Basis(r.text("basis")),
		Source: r.text("source"),
	}
	if len(p.Country) != 2 || p.Country != strings.ToUpper(p.Country) {
		r.fail("country", p.Country, "two capital letters")
	}
	if p.Name == "" || p.Source == "" {
		r.mistakes = append(r.mistakes, errors.New("name and source must be given"))
	}
	if !slices.Contains(AsrRules(), p.Asr) {
		r.fail("asr", string(p.Asr), "shafi or hanafi")
	}
	if !slices.Contains([]Basis{ByAuthority, ByTimetables, ByCustom}, p.Basis) {
		r.fail("basis", string(p.Basis), "authority, timetables or custom")
	}
	var err error
	p.Method, err = MethodNamed(r.text("method"))
	return p, errors.Join(append(r.mistakes, err)...)
}
