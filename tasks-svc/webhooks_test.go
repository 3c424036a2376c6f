package taskssvc_test

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/kit/kittest"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// posted is what a webhook was sent.
type posted struct {
	header http.Header
	body   string
}

// receiver is a webhook that answers with the statuses, and then with 204. With 429 it asks to be left alone for a minute.
type receiver struct {
	*httptest.Server
	posts chan posted

	mu       sync.Mutex
	statuses []int
}

func receive(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{posts: make(chan posted, 100), statuses: statuses}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.posts <- posted{request.Header, string(body)}
		r.mu.Lock()
		defer r.mu.Unlock()
		status := http.StatusNoContent
		if len(r.statuses) > 0 {
			status, r.statuses = r.statuses[0], r.statuses[1:]
		}
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

// posting is a service that may post to this machine.
func posting(t *testing.T) reminding {
	t.Helper()
	c, clock := configure(t)
	c.WebhookPrivate = true
	conn := kittest.Start(t, c.Config, taskssvc.Module(c))
	return reminding{tasksv1.NewTaskServiceClient(conn), tasksv1.NewReminderServiceClient(conn), clock}
}

func (r reminding) hook(t *testing.T, ctx context.Context, url string) *tasksv1.CreatedWebhook {
	t.Helper()
	made, err := r.CreateWebhook(ctx, &tasksv1.CreateWebhookRequest{Url: proto.String(url)})
	if err != nil {
		t.Fatal(err)
	}
	return made.GetWebhook()
}

// next moves the clock until something is posted.
func (r reminding) next(t *testing.T, from *receiver) posted {
	t.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case post := <-from.posts:
			return post
		case <-ticker.C:
			r.clock.Advance(time.Second)
		case <-t.Context().Done():
			t.Fatal("nothing was posted")
		}
	}
}

