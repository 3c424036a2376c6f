package web

import (
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/web/internal/door"
)

const calendarsPath = "/api/v1/calendars"

// calendar is a private address of the reader's calendar feed.
type calendar struct {
	ID         int    `json:"id"`
	Name       string `json:"name"`
	CreatedAt  string `json:"created_at"`
	LastReadAt string `json:"last_read_at"`
}

// madeCalendar is one that was just made: the only time that it is shown.
type madeCalendar struct {
	Path string `json:"path"`
	// URL is the address as a calendar takes it, and Subscribe the one that has telephones and computers open their calendar.
	URL, Subscribe string
}

// makeCalendar makes a private address and shows it, once: it is not in the address of any page, and no cache keeps it.
func (p *Pages) makeCalendar(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.settings")
	if pg.User == nil {
		p.refuse(w, r, pg, pg.unread)
		return
	}
	made, shown := &madeCalendar{}, &settingsPage{Profile: *pg.User}
	err := p.door.Read(r.Context(), door.Call{
		Method: http.MethodPost, Path: calendarsPath, Body: map[string]any{"name": r.PostFormValue("name")},
	}, made)
	if err != nil {
		shown.RefusedCalendar = p.reason(r, err)
	} else {
		base := challenge.Base(p.SignIn.PublicURL, r)
		_, host, _ := strings.Cut(base, "://")
		made.URL, made.Subscribe = base+made.Path, "webcal://"+host+made.Path
		shown.MadeCalendar = made
	}
	p.showSettings(w, r, pg, shown)
}

func (p *Pages) revokeCalendar(w http.ResponseWriter, r *http.Request) {
	call := door.Call{Method: http.MethodDelete, Path: calendarsPath + "/" + number(r)}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/settings", "calendar_revoked")
}
