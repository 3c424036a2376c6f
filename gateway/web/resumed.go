package web

import (
	"net/http"
	"net/url"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// resumed returns the conversation that a page's address names, or a new one.
func (p *Pages) resumed(r *http.Request, pg *page) *chatPart {
	id := r.URL.Query().Get("c")
	chat := newChat(id)
	if id != "" && len(chat.read(p, r)) > 0 {
		last := chat.Turns[len(chat.Turns)-1].answered()
		chat.Quick, chat.Dates = replies(p.languages[words.Choose("", last.Language)], last)
		return chat
	}
	chat.Conversation = ""
	chat.Examples = examples(pg.Language)
	return chat
}

// answered returns the answer that a stored turn gave.
func (t *turn) answered() *answered {
	return &answered{
		Success: t.Error == "", Message: t.Answer, Language: t.Language, Tool: t.Tool, Arguments: t.Arguments, Data: t.Data, Asks: t.Asks,
	}
}

// redraw draws the cards of turns that were stored: tasks as they are by now, and the rest as it was answered.
func (p *Pages) redraw(r *http.Request, turns []*turn, back string) {
	haveTasks := false
	for _, t := range turns {
		if t.Card = cardOf(t.answered()); t.Card != nil {
			t.Card.Back = back
			t.Card = t.Card.at(p.Clock.Now())
		}
		haveTasks = haveTasks || t.Card != nil && len(t.Card.Tasks) > 0
	}
	if !haveTasks {
		return
	}
	const many = "200"
	var tasks []task
	answer, err := p.door.Do(r.Context(), door.Get("/api/v1/tasks", url.Values{"status": {"all"}, "limit": {many}}))
	if err == nil {
		err = answer.Decode(&tasks)
	}
	if err != nil {
		return // they are shown as they were
	}
	all := nextPage(r, answer) == ""
	for _, t := range turns {
		if t.Card != nil && len(t.Card.Tasks) > 0 {
			t.Card = t.Card.withTasks(tasks, all)
		}
	}
}

// at returns how a card that was answered before is shown now; nil if the prayer that it counts down to has begun.
func (c *card) at(now time.Time) *card {
	if c.Moment == nil {
		return c
	}
	next, err := time.Parse(time.RFC3339, c.Moment.NextStart)
	if err != nil || !next.After(now) {
		return nil
	}
	c.Moment.Remaining = int(next.Sub(now).Seconds())
	return c
}

// withTasks returns a card with its tasks as they are now; nil if there are none any more. What is not among the reader's tasks
// is deleted if these are all of them, and else shown as it was.
func (c *card) withTasks(tasks []task, all bool) *card {
	byID := make(map[int]task, len(tasks))
	for _, one := range tasks {
		byID[one.ID] = one
	}
	var shown []task
	for _, one := range c.Tasks {
		current, found := byID[one.ID]
		switch {
		case found:
			shown = append(shown, current)
		case !all:
			shown = append(shown, one)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	c.Tasks = shown
	return c
}