// postedAt is when a post was sent, by the clock of who sent it.
func postedAt(t *testing.T, post posted) time.Time {
	t.Helper()
	seconds, err := strconv.ParseInt(post.header.Get("webhook-timestamp"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(seconds, 0)
}

func TestAReminderIsPostedAndSigned(t *testing.T) {
	r, receiver, ofAnother := posting(t), receive(t), receive(t)
	ctx := as(t, 1, "")
	made := r.hook(t, ctx, receiver.URL+"/hook?key=1")
	r.hook(t, as(t, 2, ""), ofAnother.URL)
	if made.GetId() != 1 || made.GetCreatedAt() != "2026-11-21T10:00:00+05:00" {
		t.Errorf("created %v", made)
	}
	r.create(t, ctx, "Read «الکہف»", "2026-11-21T10:01")
	post := r.next(t, receiver)
	want := `{"type":"reminder.due","timestamp":"2026-11-21T05:01:00Z","data":{"id":"1-1-1795237260000","user_id":1,"task_id":1,` +
		`"title":"Read «الکہف»","linked_prayer":null,"remind_at":"2026-11-21T05:01:00Z"}}`
	if post.body != want {
		t.Errorf("posted %s\nwant   %s", post.body, want)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(made.GetSecret(), "whsec_"))
	if err != nil || len(key) != 32 {
		t.Fatalf("the secret is %s: %v", made.GetSecret(), err)
	}
	at := postedAt(t, post)
	if r.clock.Now().Sub(at) > time.Minute {
		t.Errorf("the timestamp is %v", at)
	}
	id := post.header.Get("webhook-id")
	if signed := reminders.Sign(key, id, at, []byte(post.body)); id != "1-1-1795237260000" ||
		post.header.Get("webhook-signature") != signed {
		t.Errorf("the id is %s, the signature %s, want %s", id, post.header.Get("webhook-signature"), signed)
	}
	r.create(t, ctx, "Give", "2026-11-21T10:05")
	if again := r.next(t, receiver); !strings.Contains(again.body, "Give") {
		t.Errorf("it was accepted, and then is posted %s", again.body)
	}
	if len(ofAnother.posts) > 0 {
		t.Errorf("another user's webhook is sent %v", <-ofAnother.posts)
	}
}

func TestAReminderIsPostedAgainUntilItIsAccepted(t *testing.T) {
	r := posting(t)
	receiver := receive(t, http.StatusInternalServerError, http.StatusFound, http.StatusNotFound)
	ctx := as(t, 1, "")
	r.hook(t, ctx, receiver.URL)
	r.create(t, ctx, "Read", "2026-11-21T10:01")
	first := r.next(t, receiver)
	for range 3 {
		if again := r.next(t, receiver); again.body != first.body || again.header.Get("webhook-id") != first.header.Get("webhook-id") {
			t.Errorf("posted again %v, and first %v", again, first)
		}
	}
	r.create(t, ctx, "Give", r.clock.Now().Add(time.Minute).Format(time.RFC3339))
	if last := r.next(t, receiver); !strings.Contains(last.body, "Give") {
		t.Errorf("it was accepted, and then is posted %s", last.body)
	}
}

func TestAReminderWaitsAsLongAsTheAnswerAsks(t *testing.T) {
	r, receiver := posting(t), receive(t, http.StatusTooManyRequests)
	ctx := as(t, 1, "")
	r.hook(t, ctx, receiver.URL)
	r.create(t, ctx, "Read", "2026-11-21T10:01")
	refused := postedAt(t, r.next(t, receiver))
	if waited := postedAt(t, r.next(t, receiver)).Sub(refused); waited < time.Minute || waited > 2*time.Minute {
		t.Errorf("it is posted again after %v, and a minute was asked for", waited)
	}
}

func TestWebhooksAreTheirUsersOwn(t *testing.T) {
	r := posting(t)
	one, two := as(t, 1, ""), as(t, 2, "")
	for i := range 5 {
		if made := r.hook(t, one, "https://example.org/"+strconv.Itoa(i)); made.GetId() != int32(i+1) {
			t.Fatalf("created %v", made)
		}
	}
	_, err := r.CreateWebhook(one, &tasksv1.CreateWebhookRequest{Url: proto.String("https://example.org/")})
	wantRefusal(t, err, codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST)
	_, err = r.DeleteWebhook(two, &tasksv1.DeleteWebhookRequest{WebhookId: 1})
	wantRefusal(t, err, codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND)
	if list, err := r.ListWebhooks(two, &tasksv1.ListWebhooksRequest{}); err != nil || len(list.GetWebhooks()) != 0 {
		t.Errorf("another user sees %v, %v", list, err)
	}
	for id := range int32(4) {
		if _, err := r.DeleteWebhook(one, &tasksv1.DeleteWebhookRequest{WebhookId: id + 1}); err != nil {
			t.Fatal(err)
		}
	}
	r.hook(t, one, "https://example.org/next")
	list, err := r.ListWebhooks(one, &tasksv1.ListWebhooksRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, list, `{"count": 2, "webhooks": [
		{"id": 5, "url": "https://example.org/4", "created_at": "2026-11-21T10:00:00+05:00"},
		{"id": 6, "url": "https://example.org/next", "created_at": "2026-11-21T10:00:00+05:00"}]}`)
}

// What becomes due at once is posted in one round: the clock is not moved between the posts.
func TestWhatIsDueAtOnceIsPostedAtOnce(t *testing.T) {
	r, receiver := posting(t), receive(t)
	ctx := as(t, 1, "")
	r.hook(t, ctx, receiver.URL)
	const due = 7
	for range due {
		r.create(t, ctx, "Read", "2026-11-21T10:01")
	}
	r.next(t, receiver)
	for range due - 1 {
		select {
		case <-receiver.posts:
		case <-t.Context().Done():
			t.Fatal("only some were posted")
		}
	}
}

// An answer of 410 says that nobody wants the posts any more.
func TestAWebhookThatHasGoneIsDeleted(t *testing.T) {
	r, receiver := posting(t), receive(t, http.StatusGone)
	ctx := as(t, 1, "")
	r.hook(t, ctx, receiver.URL)
	r.create(t, ctx, "Read", "2026-11-21T10:01")
	r.next(t, receiver)
	for {
		list, err := r.ListWebhooks(ctx, &tasksv1.ListWebhooksRequest{})
		if err != nil { // also when the test has taken too long
			t.Fatal(err)
		}
		if len(list.GetWebhooks()) == 0 {
			return
		}
	}
}

func TestAURLIsAWebhookOnce(t *testing.T) {
	r, receiver := posting(t), receive(t)
	ctx := as(t, 1, "")
	r.hook(t, ctx, receiver.URL)
	_, err := r.CreateWebhook(ctx, &tasksv1.CreateWebhookRequest{Url: proto.String(receiver.URL)})
	if status.Code(err) != codes.AlreadyExists {
		t.Errorf("the same URL again: %v", err)
	}
	r.hook(t, as(t, 2, ""), receiver.URL)
}
