package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/services/fileimport"
)

// readJSON reads a document of Overpass or GeoJSON. It recognizes them by the name of their array.
func (r Reader) readJSON(file io.Reader, do Each) (found Found, err error) {
	err = fileimport.Document{
		Records: map[string]func(int, json.RawMessage) error{
			"elements": func(n int, text json.RawMessage) error {
				found.Format = Overpass
				return r.element(n, text, do)
			},
			"features": func(n int, text json.RawMessage) error {
				found.Format = GeoJSON
				return r.feature(n, text, &found, do)
			},
		},
		Texts: map[string]func(string) error{"remark": refuseRemark},
	}.Read(file)
	return found, err
}

// refuseRemark refuses what Overpass sends when it has given up in the middle of an answer.
func refuseRemark(text string) error {
	if strings.Contains(text, "error") {
		return fmt.Errorf("the file is incomplete: Overpass says %q", text)
	}
	return nil
}

// feature is a feature of GeoJSON (RFC 7946).
type feature struct {
	ID       json.RawMessage `json:"id"`
	Geometry *struct {
		Type        string            `json:"type"`
		Coordinates []json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
	Properties map[string]json.RawMessage `json:"properties"`
}

func (r Reader) feature(n int, text json.RawMessage, found *Found, do Each) error {
	place := "feature " + strconv.Itoa(n)
	var f feature
	if err := json.Unmarshal(text, &f); err != nil {
		return do(place, noRecord, err)
	}
	said, err := f.texts(found)
	if err != nil {
		return do(place, noRecord, err)
	}
	record, wrong := r.record(func(column string) (string, bool) {
		value, has := said[column]
		return value, has
	})
	return do(place, record, wrong)
}

// texts returns what a feature says in the form of a line of CSV.
func (f feature) texts(found *Found) (map[string]string, error) {
	said := map[string]string{}
	if len(f.ID) > 0 {
		id, err := scalar(f.ID)
		if err != nil {
			return nil, fmt.Errorf("id: %w", err)
		}
		said["ref"] = id
	}
	for name, value := range f.Properties {
		if !slices.Contains(columnNames, name) || name == "latitude" || name == "longitude" {
			found.ignore(name)
			continue
		}
		text, err := scalar(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		said[name] = text
	}
	if f.Geometry == nil {
		return said, nil
	}
	if f.Geometry.Type != "Point" {
		return nil, fmt.Errorf("its geometry is a %.40s; only a Point is accepted", f.Geometry.Type)
	}
	if len(f.Geometry.Coordinates) < 2 {
		return nil, errors.New("its point has no longitude and latitude")
	}
	said["longitude"], said["latitude"] = string(f.Geometry.Coordinates[0]), string(f.Geometry.Coordinates[1])
	return said, nil
}

// scalar returns a text, a number, true, false or null as a text.
func scalar(value json.RawMessage) (string, error) {
	switch value[0] {
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return text, err
	case 'n':
		return "", nil
	case '{', '[':
		return "", errors.New("must be a text, a number, true, false or null")
	default:
		return string(value), nil
	}
}
