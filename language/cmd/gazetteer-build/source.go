package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer/world"
	"github.com/salaatflow/platform/language/spelling"
)

// A town has so many people at least to be taken.
const (
	leastAnywhere = 15_000
	leastPakistan = 5_000
)

// The columns of a list of cities of GeoNames.
const (
	columnID = iota
	columnName
	columnASCII
	columnAlternates
	columnLatitude
	columnLongitude
	_
	columnFeature
	columnCountry
	_
	columnRegion
	_
	_
	_
	columnPopulation
	_
	_
	columnTimezone
	_
	columns
)

type source struct {
	regions map[string]string // names by country and code, as in US.TX
	own     map[string]named  // by the id of GeoNames
}

// named is what a town is called that GeoNames does not know.
type named struct {
	urdu string
	also []string
}

func (s *source) readRegions(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var regions []struct{ Code, Name string }
	if err := json.Unmarshal(text, &regions); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s.regions = make(map[string]string, len(regions))
	for _, region := range regions {
		s.regions[region.Code] = region.Name
	}
	return nil
}

// readUrdu reads names that GeoNames does not have, or spells otherwise: its id and name of a town, the name in Urdu script, and others.
func (s *source) readUrdu(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s.own = make(map[string]named, len(rows))
	for _, row := range rows[1:] {
		s.own[row[0]] = named{row[2], strings.Split(row[3], ";")}
	}
	return nil
}

func (s *source) readCities(path string) ([]world.Entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var entries []world.Entry
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		if len(row) != columns {
			return nil, fmt.Errorf("%s: a line of %d columns", path, len(row))
		}
		population, err := strconv.Atoi(row[columnPopulation])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row[columnName], err)
		}
		if !taken(row, population) {
			continue
		}
		entry, err := s.entry(row)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row[columnName], err)
		}
		entry.Population = population
		entries = append(entries, entry)
	}
	return entries, lines.Err()
}

func taken(row []string, population int) bool {
	switch row[columnFeature] {
	case "PPLH", "PPLQ", "PPLW": // historical, abandoned, destroyed
		return false
	}
	return population >= leastAnywhere || population >= leastPakistan && row[columnCountry] == "PK"
}

func (s *source) entry(row []string) (e world.Entry, err error) {
	e.Name, e.Country, e.Timezone = shown(row[columnName], row[columnASCII]), row[columnCountry], row[columnTimezone]
	e.Region = s.regions[e.Country+"."+row[columnRegion]]
	if e.Country == "US" {
		e.Code = row[columnRegion] // as in letters' addresses; elsewhere it is a number
	}
	if e.Latitude, err = strconv.ParseFloat(row[columnLatitude], 64); err != nil {
		return e, err
	}
	if e.Longitude, err = strconv.ParseFloat(row[columnLongitude], 64); err != nil {
		return e, err
	}
	alternates := strings.Split(row[columnAlternates], ",")
	own := s.own[row[columnID]]
	if e.Urdu = own.urdu; e.Urdu == "" {
		e.Urdu = urduOf(alternates)
	}
	for _, name := range append(own.also, row[columnName], row[columnASCII], own.urdu) {
		e.Names = append(e.Names, spelling.Key(name))
	}
	for _, name := range alternates {
		if known(name) {
			e.Aliases = append(e.Aliases, spelling.Key(beforeComma(name)))
		}
	}
	if row[columnFeature] == "PPLX" { // a part of a town
		e.Names, e.Aliases = nil, append(e.Aliases, e.Names...)
	}
	empty := func(key string) bool { return key == "" }
	e.Names, e.Aliases = slices.DeleteFunc(e.Names, empty), slices.DeleteFunc(e.Aliases, empty)
	return e, nil
}

// shown is the name of a town as people write it: without the marks of a transliteration from another script, as Jalālābād has them.
func shown(name, ascii string) string {
	if strings.ContainsAny(name, "āīūēōĀĪŪĒŌ‘’ḩḐḑşţẕḍṭ") {
		return ascii
	}
	return name
}
