package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/proto/toolnames"
)

// An acknowledged task has its user's preferred masjid, even while users-svc is gone. If nobody knows that masjid, the
// task is refused rather than created without one.
func TestATaskKeepsItsMasjidWhileTheUsersServiceIsGone(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	c.prefer(t, "1", `{"preferred_masjid_id":5}`)
	if got := c.newTask(t, 1); got.masjid != 5 {
		t.Fatalf("while users-svc is there: %+v", got)
	}
	c.kill(t, "users-svc", syscall.SIGKILL)
	if got := c.newTask(t, 1); got.masjid != 5 || got.code != "" {
		t.Errorf("a user whose masjid the gateway knows: %+v", got)
	}
	if got := c.newTask(t, 2); got.code != "NETWORK_ERROR" {
		t.Errorf("a user of whom nobody knows anything: %+v", got)
	}
	c.startService(t, "users-svc")
	eventually(t, "the other user's tasks are made again", func() bool { return c.newTask(t, 2).code == "" })
}

// A due time without an offset is in its user's zone, even while users-svc is gone. If nobody knows that zone, the task
// is refused rather than created for another time.
func TestADueTimeKeepsItsZoneWhileTheUsersServiceIsGone(t *testing.T) {
	t.Parallel()
	const local, withOffset, noTime = `"2030-12-01T09:00"`, `"2030-12-01T09:00:00-05:00"`, `null`
	c := startCluster(t)
	c.prefer(t, "1", `{"timezone":"America/New_York"}`)
	if got := c.newTaskDue(t, 1, local); got.due != "2030-12-01T09:00:00-05:00" {
		t.Fatalf("while users-svc is there: %+v", got)
	}
	c.kill(t, "users-svc", syscall.SIGKILL)
	if got := c.newTaskDue(t, 1, local); got.due != "2030-12-01T09:00:00-05:00" {
		t.Errorf("a user whose zone the gateway knows: %+v", got)
	}
	if got := c.newTaskDue(t, 2, local); got.code != "NETWORK_ERROR" {
		t.Errorf("a user of whom nobody knows anything: %+v", got)
	}
	for _, due := range []string{withOffset, noTime} {
		if got := c.newTaskDue(t, 2, due); got.code != "" {
			t.Errorf("due %s, which needs no zone: %+v", due, got)
		}
	}
	c.startService(t, "users-svc")
	eventually(t, "the other user's times are taken again", func() bool {
		return c.newTaskDue(t, 2, local).due == "2030-12-01T09:00:00+05:00" // a user who has set no zone is in the default one
	})
}

type taskMade struct {
	code   string
	masjid int
	due    string
}

func (c *cluster) newTask(t *testing.T, user int32) taskMade {
	t.Helper()
	return c.makeTask(t, user, `{"title":"x"}`)
}

// newTaskDue creates a task without a preferred masjid, with a due time as it is in JSON.
func (c *cluster) newTaskDue(t *testing.T, user int32, due string) taskMade {
	t.Helper()
	return c.makeTask(t, user, `{"title":"x","masjid_id":1,"due_datetime":`+due+`}`)
}

func (c *cluster) makeTask(t *testing.T, user int32, task string) taskMade {
	t.Helper()
	result, err := edges.ToolCall{URL: c.URL, Client: c.http}.Call(t.Context(), user, toolnames.CreateTask, json.RawMessage(task))
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Task struct {
			MasjidID int    `json:"masjid_id"`
			Due      string `json:"due_datetime"`
		} `json:"task"`
	}
	if result.Success {
		if err := json.Unmarshal(result.Data, &data); err != nil {
			t.Fatal(err)
		}
	}
	return taskMade{result.Error, data.Task.MasjidID, data.Task.Due}
}

// prefer changes a user's profile.
func (c *cluster) prefer(t *testing.T, user, patch string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, c.URL+"/api/v1/users/me", strings.NewReader(patch))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-User-ID", user)
	response, err := c.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the profile is not changed: %d, %v", response.StatusCode, err)
	}
}
