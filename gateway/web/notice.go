package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// notice is what became of the form that was sent before, told on the page that follows. It is in the page's address, so
// nothing is kept of it.
type notice struct {
	// Key is the text's, Detail what was refused, and Undo, if not empty, the path that takes it back.
	Key, Detail, Undo string
	// Do is what Undo does with several Tasks; both are empty for one thing.
	Do    string
	Tasks []string
	// Count is to how many tasks something was done that was not to those in Left, and Why the key of the reason; empty otherwise.
	Count  int
	Left   []string
	Why    string
	Failed bool
}

// notices are those that an address may ask for: a page says nothing that others put into its address.
var notices = map[string]bool{
	"task_added": true, "task_changed": true, "task_completed": true, "task_reopened": true, "task_deleted": true, "task_restored": true,
	"tasks_done": true, "tasks_some": true, "settings_saved": true, "token_revoked": true, "calendar_revoked": true,
	"push_added": true, "push_removed": true,
	"override_added": true, "override_revoked": true,
	"definition_accepted": true, "definition_rejected": true, "classified": true, "instance_forgotten": true,
}

func noticeOf(r *http.Request) *notice {
	key := r.URL.Query().Get("notice")
	if !notices[key] {
		return nil
	}
	n := &notice{Key: "notice." + key}
	if id := r.URL.Query().Get("undo"); undoes[key] != "" && isNumber(id) {
		n.Undo = "/tasks/" + id + "/" + undoes[key]
	}
	if id := r.URL.Query().Get("undo"); key == "override_added" && isNumber(id) && strings.HasPrefix(r.URL.Path, "/console/skills/") {
		n.Undo = r.URL.EscapedPath() + "/overrides/" + id + "/revoke"
	}
	if key == "tasks_done" || key == "tasks_some" {
		if ids, do := tasksIn(r, "undo"), r.URL.Query().Get("do"); ids != nil && (do == "reopen" || do == "undelete") {
			n.Undo, n.Do, n.Tasks = "/tasks/all", do, ids
		}
	}
	if key == "tasks_some" {
		n.Count, n.Left, n.Failed = number32(r.URL.Query().Get("count")), tasksIn(r, "left"), true
		if n.Why = r.URL.Query().Get("why"); !slices.Contains(whys, n.Why) {
			n.Why = whyRefused
		}
	}
	return n
}

// tasksIn returns the numbers of tasks that an address has; nil for anything else, and for too many.
func tasksIn(r *http.Request, name string) []string {
	ids := strings.Split(r.URL.Query().Get(name), ".")
	if len(ids) > mostUndone || slices.ContainsFunc(ids, isNoNumber) {
		return nil
	}
	return ids
}

// Why something was not done to all of several tasks.
const (
	whyMissing = "missing"
	whyOften   = "often"
	whyAway    = "away"
	whyRefused = "refused"
)

var whys = []string{whyMissing, whyOften, whyAway, whyRefused}

// whyOf returns which of the reasons an error is.
func whyOf(err error) string {
	refusal := door.RefusalOf(err)
	switch {
	case refusal == nil || refusal.Status >= http.StatusInternalServerError:
		return whyAway
	case refusal.Status == http.StatusNotFound:
		return whyMissing
	case refusal.Status == http.StatusTooManyRequests:
		return whyOften
	default:
		return whyRefused
	}
}

// mostUndone bounds how many tasks the address of a notice names. A page of the list shows half as many.
const mostUndone = 200

// undoes are what takes back what a notice tells of a task.
var undoes = map[string]string{"task_deleted": "undelete", "task_completed": "reopen", "task_reopened": "complete"}

// withNotice returns a path with a notice.
func withNotice(path, key string, more ...string) string {
	u, err := url.Parse(path)
	if err != nil {
		return "/"
	}
	query := u.Query()
	query.Del("undo")
	query.Del("do")
	query.Set("notice", key)
	for i := 0; i+1 < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	u.RawQuery = query.Encode()
	return u.String()
}

func isNoNumber(text string) bool { return !isNumber(text) }

func isNumber(text string) bool {
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	return text != ""
}
