package tasks_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func TestASearchNamesWhatIsWrongWithIt(t *testing.T) {
	r := newRoom(t)
	for name, c := range map[string]struct {
		wanted tasks.Wanted
		field  string
	}{
		"no words":         {tasks.Wanted{Words: "؟ !", Limit: 10}, "q"},
		"one letter":       {tasks.Wanted{Words: "a", Limit: 10}, "q"},
		"too many words":   {tasks.Wanted{Words: strings.Repeat("word ", 17), Limit: 10}, "q"},
		"no such status":   {tasks.Wanted{Words: "fajr", Status: "late", Limit: 10}, "status"},
		"no tasks at all":  {tasks.Wanted{Words: "fajr"}, "limit"},
		"too many at once": {tasks.Wanted{Words: "fajr", Limit: tasks.MaxLimit + 1}, "limit"},
	} {
		_, err := r.Search(t.Context(), r.owner, c.wanted)
		var invalid tasks.Invalid
		if !errors.As(err, &invalid) || len(invalid) != 1 || invalid[0].Field != c.field {
			t.Errorf("%s: error = %v, want one about %s", name, err, c.field)
		}
	}
}

func TestAPageOfASearchIsOfThisSearchAlone(t *testing.T) {
	r := newRoom(t)
	for range 3 {
		r.create(tasks.Draft{Title: "Pray Fajr in the masjid"})
	}
	wanted := tasks.Wanted{Words: "fajr", Limit: 2}
	first, err := r.Search(t.Context(), r.owner, wanted)
	if err != nil || len(first.Tasks) != 2 || first.NextPageToken == "" {
		t.Fatalf("first page = %+v, %v, want two tasks and a token", first, err)
	}
	wanted.PageToken = first.NextPageToken
	second, err := r.Search(t.Context(), r.owner, wanted)
	if err != nil || len(second.Tasks) != 1 || second.Tasks[0].ID != 1 || second.NextPageToken != "" {
		t.Fatalf("second page = %+v, %v, want task 1 and no token", second, err)
	}

	others := map[string]tasks.Wanted{"words": wanted, "status": wanted, "no token": wanted, "a changed token": wanted, "a list": wanted}
	for name, other := range others {
		switch name {
		case "words":
			other.Words = "masjid"
		case "status":
			other.Status = "pending"
		case "no token":
			other.PageToken = "x"
		case "a changed token":
			other.PageToken = "B" + other.PageToken[1:]
		case "a list":
			page, err := r.List(t.Context(), r.owner, tasks.Selection{Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			other.PageToken = page.NextPageToken
		}
		if _, err := r.Search(t.Context(), r.owner, other); !errors.Is(err, tasks.ErrPageToken) {
			t.Errorf("%s: error = %v, want ErrPageToken", name, err)
		}
	}
	other := r.owner
	other.UserID = 2
	if _, err := r.Search(t.Context(), other, wanted); !errors.Is(err, tasks.ErrPageToken) {
		t.Errorf("another user: error = %v, want ErrPageToken", err)
	}
}

// unread is a store with tasks that the search does not know. It sends on read how many are left when it has few.
type unread struct {
	tasks.Store
	left int
	read chan int
}

func (u *unread) ReadWords(_ context.Context, limit int) (int, error) {
	n := min(limit, u.left)
	u.left -= n
	if n < limit {
		u.read <- u.left
	}
	return n, nil
}

func TestTasksThatTheSearchDoesNotKnowAreReadFromTimeToTime(t *testing.T) {
	r := newRoom(t)
	store := &unread{left: 1234, read: make(chan int)}
	r.Store = store
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	reader := tasks.WordReader{Service: r.Service, Every: time.Minute}
	go func() { defer close(ended); reader.Run(ctx) }()

	if left := <-store.read; left != 0 {
		t.Errorf("%d are unknown after the first round, want none", left)
	}
	if err := r.clock.BlockUntilContext(ctx, 1); err != nil {
		t.Fatal(err)
	}
	store.left = 5 // of an earlier version of the program
	r.clock.Advance(time.Minute)
	if left := <-store.read; left != 0 {
		t.Errorf("%d are unknown after the second round, want none", left)
	}
	stop()
	<-ended
	for _, line := range []string{"tasks=1234", "tasks=5"} {
		if !strings.Contains(r.log.String(), line) {
			t.Errorf("the log has no %q:\n%s", line, r.log)
		}
	}
}
