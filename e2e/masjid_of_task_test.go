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

// A task that is acknowledged has the masjid that its user prefers, also while users-svc is gone; and where nobody knows
// that masjid, the task is refused rather than made without.
func TestATaskKeepsItsMasjidWhileTheUsersServiceIsGone(t *testing.T) {
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

type taskMade struct {
	code   string
	masjid int
}

func (c *cluster) newTask(t *testing.T, user int32) taskMade {
	t.Helper()
	result, err := edges.ToolCall{URL: c.URL, Client: c.http}.Call(t.Context(), user, toolnames.CreateTask, json.RawMessage(`{"title":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Task struct {
			MasjidID int `json:"masjid_id"`
		} `json:"task"`
	}
	if result.Success {
		if err := json.Unmarshal(result.Data, &data); err != nil {
			t.Fatal(err)
		}
	}
	return taskMade{result.Error, data.Task.MasjidID}
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
