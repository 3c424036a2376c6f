package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/fileimport"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/webaddress"
)

// texts returns a record's text under a column, which may be empty, and whether there is one.
type texts func(column string) (text string, said bool)

var noRecord masjids.Record

// maxText bounds each text, in characters. The rules of jamaat may be longer.
const (
	maxText   = 500
	maxJamaat = 4000
)

// columnNames are the columns of a CSV file and the properties of GeoJSON, in the order in which they are written.
var columnNames = []string{
	"masjid_id", "source", "ref", "licence", "attribution", "name", "name_urdu", "area", "city", "address", "latitude", "longitude",
	"position_accuracy", "timezone", "phone", "website", "imam", "women_area", "wheelchair", "parking", "wudu", "jamaat",
}

// record returns what texts say about a masjid, checked and completed.
func (r Reader) record(said texts) (masjids.Record, error) {
	b := &building{reader: r, said: said}
	for _, step := range []func() error{b.identify, b.describe, b.locate, b.judge} {
		if err := step(); err != nil {
			return noRecord, err
		}
	}
	b.complete()
	return b.Record, nil
}

// building is a record that is being built.
type building struct {
	masjids.Record
	reader Reader
	said   texts
}

// text returns the text under a column, in the form of plain.
func (b *building) text(column string, most int) (string, error) {
	raw, _ := b.said(column)
	return plain(column, raw, most)
}

// plain returns a text with single spaces as white space. It refuses what is not text and what is too long.
func plain(column, raw string, most int) (string, error) {
	if !utf8.ValidString(raw) || strings.ContainsRune(raw, 0) {
		return "", fmt.Errorf("%s is not UTF-8", column)
	}
	text := strings.Join(strings.Fields(raw), " ")
	if strings.ContainsFunc(text, unicode.IsControl) {
		return "", fmt.Errorf("%s has a control character", column)
	}
	if utf8.RuneCountInString(text) > most {
		return "", fmt.Errorf("%s is longer than %d characters", column, most)
	}
	return text, nil
}

// identify determines the masjid of the record.
func (b *building) identify() (err error) {
	number, err := b.text("masjid_id", maxText)
	if err != nil {
		return err
	}
	if number != "" {
		if b.ID, err = fileimport.Positive(number); err != nil {
			return fmt.Errorf("masjid_id: %w", err)
		}
		return nil
	}
	if b.SourceRef, err = b.text("ref", maxText); err != nil {
		return err
	}
	if b.Source, err = b.text("source", maxText); err != nil {
		return err
	}
	if b.Source == "" {
		b.Source = b.reader.Source
	}
	switch {
	case b.SourceRef == "":
		return errors.New("ref or masjid_id is required; it identifies the masjid")
	case b.Source == "":
		return errors.New("its source is unknown; name it, or set --source")
	}
	b.orElse(masjids.SaysLicence, &b.Licence, b.reader.Licence)
	b.orElse(masjids.SaysAttribution, &b.Attribution, b.reader.Attribution)
	return nil
}

// orElse uses the reader's default if the record has none.
func (b *building) orElse(bit masjids.Fields, to *string, otherwise string) {
	if otherwise != "" {
		*to = otherwise
		b.Says |= bit
	}
}

// describe reads the texts. A text that every masjid must have cannot be taken away: if empty, it counts as missing.
func (b *building) describe() error {
	for _, field := range []struct {
		column string
		bit    masjids.Fields
		to     *string
		stays  bool
	}{
		{"name", masjids.SaysName, &b.Name, true},
		{"name_urdu", masjids.SaysNameUrdu, &b.NameUrdu, false},
		{"licence", masjids.SaysLicence, &b.Licence, true},
		{"attribution", masjids.SaysAttribution, &b.Attribution, true},
		{"area", masjids.SaysArea, &b.Area, false},
		{"city", masjids.SaysCity, &b.City, true},
		{"address", masjids.SaysAddress, &b.Address, false},
		{"timezone", masjids.SaysTimezone, &b.Timezone, true},
		{"phone", masjids.SaysPhone, &b.Phone, false},
		{"website", masjids.SaysWebsite, &b.Website, false},
		{"imam", masjids.SaysImam, &b.Imam, false},
	} {
		text, err := b.text(field.column, maxText)
		if err != nil {
			return err
		}
		if _, said := b.said(field.column); said && (text != "" || !field.stays) {
			*field.to = text
			b.Says |= field.bit
		}
	}
	if err := webaddress.Check(b.Website); err != nil && b.Website != "" {
		return fmt.Errorf("website: %.60q %w", b.Website, err)
	}
	if b.Says&masjids.SaysTimezone != 0 {
		if _, err := identity.LoadZone(b.Timezone); err != nil {
			return fmt.Errorf("timezone: %w", err)
		}
	}
	return nil
}

