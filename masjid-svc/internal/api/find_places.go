package api

import (
	"context"

	"github.com/salaatflow/platform/language/gazetteer"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
)

// FindPlaces finds towns of the world by name.
func (s *Server) FindPlaces(_ context.Context, req *masjidv1.FindPlacesRequest) (*masjidv1.FindPlacesResponse, error) {
	places := s.directory.Places
	found, exact := places.Find(req.GetName(), req.GetCountry(), int(req.GetLimit()))
	answer := &masjidv1.FindPlacesResponse{Exact: exact}
	for _, city := range found {
		answer.Places = append(answer.Places, placeMessage(city, places))
	}
	return answer, nil
}

func placeMessage(city *gazetteer.City, places *gazetteer.Gazetteer) *masjidv1.Place {
	return &masjidv1.Place{
		City: places.Label(city), Name: city.Name, NameUrdu: unlessZero(city.Urdu), Region: unlessZero(city.Region), Country: city.Country,
		CountryName: places.CountryName(city.Country), Timezone: city.Timezone, Latitude: city.Centre.Latitude,
		Longitude:  city.Centre.Longitude,
		Population: unlessZero(int32(city.Population)), //nolint:gosec // G115: of no town are there as many
	}
}
