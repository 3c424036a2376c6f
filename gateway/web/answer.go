package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/words"
	"github.com/salaatflow/platform/services/requestid"
)

// newKey returns an idempotency key for a form: what is sent twice counts once.
func newKey() string { return requestid.New() }

// counted returns what total does, as a words.AtLeast when there are more than were counted.
func counted(answer *door.Answer) any {
	if answer.Header.Get("X-Total-Count-Capped") != "" {
		return words.AtLeast(total(answer))
	}
	return total(answer)
}

// total returns how many there are on all pages of a list, as its header says.
func total(answer *door.Answer) int {
	count, err := strconv.Atoi(answer.Header.Get("X-Total-Count"))
	if err != nil {
		return 0
	}
	return count
}

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

// nextQuery returns the query of the page after an answer's, as its header says; nil if it was the last.
func nextQuery(answer *door.Answer) url.Values {
	found := nextLink.FindStringSubmatch(answer.Header.Get("Link"))
	if found == nil {
		return nil
	}
	link, err := url.Parse(found[1])
	if err != nil {
		return nil
	}
	return link.Query()
}

// nextPage returns the address of the page after r's, as the list's header says; empty if it was the last.
func nextPage(r *http.Request, answer *door.Answer) string {
	next := nextQuery(answer)
	if next == nil {
		return ""
	}
	query := r.URL.Query()
	query.Set("page_token", next.Get("page_token"))
	return r.URL.Path + "?" + query.Encode()
}

// number returns the id in the path, or 0, which nothing has.
func number(r *http.Request) string {
	if id := r.PathValue("id"); isNumber(id) {
		return id
	}
	return "0"
}

// done goes on to a page with a notice, or says why what was asked for was refused.
func (p *Pages) done(w http.ResponseWriter, r *http.Request, err error, path, notice string, more ...string) {
	if err != nil {
		p.refuse(w, r, p.begin(r, "title.refused"), err)
		return
	}
	redirect(w, r, withNotice(path, notice, more...))
}

// refuse shows why a page cannot be shown, or something was not done.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, pg *page, err error) {
	refusal := p.reason(r, err)
	pg.Main = refusal
	p.render(w, r, refusal.Status, pg.Tag, "refused", "layout", pg)
}

// reason returns why something was not done, nil for nil: also where the platform could not be asked, which is logged.
func (p *Pages) reason(r *http.Request, err error) *door.Refusal {
	refusal := door.RefusalOf(err)
	if refusal == nil && err != nil {
		p.Logger.ErrorContext(r.Context(), "a page could not call the platform", "error", err)
		refusal = &door.Refusal{Status: http.StatusInternalServerError, Message: http.StatusText(http.StatusInternalServerError)}
	}
	return refusal
}

// refusedOf returns why a call was refused, which its caller can mend; nil for a part of the platform that could not be reached.
func refusedOf(err error) *door.Refusal {
	if refusal := door.RefusalOf(err); refusal != nil && refusal.Status < http.StatusInternalServerError {
		return refusal
	}
	return nil
}

func (p *Pages) missing(w http.ResponseWriter, r *http.Request) {
	p.refuse(w, r, p.begin(r, "title.notfound"), &door.Refusal{Status: http.StatusNotFound, Code: "NOT_FOUND"})
}