// locate reads the position.
func (b *building) locate() error {
	latitude, _ := b.said("latitude")
	longitude, _ := b.said("longitude")
	latitude, longitude = strings.TrimSpace(latitude), strings.TrimSpace(longitude)
	if latitude == "" && longitude == "" {
		return nil
	}
	var err error
	if b.Latitude, err = fileimport.Decimal(latitude, 90); err != nil {
		return fmt.Errorf("latitude: %w", err)
	}
	if b.Longitude, err = fileimport.Decimal(longitude, 180); err != nil {
		return fmt.Errorf("longitude: %w", err)
	}
	accuracy, err := b.text("position_accuracy", maxText)
	if err != nil {
		return err
	}
	known := []masjids.Accuracy{masjids.Exact, masjids.OfArea, masjids.OfCity}
	if b.Accuracy = masjids.Accuracy(accuracy); accuracy == "" {
		b.Accuracy = masjids.Exact
	}
	if !slices.Contains(known, b.Accuracy) {
		return fmt.Errorf("position_accuracy: %q must be one of %v", accuracy, known)
	}
	b.Says |= masjids.SaysPosition
	return nil
}

// judge reads what is yes or no, and the rules of jamaat.
func (b *building) judge() error {
	for _, field := range []struct {
		column string
		bit    masjids.Fields
		to     *masjids.Known
	}{
		{"women_area", masjids.SaysWomenArea, &b.Facilities.WomenArea},
		{"wheelchair", masjids.SaysWheelchair, &b.Facilities.Wheelchair},
		{"parking", masjids.SaysParking, &b.Facilities.Parking},
		{"wudu", masjids.SaysWudu, &b.Facilities.Wudu},
	} {
		text, said := b.said(field.column)
		if !said {
			continue
		}
		known, err := parseKnown(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("%s: %w", field.column, err)
		}
		*field.to = known
		b.Says |= field.bit
	}
	if _, said := b.said("jamaat"); !said {
		return nil
	}
	text, err := b.text("jamaat", maxJamaat)
	if err != nil {
		return err
	}
	b.Says |= masjids.SaysJamaat
	b.Jamaat, err = masjids.ParseJamaat(text)
	return err // names the rule
}

func parseKnown(text string) (masjids.Known, error) {
	switch strings.ToLower(text) {
	case "":
		return masjids.Unknown, nil
	case "yes", "true", "1":
		return masjids.Yes, nil
	case "no", "false", "0":
		return masjids.No, nil
	default:
		return masjids.Unknown, fmt.Errorf("%q must be yes or no", text)
	}
}

// nearCity is the distance in kilometres from the centre of a known city within which a masjid counts as in that city.
const nearCity = 40

// complete fills in, for a new masjid, what follows from the rest, or notes what is missing.
func (b *building) complete() {
	places := b.reader.Places
	city := places.City(b.City)
	if b.City == "" {
		city = b.impliedCity()
	}
	if city != nil {
		b.City = city.Name
	}
	if b.City == "" {
		b.City = b.reader.City
	}
	area := places.Area(b.Area, b.City)
	if area != nil {
		b.Area = area.Name
	}
	if b.Says&masjids.SaysPosition == 0 {
		b.placeAtCentre(area, city)
	}
	switch {
	case b.Name == "":
		b.Incomplete = errors.New("it has no name")
	case b.Licence == "":
		b.Incomplete = errors.New("its licence is unknown; name it, or set --licence")
	case b.City == "":
		b.Incomplete = errors.New("its city is unknown; name it, or set --city")
	case b.Accuracy == "":
		b.Incomplete = errors.New("it has no latitude and longitude, and its area and city are unknown")
	}
	if b.Timezone == "" && b.Incomplete == nil {
		b.impliedZone(city)
	}
}

// impliedCity returns the known city around the position, or the reader's default.
func (b *building) impliedCity() *gazetteer.City {
	if b.Says&masjids.SaysPosition != 0 {
		if city := b.reader.Places.CityAt(b.point(), nearCity); city != nil {
			return city
		}
	}
	return b.reader.Places.City(b.reader.City)
}

func (b *building) point() gazetteer.Point {
	return gazetteer.Point{Latitude: b.Latitude, Longitude: b.Longitude}
}

func (b *building) placeAtCentre(area *gazetteer.Area, city *gazetteer.City) {
	switch {
	case area != nil && area.Centre != nil:
		b.Latitude, b.Longitude, b.Accuracy = area.Centre.Latitude, area.Centre.Longitude, masjids.OfArea
	case city != nil:
		b.Latitude, b.Longitude, b.Accuracy = city.Centre.Latitude, city.Centre.Longitude, masjids.OfCity
	}
}

// impliedZone sets the zone of a known city nearby, or else the zone of the position.
func (b *building) impliedZone(city *gazetteer.City) {
	if city != nil && b.point().KilometresTo(city.Centre) <= nearCity {
		b.Timezone = city.Timezone
		return
	}
	zone, err := b.reader.Zone(b.Latitude, b.Longitude)
	if err == nil {
		_, err = identity.LoadZone(zone)
	}
	if err != nil {
		b.Incomplete = fmt.Errorf("its time zone is unknown: %w", err)
		return
	}
	b.Timezone = zone
}
