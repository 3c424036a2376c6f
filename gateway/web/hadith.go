package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// hadithPage is what was found, or the hadith of the day where nothing was looked for.
type hadithPage struct {
	Query, Topic, Grade string
	Hadiths             []hadith
	Daily               *hadith
	Count               int
	Next                string
	Topics              []string
}

// topics are offered to begin with; any other can be typed.
var topics = []string{"patience", "prayer", "charity", "intention", "knowledge", "family", "fasting", "faith"}

func (p *Pages) hadithList(w http.ResponseWriter, r *http.Request) {
	const many = "10"
	pg, asked := p.begin(r, "title.hadith"), r.URL.Query()
	shown := &hadithPage{
		Query: strings.TrimSpace(asked.Get("q")), Topic: asked.Get("topic"), Grade: asked.Get("grade"), Topics: topics,
	}
	query := url.Values{"limit": {many}}
	for _, name := range []string{"q", "topic", "grade", "page_token"} {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			query.Set(name, value)
		}
	}
	if shown.Query == "" && shown.Topic == "" && shown.Grade == "" {
		shown.Daily = p.dailyHadith(r)
	}
	answer, err := p.door.Do(r.Context(), door.Get("/api/v1/hadith", query))
	if err == nil {
		err = answer.Decode(&shown.Hadiths)
	}
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Count, shown.Next = total(answer), nextPage(r, answer)
	pg.Main = shown
	p.show(w, r, "hadith", pg)
}
