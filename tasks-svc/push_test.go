package taskssvc_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/kit/kittest"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush/webpushtest"
)

// pushing is a service with a key, which may post to this machine.
func pushing(t *testing.T) reminding {
	t.Helper()
	c, clock := configure(t)
	key, err := webpush.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	c.WebhookPrivate, c.PushKeyFile, c.PushContact = true, filepath.Join(t.TempDir(), "push.key"), "mailto:imam@example.org"
	if err := os.WriteFile(c.PushKeyFile, key, 0o600); err != nil {
		t.Fatal(err)
	}
	conn := kittest.Start(t, c.Config, taskssvc.Module(c))
	return reminding{tasksv1.NewTaskServiceClient(conn), tasksv1.NewReminderServiceClient(conn), clock}
}

// subscribe subscribes a new browser of the user of a context, whose push service is at a URL.
func (r reminding) subscribe(t *testing.T, ctx context.Context, url string) *webpushtest.Browser {
	t.Helper()
	browser, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.CreatePushSubscription(ctx, subscription(browser, url)); err != nil {
		t.Fatal(err)
	}
	return browser
}

func subscription(browser *webpushtest.Browser, url string) *tasksv1.CreatePushSubscriptionRequest {
	return &tasksv1.CreatePushSubscriptionRequest{
		Endpoint: proto.String(url), P256Dh: proto.String(browser.Point()), Auth: proto.String(browser.Auth()),
	}
}

func (r reminding) browsers(t *testing.T, ctx context.Context) []*tasksv1.PushSubscription {
	t.Helper()
	list, err := r.ListPushSubscriptions(ctx, &tasksv1.ListPushSubscriptionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return list.GetSubscriptions()
}

func TestABrowserIsSentAReminderThatItAloneCanRead(t *testing.T) {
	r, service, ofAnother := pushing(t), receive(t), receive(t)
	ctx := as(t, 1, "")
	key, err := r.GetPushKey(t.Context(), &tasksv1.GetPushKeyRequest{})
	if err != nil || key.GetPublicKey() == "" {
		t.Fatalf("the key is %v, %v", key, err)
	}
	browser := r.subscribe(t, ctx, service.URL+"/send/abc")
	r.subscribe(t, as(t, 2, ""), ofAnother.URL)
	r.create(t, ctx, "Read «الکہف»", "2026-11-21T10:01")
	post := r.next(t, service)
	text, err := browser.Decrypt([]byte(post.body))
	const want = `{"id":"1-1-1795237260000","title":"Read «الکہف»","body":"It is time for this.","lang":"en","path":"/tasks/1"}`
	if err != nil || string(text) != want {
		t.Errorf("it reads %s, %v\nwant     %s", text, err, want)
	}
	claims, public, err := webpushtest.Verify(post.header.Get("Authorization"))
	now := r.clock.Now()
	if err != nil || public != key.GetPublicKey() || claims.Audience != service.URL || claims.Subject != "mailto:imam@example.org" ||
		!time.Unix(claims.Expires, 0).After(now) || time.Unix(claims.Expires, 0).After(now.Add(24*time.Hour)) {
		t.Errorf("it is sent by %+v, %s, %v", claims, public, err)
	}
	if ttl, err := time.ParseDuration(post.header.Get("Ttl") + "s"); err != nil || ttl <= 23*time.Hour || ttl > 24*time.Hour ||
		post.header.Get("Urgency") != "high" || post.header.Get("Topic") == "" || post.header.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("the headers are %v", post.header)
	}
	r.create(t, ctx, "Give", "2026-11-21T10:05")
	if text, err := browser.Decrypt([]byte(r.next(t, service).body)); err != nil || !strings.Contains(string(text), "Give") {
		t.Errorf("it was accepted, and then comes %s, %v", text, err)
	}
	if len(ofAnother.posts) > 0 {
		t.Errorf("another user's browser is sent %v", <-ofAnother.posts)
	}
}

