package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// taskActs are what can be done to a task without anything else being said.
var taskActs = map[string]func(id string) door.Call{
	"complete": func(id string) door.Call {
		return door.Call{Method: http.MethodPatch, Path: "/api/v1/tasks/" + id + "/complete"}
	},
	"reopen": func(id string) door.Call {
		return door.Call{Method: http.MethodPatch, Path: "/api/v1/tasks/" + id, Body: map[string]string{"status": "pending"}}
	},
	"delete": func(id string) door.Call {
		return door.Call{Method: http.MethodDelete, Path: "/api/v1/tasks/" + id}
	},
	"undelete": func(id string) door.Call {
		return door.Call{Method: http.MethodPost, Path: "/api/v1/tasks/" + id + "/undelete", Body: struct{}{}}
	},
}

// act does something to the task that the path names, and returns to the page before.
func (p *Pages) act(w http.ResponseWriter, r *http.Request) {
	id, act := number(r), r.PathValue("act")
	call := taskActs[act]
	if call == nil {
		p.missing(w, r)
		return
	}
	err := p.door.Read(r.Context(), call(id), nil)
	switch act {
	case "complete":
		p.done(w, r, err, back(r), "task_completed", "undo", id)
	case "reopen":
		p.done(w, r, err, back(r), "task_reopened", "undo", id)
	case "delete":
		p.done(w, r, err, "/tasks", "task_deleted", "undo", id)
	case "undelete":
		p.done(w, r, err, "/tasks", "task_restored")
	}
}

// bulkUndo says what takes back an act on several tasks.
var bulkUndo = map[string]string{"complete": "reopen", "delete": "undelete"}

// bulk does something to the tasks that were chosen, after asking once about deletion.
func (p *Pages) bulk(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // what cannot be read chooses nothing
	ids, act := slices.DeleteFunc(r.PostForm["task"], isNoNumber), r.PostForm.Get("do")
	call := taskActs[act]
	if call == nil {
		p.missing(w, r)
		return
	}
	if act == "delete" && r.PostForm.Get("sure") == "" && len(ids) > 0 {
		pg := p.begin(r, "title.tasks")
		pg.Main = map[string]any{"IDs": ids, "Tasks": p.tasksWith(r, ids)}
		p.show(w, r, "sure", pg)
		return
	}
	if act == "complete" { // not what was complete before, so that undoing leaves it so
		ids = slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(r.PostForm["completed"], id) })
	}
	done, left, failed := p.actOnEach(r, ids, call)
	if len(done) == 0 && failed != nil {
		p.done(w, r, failed, "/tasks", "")
		return
	}
	var more []string
	if undo := bulkUndo[act]; undo != "" && len(done) > 0 && len(done) <= mostUndone {
		more = append(more, "do", undo, "undo", strings.Join(done, "."))
	}
	if failed == nil {
		p.done(w, r, nil, "/tasks", "tasks_done", more...)
		return
	}
	p.Logger.InfoContext(r.Context(), "several tasks were changed in part", "done", len(done), "left", len(left), "error", failed)
	p.done(w, r, nil, "/tasks", "tasks_some", append(more, "count", strconv.Itoa(len(done)),
		"left", strings.Join(left[:min(len(left), mostUndone)], "."), "why", whyOf(failed))...)
}

// actOnEach does something to each task, and returns those that it was done to, the others and why. It passes over tasks that are not
// there, and ends where it was refused otherwise, since the next would be too.
func (p *Pages) actOnEach(r *http.Request, ids []string, call func(id string) door.Call) (done, left []string, failed error) {
	for i, id := range ids {
		err := p.door.Read(r.Context(), call(id), nil)
		refusal := door.RefusalOf(err)
		switch {
		case err == nil:
			done = append(done, id)
		case refusal != nil && refusal.Status == http.StatusNotFound:
			left, failed = append(left, id), err
		default:
			return done, append(left, ids[i:]...), err
		}
	}
	return done, left, failed
}

func (p *Pages) tasksWith(r *http.Request, ids []string) []task {
	var found []task
	for _, id := range ids {
		var one task
		if p.door.Read(r.Context(), door.Get("/api/v1/tasks/"+id, nil), &one) == nil {
			found = append(found, one)
		}
	}
	return found
}
