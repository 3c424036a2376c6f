package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// homePage is what the page at / shows besides the chat.
type homePage struct {
	Day    *dayPart
	Tasks  *tasksPart
	Hadith *hadith
	Chat   *chatPart
}

// dayPart is the day's prayers at the reader's place.
type dayPart struct {
	Times *times
	Now   *moment
	Away  bool // nobody could say
	// Refused is why nobody would say.
	Refused *door.Refusal
}

// tasksPart are the next tasks of the reader.
type tasksPart struct {
	Tasks []task
	// Count is how many are pending in all, as counted returns it.
	Count any
	// Nobody is set where nobody is signed in.
	Nobody bool
	Away   bool
	// Refused is why nobody would say.
	Refused *door.Refusal
	// Back is the page that shows them, with its conversation.
	Back string
}

func (p *Pages) home(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.home")
	p.showHome(w, r, pg, p.resumed(r, pg))
}

func (p *Pages) showHome(w http.ResponseWriter, r *http.Request, pg *page, chat *chatPart) {
	shown := &homePage{Chat: chat}
	together(
		func() { shown.Day = p.day(r, pg) },
		func() { shown.Tasks = p.dueTasks(r, chat.Conversation) },
		func() { shown.Hadith = p.dailyHadith(r) },
	)
	pg.Main = shown
	p.show(w, r, "home", pg)
}

// day reads today's times, and which prayer it is time for, where the reader is.
func (p *Pages) day(r *http.Request, pg *page) *dayPart {
	part := p.dayAt(r, "/api/v1/prayer-times", "/api/v1/current-prayer")
	if part.Times.MasjidID != 0 && pg.Tag == words.Urdu {
		var at masjid // else it has the name that it has in the times
		if p.door.Read(r.Context(), door.Get("/api/v1/masjids/"+strconv.Itoa(part.Times.MasjidID), nil), &at) == nil && at.NameUrdu != "" {
			part.Times.MasjidName = at.NameUrdu
		}
	}
	return part
}

// dayAt reads them from the paths of a place.
func (p *Pages) dayAt(r *http.Request, timesPath, momentPath string) *dayPart {
	part := &dayPart{Times: &times{}, Now: &moment{}}
	var noTimes, noMoment error
	together(
		func() { noTimes = p.door.Read(r.Context(), door.Get(timesPath, nil), part.Times) },
		func() { noMoment = p.door.Read(r.Context(), door.Get(momentPath, nil), part.Now) },
	)
	part.Refused = refusedOf(cmp.Or(noTimes, noMoment))
	part.Away = part.Refused == nil && (noTimes != nil || noMoment != nil)
	return part
}

// dueTasks reads the tasks that are next, to be shown beside a conversation.
func (p *Pages) dueTasks(r *http.Request, conversation string) *tasksPart {
	const few = "5"
	part := &tasksPart{Back: "/"}
	if conversation != "" {
		part.Back = newChat(conversation).page()
	}
	answer, err := p.door.Do(r.Context(), door.Get("/api/v1/tasks", url.Values{"limit": {few}}))
	if err == nil {
		err = answer.Decode(&part.Tasks)
	}
	switch {
	case door.NeedsUser(err):
		part.Nobody = true
	case err != nil:
		part.Refused = refusedOf(err)
		part.Away = part.Refused == nil
	default:
		part.Count = counted(answer)
	}
	return part
}

func (p *Pages) dailyHadith(r *http.Request) *hadith {
	var daily hadith
	if p.door.Read(r.Context(), door.Get("/api/v1/hadith/daily", nil), &daily) != nil {
		return nil
	}
	return &daily
}

// today shows the day's prayers alone: what an installed app has when there is no network.
func (p *Pages) today(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.today")
	if isPart(r) {
		shown, err := url.Parse(r.Header.Get("HX-Current-URL"))
		if err != nil {
			shown = &url.URL{}
		}
		p.part(w, r, pg, "home", "due", p.dueTasks(r, shown.Query().Get("c")))
		return
	}
	pg.Main = p.day(r, pg)
	p.show(w, r, "today", pg)
}
