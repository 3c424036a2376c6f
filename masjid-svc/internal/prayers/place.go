package prayers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/identity"
)

// Location says what the point of a place is.
type Location string

// The kinds of points.
const (
	AtMasjid      Location = "masjid"
	AtAreaCentre  Location = "area_centre"
	AtCityCentre  Location = "city_centre"
	AtCoordinates Location = "coordinates"
)

// Place is a place whose prayer times are asked for.
type Place struct {
	// Masjid is nil if the times belong to no masjid.
	Masjid *masjids.Masjid
	// Area and City are empty if unknown.
	Area, City string
	Point      gazetteer.Point
	Location   Location
	// Zone is the zone of the dates and times.
	Zone *time.Location
	// Country is an ISO 3166-1 alpha-2 code, empty if unknown.
	Country string
	// assumed reports whether it is the default city because the user's place could not be looked up.
	assumed bool
}

// place determines the place that a question means. It returns masjids.Invalid if the question breaks a rule, and
// masjids.ErrNotFound if there is no such masjid.
func (s *Service) place(ctx context.Context, q Question, of person) (Place, error) {
	place, err := s.located(ctx, q, of)
	if err != nil {
		return Place{}, err
	}
	if place.Zone == nil {
		name, err := s.Zone(place.Point.Latitude, place.Point.Longitude)
		if err != nil {
			return Place{}, err
		}
		if place.Zone, err = identity.LoadZone(name); err != nil {
			return Place{}, fmt.Errorf("the zone of a point: %w", err)
		}
	}
	// The country is that of the place, whatever zone is asked for.
	if place.Country == "" {
		place.Country = s.Places.CountryAt(place.Point, place.Zone.String())
	}
	if q.Timezone != "" {
		if place.Zone, err = identity.LoadZone(q.Timezone); err != nil {
			return Place{}, masjids.Invalid{{Field: "timezone", Message: err.Error()}}
		}
	}
	return place, nil
}

func (s *Service) located(ctx context.Context, q Question, of person) (Place, error) {
	switch {
	case q.Latitude != nil && q.Longitude == nil:
		return Place{}, masjids.Invalid{{Field: "longitude", Message: "must be given with latitude"}}
	case q.Longitude != nil && q.Latitude == nil:
		return Place{}, masjids.Invalid{{Field: "latitude", Message: "must be given with longitude"}}
	case q.MasjidID != 0:
		return s.atMasjid(ctx, q)
	case q.Latitude != nil:
		return Place{
			Area: q.Area, City: q.City, Point: gazetteer.Point{Latitude: *q.Latitude, Longitude: *q.Longitude}, Location: AtCoordinates,
		}, nil
	case q.Area != "":
		return s.inArea(ctx, q.Area, orDefault(q.City))
	case q.City != "":
		return s.inCity(q.City, of)
	default:
		return s.ofPerson(ctx, of)
	}
}

func orDefault(city string) string {
	if city == "" {
		return directory.DefaultCity
	}
	return city
}

// atMasjid returns the masjid's place. Whatever else the question says about the place must agree.
func (s *Service) atMasjid(ctx context.Context, q Question) (Place, error) {
	if q.Latitude != nil {
		return Place{}, masjids.Invalid{{Field: "latitude", Message: "must not be given with masjid_id, which determines the place"}}
	}
	masjid, err := s.Directory.Get(ctx, q.MasjidID)
	if err != nil {
		return Place{}, err
	}
	if q.City != "" || q.Area != "" {
		city, err := s.Directory.City(orDefault(q.City))
		if err != nil {
			return Place{}, err
		}
		if city != masjid.City {
			return Place{}, masjids.Invalid{{Field: "city", Message: fmt.Sprintf("masjid %d is in %s", masjid.ID, masjid.City)}}
		}
	}
	if q.Area != "" {
		area, err := s.Directory.Area(q.Area, masjid.City)
		if err != nil {
			return Place{}, err
		}
		if area != masjid.Area {
			return Place{}, masjids.Invalid{{Field: "area", Message: fmt.Sprintf("masjid %d is in %s", masjid.ID, masjid.Area)}}
		}
	}
	return s.of(masjid)
}

func (s *Service) of(masjid masjids.Masjid) (Place, error) {
	zone, err := identity.LoadZone(masjid.Timezone)
	if err != nil {
		return Place{}, fmt.Errorf("masjid %d: %w", masjid.ID, err)
	}
	place := Place{
		Masjid: &masjid, Area: masjid.Area, City: masjid.City, Zone: zone, Location: AtMasjid,
		Point: gazetteer.Point{Latitude: masjid.Latitude, Longitude: masjid.Longitude},
	}
	switch masjid.Accuracy {
	case masjids.OfArea:
		place.Location = AtAreaCentre
	case masjids.OfCity:
		place.Location = AtCityCentre
	case masjids.Exact:
	}
	return place, nil
}

