package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// masjidsPage is a list of masjids.
type masjidsPage struct {
	Query, Area, City string
	Near              bool
	Masjids           []masjid
	Count             int
	Next              string
}

func (p *Pages) masjidList(w http.ResponseWriter, r *http.Request) {
	const many = "20"
	pg, asked := p.begin(r, "title.masjids"), r.URL.Query()
	shown := &masjidsPage{
		Query: strings.TrimSpace(asked.Get("q")), Area: strings.TrimSpace(asked.Get("area")), City: strings.TrimSpace(asked.Get("city")),
		Near: asked.Get("latitude") != "",
	}
	query := url.Values{"limit": {many}}
	for _, name := range []string{"q", "area", "city", "latitude", "longitude", "page_token"} {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			query.Set(name, value)
		}
	}
	path := "/api/v1/masjids"
	if shown.Query != "" {
		path += "/search"
	}
	answer, err := p.door.Do(r.Context(), door.Get(path, query))
	if err == nil {
		err = answer.Decode(&shown.Masjids)
	}
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Count, shown.Next = total(answer), nextPage(r, answer)
	pg.Main = shown
	p.show(w, r, "masjids", pg)
}

// masjidPage is one masjid with its times of the day.
type masjidPage struct {
	masjid
	Day *dayPart
	// Where is the masjid again, for a map, and Feed where a calendar subscribes to its times.
	Where masjid
	Feed  string
	// Own is set if it is the reader's masjid.
	Own bool
}

func (p *Pages) masjidPage(w http.ResponseWriter, r *http.Request) {
	pg, path := p.begin(r, "title.masjid"), "/api/v1/masjids/"+number(r)
	shown := &masjidPage{}
	if err := p.door.Read(r.Context(), door.Get(path, nil), &shown.masjid); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Day = p.dayAt(r, path+"/prayer-times", path+"/current-prayer")
	shown.Day.Times.MasjidName = "" // which the page says already
	shown.Where, shown.Feed = shown.masjid, path+"/prayer-times.ics"
	shown.Own = pg.User != nil && pg.User.PreferredMasjidID == shown.ID
	pg.Main = shown
	p.show(w, r, "masjid", pg)
}

func (p *Pages) preferMasjid(w http.ResponseWriter, r *http.Request) {
	id := number(r)
	call := door.Call{Method: http.MethodPatch, Path: "/api/v1/users/me", Body: map[string]any{"preferred_masjid_id": number32(id)}}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/masjids/"+id, "settings_saved")
}