func TestABrowserIsSentAReminderAgainUntilItsServiceTakesIt(t *testing.T) {
	r := pushing(t)
	service := receive(t, http.StatusInternalServerError, http.StatusTooManyRequests, http.StatusFound)
	ctx := as(t, 1, "")
	browser := r.subscribe(t, ctx, service.URL)
	r.create(t, ctx, "Read", "2026-11-21T10:01")
	first := r.next(t, service)
	for range 3 {
		again := r.next(t, service)
		if text, err := browser.Decrypt([]byte(again.body)); err != nil || !strings.Contains(string(text), "Read") ||
			again.header.Get("Topic") != first.header.Get("Topic") {
			t.Errorf("sent again %s, %v", text, err)
		}
	}
	r.create(t, ctx, "Give", r.clock.Now().Add(time.Minute).Format(time.RFC3339))
	if text, err := browser.Decrypt([]byte(r.next(t, service).body)); err != nil || !strings.Contains(string(text), "Give") {
		t.Errorf("it was taken, and then comes %s, %v", text, err)
	}
}

func TestABrowserThatHasGoneIsRemoved(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		r := pushing(t)
		gone, there := receive(t, status), receive(t)
		ctx := as(t, 1, "")
		r.subscribe(t, ctx, gone.URL)
		r.subscribe(t, ctx, there.URL)
		r.create(t, ctx, "Read", "2026-11-21T10:01")
		r.next(t, gone)
		r.next(t, there)
		r.create(t, ctx, "Give", r.clock.Now().Add(time.Minute).Format(time.RFC3339))
		r.next(t, there)
		if left := r.browsers(t, ctx); len(left) != 1 || left[0].GetEndpoint() != there.URL || len(gone.posts) > 0 {
			t.Errorf("after %d there are %v, and %d more were sent", status, left, len(gone.posts))
		}
	}
}

func TestBrowsersAreTheirUsersOwn(t *testing.T) {
	r := pushing(t)
	one, two := as(t, 1, ""), as(t, 2, "")
	browser := r.subscribe(t, one, "https://push.example/1")
	if list := r.browsers(t, one); len(list) != 1 || list[0].GetId() != 1 || list[0].GetEndpoint() != "https://push.example/1" ||
		list[0].GetCreatedAt() != "2026-11-21T10:00:00+05:00" || len(r.browsers(t, two)) != 0 {
		t.Errorf("listed %v", list)
	}
	_, err := r.DeletePushSubscription(two, &tasksv1.DeletePushSubscriptionRequest{SubscriptionId: 1})
	wantRefusal(t, err, codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND)
	if _, err := r.DeletePushSubscription(one, &tasksv1.DeletePushSubscriptionRequest{SubscriptionId: 1}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time it is there
		if made, err := r.CreatePushSubscription(two, subscription(browser, "https://push.example/1")); err != nil ||
			made.GetSubscription().GetId() != 1 {
			t.Errorf("subscribed %v, %v", made, err)
		}
	}
	wrong := subscription(browser, "https://push.example/2")
	wrong.P256Dh = proto.String(strings.Repeat("A", 87))
	_, err = r.CreatePushSubscription(one, wrong)
	wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR, "p256dh")
	for i := range 10 {
		if _, err = r.CreatePushSubscription(one, subscription(browser, "https://push.example/of-one/"+strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	_, err = r.CreatePushSubscription(one, subscription(browser, "https://push.example/more"))
	wantRefusal(t, err, codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST)
}

func TestWithoutAKeyNoBrowserSubscribes(t *testing.T) {
	r := remind(t, time.Hour)
	if key, err := r.GetPushKey(t.Context(), &tasksv1.GetPushKeyRequest{}); err != nil || key.PublicKey != nil {
		t.Errorf("the key is %v, %v", key, err)
	}
	browser, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.CreatePushSubscription(as(t, 1, ""), subscription(browser, "https://push.example/1"))
	wantRefusal(t, err, codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST)
}
