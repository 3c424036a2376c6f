package words

import (
	"strings"

	"github.com/salaatflow/platform/language/gazetteer"
)

// Places are the names of cities and areas in Urdu. They are immutable.
type Places struct{ known *gazetteer.Gazetteer }

// LoadPlaces reads them.
func LoadPlaces() (*Places, error) {
	known, err := gazetteer.New()
	return &Places{known}, err
}

// Urdu returns how Urdu writes the name of a city or area; a name that is not known stays as it is.
func (p *Places) Urdu(name string) string {
	if city := p.known.City(name); city != nil && city.Urdu != "" && strings.EqualFold(city.Name, name) {
		return city.Urdu
	}
	if area := p.known.AreaAnywhere(name); area != nil && area.Urdu != "" && strings.EqualFold(area.Name, name) {
		return area.Urdu
	}
	return name
}
