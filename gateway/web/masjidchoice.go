package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// masjidsToChoose returns masjids of a city, and always the one that was chosen; 0 is none.
func (p *Pages) masjidsToChoose(r *http.Request, city string, chosen int) []masjid {
	const many = "100"
	var some []masjid
	own := masjid{ID: chosen, Name: strconv.Itoa(chosen)}
	together(
		func() { // where nobody can say, there is none to choose from
			_ = p.door.Read(r.Context(), door.Get("/api/v1/masjids", url.Values{"city": {city}, "limit": {many}}), &some)
		},
		func() { // where nobody can say, it is shown by its number
			if own.ID != 0 {
				_ = p.door.Read(r.Context(), door.Get("/api/v1/masjids/"+strconv.Itoa(own.ID), nil), &own)
			}
		},
	)
	if own.ID != 0 && !slices.ContainsFunc(some, func(m masjid) bool { return m.ID == own.ID }) {
		some = append([]masjid{own}, some...)
	}
	return some
}
