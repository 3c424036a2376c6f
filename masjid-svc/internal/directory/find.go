package directory

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/index"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// DefaultCity is the city if none is named.
const DefaultCity = "Karachi"

// AroundKM is how far "around a position" reaches where nothing else bounds a list: a large city and its suburbs. A masjid
// further away is no answer to who asks for those around.
const AroundKM = 50

// Selection selects the masjids to find, as a caller describes them. Empty fields are not set.
type Selection struct {
	// Text is what to search for. If empty, masjids are listed.
	Text string
	Area string
	// City is DefaultCity if neither a city nor a position is given.
	City string
	// Latitude and Longitude are given together or not at all, RadiusKM only with them. Without RadiusKM, a list that has no
	// Area or City ends at AroundKM.
	Latitude, Longitude, RadiusKM *float64
	// Limit is the largest number of masjids to return, at least 1.
	Limit int
	// PageToken is the NextPageToken of the page before. All other fields but Limit must be the same as for that page.
	PageToken string
}

// Listing is a page of masjids.
type Listing struct {
	Masjids []Found
	// Count is the number of masjids on all pages.
	Count int
	// NextPageToken asks for the next page. It is empty on the last page.
	NextPageToken string
}

// Found is a masjid that was found.
type Found struct {
	masjids.Masjid
	// DistanceKM is negative if no position was given.
	DistanceKM float64
}

// Find returns masjids. With a position, the nearest come first, and otherwise the best matches; then they are ordered
// by name. Find returns masjids.Invalid if the selection breaks a rule, and masjids.ErrPageToken if the token belongs
// to another selection.
func (d *Directory) Find(ctx context.Context, selection Selection) (Listing, error) {
	query, err := d.query(selection)
	if err != nil {
		return Listing{}, err
	}
	if selection.PageToken != "" {
		if query.Offset, err = parsePageToken(selection.PageToken, query); err != nil {
			return Listing{}, err
		}
	}
	hits, count := d.index().Find(query)
	found, err := d.read(ctx, hits)
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Masjids: found, Count: count}
	if end := query.Offset + len(hits); end < count && len(hits) > 0 {
		listing.NextPageToken = pageToken(end, query)
	}
	return listing, nil
}

func (d *Directory) query(s Selection) (query index.Query, err error) {
	query = index.Query{Text: s.Text, Limit: s.Limit}
	if query.Near, query.RadiusKM, err = s.around(); err != nil {
		return query, err
	}
	city := s.City
	if city == "" {
		city = DefaultCity
	}
	if city, err = d.City(city); err != nil {
		return query, err
	}
	if s.Area != "" {
		if query.Area, err = d.Area(s.Area, city); err != nil {
			return query, err
		}
	}
	switch {
	case s.City != "" || s.Area != "" || query.Near == nil:
		query.City = city
	case s.Text == "" && s.RadiusKM == nil:
		query.RadiusKM = AroundKM
	}
	return query, nil
}

func (s Selection) around() (near *gazetteer.Point, radius float64, err error) {
	switch {
	case s.Latitude != nil && s.Longitude == nil:
		return nil, 0, masjids.Invalid{{Field: "longitude", Message: "must be given with latitude"}}
	case s.Longitude != nil && s.Latitude == nil:
		return nil, 0, masjids.Invalid{{Field: "latitude", Message: "must be given with longitude"}}
	case s.Latitude == nil && s.RadiusKM != nil:
		return nil, 0, masjids.Invalid{{Field: "radius_km", Message: "must be given with latitude and longitude"}}
	case s.Latitude == nil:
		return nil, 0, nil
	}
	if s.RadiusKM != nil {
		radius = *s.RadiusKM
	}
	return &gazetteer.Point{Latitude: *s.Latitude, Longitude: *s.Longitude}, radius, nil
}

func (d *Directory) read(ctx context.Context, hits []index.Hit) ([]Found, error) {
	ids := make([]int32, len(hits))
	distances := make(map[int32]float64, len(hits))
	for i, hit := range hits {
		ids[i] = hit.ID
		distances[hit.ID] = hit.DistanceKM
	}
	read, err := d.Store.Get(ctx, ids)
	if err != nil {
		return nil, err
	}
	found := make([]Found, len(read))
	for i, masjid := range read {
		found[i] = Found{masjid, distances[masjid.ID]}
	}
	return found, nil
}

const (
	tokenSumSize = 9 // bytes
	tokenMaxSize = binary.MaxVarintLen64 + tokenSumSize
)

// tokenEncoding accepts only one spelling of each token.
var tokenEncoding = base64.RawURLEncoding.Strict()

// pageToken returns where the next page begins, with a checksum over it and the query, which detects tokens of another
// list. It is not a secret and protects nothing.
func pageToken(offset int, query index.Query) string {
	token := binary.AppendUvarint(nil, uint64(offset))
	return tokenEncoding.EncodeToString(append(token, tokenSum(offset, query)...))
}

func parsePageToken(token string, query index.Query) (int, error) {
	if len(token) > tokenEncoding.EncodedLen(tokenMaxSize) {
		return 0, masjids.ErrPageToken
	}
	raw, err := tokenEncoding.DecodeString(token)
	if err != nil {
		return 0, masjids.ErrPageToken
	}
	offset, n := binary.Uvarint(raw)
	if n <= 0 || offset > math.MaxInt32 || pageToken(int(offset), query) != token {
		return 0, masjids.ErrPageToken
	}
	return int(offset), nil
}

func tokenSum(offset int, q index.Query) []byte {
	near := ""
	if q.Near != nil {
		near = fmt.Sprint(*q.Near)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d|%q|%q|%q|%s|%g", offset, q.Text, q.Area, q.City, near, q.RadiusKM))
	return sum[:tokenSumSize]
}
