package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// place is a town to choose. City is the name that means it alone.
type place struct {
	City     string `json:"city"`
	Name     string `json:"name"`
	NameUrdu string `json:"name_urdu"`
}

// placesLike returns towns of a name or of names like it; none where nobody can say, since anything may still be typed.
func (p *Pages) placesLike(r *http.Request, name string) (found []place) {
	if name == "" {
		return nil
	}
	var answer struct {
		Places []place `json:"places"`
	}
	if p.door.Read(r.Context(), door.Get("/api/v1/places", url.Values{"name": {name}}), &answer) != nil {
		return nil
	}
	return answer.Places
}

// namesakes returns the other towns of the name by which somebody chose theirs.
func (p *Pages) namesakes(r *http.Request, name, chosen string) []place {
	found := p.placesLike(r, name)
	at := slices.IndexFunc(found, func(one place) bool { return one.City == chosen || one.Name == chosen })
	if at < 0 {
		return nil
	}
	own := found[at]
	bare, _, _ := strings.Cut(name, ",")
	return slices.DeleteFunc(found, func(one place) bool {
		return one == own || one.Name != own.Name && !strings.EqualFold(one.Name, bare) && one.NameUrdu != bare
	})
}

// suggestPlaces shows towns for what has been typed of a city.
func (p *Pages) suggestPlaces(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.settings")
	p.part(w, r, pg, "settings", "placeoptions", p.placesLike(r, r.URL.Query().Get("city")))
}