// inArea returns the place of the first masjid of the area with given prayer times, or else the area's centre, or else
// the city's.
func (s *Service) inArea(ctx context.Context, name, cityName string) (Place, error) {
	city, err := s.Directory.City(cityName)
	if err != nil {
		return Place{}, err
	}
	area, err := s.Directory.Area(name, city)
	if err != nil {
		return Place{}, err
	}
	if id := s.Directory.Representative(area, city); id != 0 {
		masjid, err := s.Directory.Get(ctx, id)
		if err != nil {
			return Place{}, err
		}
		return s.of(masjid)
	}
	if known := s.Places.Area(area, city); known != nil && known.Centre != nil {
		place, err := s.centreOf(city)
		place.Area, place.Point, place.Location = area, *known.Centre, AtAreaCentre
		return place, err
	}
	place, err := s.centreOf(city)
	place.Area = area
	return place, err
}

// centreOf returns the centre of a city that the directory knows, of which it need not be asked which is meant.
func (s *Service) centreOf(city string) (Place, error) {
	if known := s.Places.City(city); known != nil {
		return atCentre(known)
	}
	return s.inCity(city, person{})
}

// inCity returns the city's centre. Of cities of one name, that of the person's country is meant.
func (s *Service) inCity(name string, of person) (Place, error) {
	meant := s.Places.Meant(name, s.Places.Country(of.Timezone))
	switch {
	case len(meant) > 1:
		return Place{}, s.Directory.Which(name, meant)
	case len(meant) == 0:
		_, err := s.Directory.City(name)
		if err == nil {
			err = masjids.Invalid{{Field: "city", Message: fmt.Sprintf("the position of %s is unknown; give latitude and longitude", name)}}
		}
		return Place{}, err
	}
	return atCentre(meant[0])
}

func atCentre(city *gazetteer.City) (Place, error) {
	zone, err := identity.LoadZone(city.Timezone)
	if err != nil {
		return Place{}, fmt.Errorf("the zone of %s: %w", city.Name, err)
	}
	return Place{City: city.Name, Point: city.Centre, Location: AtCityCentre, Zone: zone, Country: city.Country}, nil
}

// ofPerson returns the person's preferred masjid, or else their area, or else their city. For an anonymous caller, and
// if nothing can be looked up, it returns the default city.
func (s *Service) ofPerson(ctx context.Context, of person) (Place, error) {
	place, err := s.preferred(ctx, of.PreferredMasjid)
	if errors.Is(err, masjids.ErrNotFound) {
		place, err = s.home(ctx, of)
	}
	if invalid := (masjids.Invalid)(nil); errors.As(err, &invalid) {
		return Place{}, ofProfile(invalid)
	}
	place.assumed = of.unreachable
	return place, err
}

// ofProfile says that the wrong value is in the profile, because the question does not have it.
func ofProfile(invalid masjids.Invalid) error {
	named := slices.Clone(invalid)
	for i := range named {
		named[i].Message = "of the profile: " + named[i].Message
	}
	return named
}

func (s *Service) preferred(ctx context.Context, id int32) (Place, error) {
	if id == 0 {
		return Place{}, masjids.ErrNotFound
	}
	masjid, err := s.Directory.Get(ctx, id)
	if err != nil {
		return Place{}, err
	}
	return s.of(masjid)
}

// home returns the area of a profile, or its city if the area is unknown.
func (s *Service) home(ctx context.Context, of person) (Place, error) {
	city := orDefault(of.City)
	if of.Area != "" {
		place, err := s.inArea(ctx, of.Area, city)
		if invalid := (masjids.Invalid)(nil); !errors.As(err, &invalid) {
			return place, err
		}
	}
	if of.Latitude != nil && of.Longitude != nil {
		return s.kept(of), nil
	}
	// Of a name that is kept without its country, the one in the person's time zone is meant.
	near := slices.DeleteFunc(s.Places.Meant(city, s.Places.Country(of.Timezone)), func(c *gazetteer.City) bool {
		return c.Timezone != of.Timezone
	})
	if len(near) == 1 {
		return atCentre(near[0])
	}
	return s.inCity(city, of)
}

// kept returns the place that a profile has kept with its city, by the name that is usual there if anybody knows it.
func (s *Service) kept(of person) Place {
	const near = 40 // km, within which it is that city
	place := Place{
		City: of.City, Country: of.Country, Location: AtCoordinates,
		Point: gazetteer.Point{Latitude: *of.Latitude, Longitude: *of.Longitude},
	}
	if city := s.Places.Choose(of.City, of.Country, ""); city != nil && city.Centre.KilometresTo(place.Point) < near {
		place.City = city.Name
		if city.Centre == place.Point {
			place.Location = AtCityCentre
		}
	}
	return place
}
