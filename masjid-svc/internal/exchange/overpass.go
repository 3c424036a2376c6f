package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/salaatflow/platform/services/webaddress"
)

// The source of OpenStreetMap's records, and the attribution that its contributors ask for.
const (
	osmSource      = "OpenStreetMap"
	osmLicence     = "ODbL-1.0"
	osmAttribution = "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright"
)

// element is a node, a way or a relation in Overpass's answer to "out center".
type element struct {
	Type      string            `json:"type"`
	ID        int64             `json:"id"`
	Latitude  json.Number       `json:"lat"`
	Longitude json.Number       `json:"lon"`
	Tags      map[string]string `json:"tags"`
	Center    *struct {
		Latitude  json.Number `json:"lat"`
		Longitude json.Number `json:"lon"`
	} `json:"center"`
}

func (r Reader) element(n int, text json.RawMessage, do Each) error {
	place := "element " + strconv.Itoa(n)
	var e element
	if err := json.Unmarshal(text, &e); err != nil {
		return do(place, noRecord, err)
	}
	place += fmt.Sprintf(" (%.20s %d)", e.Type, e.ID)
	said, err := e.texts()
	if err != nil {
		return do(place, noRecord, err)
	}
	record, wrong := r.record(func(column string) (string, bool) {
		value := said[column]
		return value, value != "" // a missing tag takes nothing away
	})
	record.MayRepeat = true // a node at the door, and the way around the building
	record.MayBeOf = karachiSource
	return do(place, record, wrong)
}

// texts returns what the tags say in the form of a line of CSV.
func (e element) texts() (map[string]string, error) {
	switch religion := e.Tags["religion"]; {
	case religion == "" && e.Tags["building"] != "mosque":
		return nil, errors.New("its religion is not given")
	case religion != "" && religion != "muslim":
		return nil, fmt.Errorf("its religion is %.40s", religion)
	case !slices.Contains([]string{"node", "way", "relation"}, e.Type) || e.ID < 1:
		return nil, errors.New("it is not a node, way or relation with an id")
	}
	latin, urdu := e.names()
	if latin == "" {
		return nil, errors.New("it has no name")
	}
	latitude, longitude := e.Latitude, e.Longitude
	if e.Center != nil {
		latitude, longitude = e.Center.Latitude, e.Center.Longitude
	}
	if latitude == "" || longitude == "" {
		return nil, errors.New(`it has no position; ask Overpass for "out center"`)
	}
	return map[string]string{
		"source": osmSource, "ref": fmt.Sprintf("%s/%d", e.Type, e.ID), "licence": osmLicence, "attribution": osmAttribution,
		"name": latin, "name_urdu": urdu, "latitude": latitude.String(), "longitude": longitude.String(),
		"area": e.first("addr:suburb", "addr:neighbourhood", "addr:quarter"), "city": e.first("addr:city"), "address": e.address(),
		"phone": e.first("phone", "contact:phone"), "website": e.website("website", "contact:website", "url"),
		"women_area": e.yesNo("female", "women"), "wheelchair": e.yesNo("wheelchair"), "parking": e.yesNo("parking"),
		"wudu": e.yesNo("wudu", "ablution"),
	}, nil
}

// names returns the name in Latin script, or the only name there is, and the name in Urdu.
func (e element) names() (latin, urdu string) {
	name := e.Tags["name"]
	latin = e.first("name:en", "int_name", "name:ur-Latn", "name:ur_rm")
	urdu = e.Tags["name:ur"]
	switch {
	case isArabicScript(name) && urdu == "":
		urdu = name
	case name != "" && !isArabicScript(name) && latin == "":
		latin = name
	}
	if latin == "" {
		latin = e.first("name", "name:ur")
	}
	return latin, urdu
}

func isArabicScript(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
}

func (e element) address() string {
	if full := e.Tags["addr:full"]; full != "" {
		return full
	}
	return strings.TrimSpace(e.Tags["addr:housenumber"] + " " + e.Tags["addr:street"])
}

func (e element) first(tags ...string) string {
	for _, tag := range tags {
		if value := strings.TrimSpace(e.Tags[tag]); value != "" {
			return value
		}
	}
	return ""
}

// website returns the first tag that is an HTTP URL. Mappers write other things too, such as two URLs in one tag.
func (e element) website(tags ...string) string {
	for _, tag := range tags {
		if address := e.first(tag); webaddress.Check(address) == nil {
			return address
		}
	}
	return ""
}

// yesNo returns a tag's value if it is certain, which "limited" and the like are not.
func (e element) yesNo(tags ...string) string {
	switch value := e.first(tags...); value {
	case "yes", "no":
		return value
	case "designated":
		return "yes"
	default:
		return ""
	}
}
