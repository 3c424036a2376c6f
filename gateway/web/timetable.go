package web

import (
	"cmp"
	"net/http"
	"net/url"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// timetablePage is a masjid's times of the days of a week.
type timetablePage struct {
	Masjid masjid
	Days   []*times
	// Before and After are the first days of the weeks around it.
	Before, After string
}

const weekDays = 7

func (p *Pages) timetable(w http.ResponseWriter, r *http.Request) {
	pg, path := p.begin(r, "title.timetable"), "/api/v1/masjids/"+number(r)
	shown := &timetablePage{Days: make([]*times, weekDays)}
	if err := p.door.Read(r.Context(), door.Get(path, nil), &shown.Masjid); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	errs := make([]error, weekDays)
	read := func(i int, date string) {
		query := url.Values{}
		if date != "" {
			query.Set("date", date)
		}
		shown.Days[i] = &times{}
		errs[i] = p.door.Read(r.Context(), door.Get(path+"/prayer-times", query), shown.Days[i])
	}
	read(0, r.URL.Query().Get("from"))
	first, err := time.Parse(time.DateOnly, shown.Days[0].Date)
	if err = cmp.Or(errs[0], err); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	day := func(i int) string { return first.AddDate(0, 0, i).Format(time.DateOnly) }
	var calls []func()
	for i := 1; i < weekDays; i++ {
		calls = append(calls, func() { read(i, day(i)) })
	}
	together(calls...)
	if err := cmp.Or(errs...); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Before, shown.After = day(-weekDays), day(weekDays)
	pg.Main = shown
	p.show(w, r, "timetable", pg)
}
