package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// tasksPage is the list of the reader's tasks.
type tasksPage struct {
	Filter  map[string]string
	Tasks   []task
	Count   any
	Next    string // the address of the next page; empty on the last
	Form    *taskForm
	Refused *door.Refusal
}

// taskForm is a task to make or to change, as it was filled in.
type taskForm struct {
	task
	Key string
	// Masjids are those to choose from.
	Masjids []masjid
	Refused *door.Refusal
}

// filters are what a list of tasks can be narrowed by.
var filters = []string{"status", "priority", "linked_prayer", "category", "recurrence"}

// choices are the values of the fields of a task that have few.
var choicesOf = map[string][]string{
	"priority": {"low", "medium", "high"}, "linked_prayer": prayers, "recurrence": {"daily", "weekly", "monthly"},
	"category": {"prayer", "quran", "dhikr", "charity", "learning", "other"}, "status": {"pending", "completed", "all"},
}

func (p *Pages) taskList(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.tasks")
	p.showTasks(w, r, pg, &taskForm{task: task{Priority: "medium"}})
}

func (p *Pages) showTasks(w http.ResponseWriter, r *http.Request, pg *page, form *taskForm) {
	const many = "100"
	query, shown := url.Values{"limit": {many}}, &tasksPage{Filter: map[string]string{"status": "pending"}, Form: form}
	for _, name := range filters {
		if value := r.URL.Query().Get(name); slices.Contains(choicesOf[name], value) {
			query.Set(name, value)
			shown.Filter[name] = value
		}
	}
	if token := r.URL.Query().Get("page_token"); token != "" {
		query.Set("page_token", token)
	}
	form.Key, form.Masjids = newKey(), p.masjidsFor(r, pg, &form.task)
	answer, err := p.door.Do(r.Context(), door.Get("/api/v1/tasks", query))
	if err == nil {
		err = answer.Decode(&shown.Tasks)
	}
	if err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown.Count, shown.Next = counted(answer), nextPage(r, answer)
	pg.Main = shown
	p.show(w, r, "tasks", pg)
}

// taskPage shows a task as a form to change it.
func (p *Pages) taskPage(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.task")
	form := &taskForm{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/tasks/"+number(r), nil), &form.task); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	p.showTask(w, r, pg, form)
}

func (p *Pages) showTask(w http.ResponseWriter, r *http.Request, pg *page, form *taskForm) {
	form.Masjids = p.masjidsFor(r, pg, &form.task)
	pg.Main = form
	p.show(w, r, "task", pg)
}

// masjidsFor returns the masjids at which a task of the reader may be.
func (p *Pages) masjidsFor(r *http.Request, pg *page, of *task) []masjid {
	city := ""
	if pg.User != nil {
		city = pg.User.City
	}
	return p.masjidsToChoose(r, city, of.MasjidID)
}

// fields are those of a task that forms have.
var fields = []string{"title", "description", "priority", "linked_prayer", "due_datetime", "recurrence", "category"}

func filledIn(r *http.Request) (task, map[string]any) {
	body := map[string]any{}
	for _, name := range fields {
		if r.PostForm.Has(name) {
			body[name] = r.PostForm.Get(name)
		}
	}
	get := r.PostForm.Get
	if text := get("masjid_id"); text != "" {
		body["masjid_id"] = number32(text)
	}
	if r.PostForm.Has("prayer_offset_minutes") {
		body["prayer_offset_minutes"] = number32(get("prayer_offset_minutes"))
	}
	return task{
		Title: get("title"), Description: get("description"), Priority: get("priority"), LinkedPrayer: get("linked_prayer"),
		DueDatetime: get("due_datetime"), Recurrence: get("recurrence"), Category: get("category"),
		MasjidID: number32(get("masjid_id")), PrayerOffset: number32(get("prayer_offset_minutes")),
	}, body
}

func (p *Pages) addTask(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // what cannot be read is missing, and refused as such
	given, body := filledIn(r)
	for name, value := range body {
		if value == "" && name != "title" || value == 0 {
			delete(body, name)
		}
	}
	err := p.door.Read(r.Context(), door.Call{Method: http.MethodPost, Path: "/api/v1/tasks", Body: body, Key: r.PostForm.Get("key")}, nil)
	if refusal := door.RefusalOf(err); refusal != nil && refusal.Status == http.StatusBadRequest {
		p.showTasks(w, r, p.begin(r, "title.tasks"), &taskForm{task: given, Refused: refusal})
		return
	}
	p.done(w, r, err, "/tasks", "task_added")
}

func (p *Pages) changeTask(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // as above
	given, body := filledIn(r)
	id := number(r)
	err := p.door.Read(r.Context(), door.Call{Method: http.MethodPatch, Path: "/api/v1/tasks/" + id, Body: body}, nil)
	if refusal := door.RefusalOf(err); refusal != nil && refusal.Status == http.StatusBadRequest {
		pg := p.begin(r, "title.task")
		given.ID, _ = strconv.Atoi(id) // digits only
		p.showTask(w, r, pg, &taskForm{task: given, Refused: refusal})
		return
	}
	p.done(w, r, err, "/tasks", "task_changed")
}
