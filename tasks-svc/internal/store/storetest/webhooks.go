package storetest

import (
	"reflect"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// hooks counts the webhooks, which each have a URL of their own.
var hooks atomic.Int32

func (r reminding) hook(t *testing.T, userID int32) reminders.Webhook {
	t.Helper()
	made, err := r.CreateWebhook(t.Context(), reminders.Webhook{
		UserID: userID, URL: "https://مسجد.example/?a=%20" + strconv.Itoa(int(hooks.Add(1))), Key: []byte{0, 1, 0xff}, CreatedAt: noon,
	})
	noError(t, err)
	return made
}

func webhooksStored(t *testing.T, r reminding) {
	ctx := t.Context()
	first := r.hook(t, alice)
	want := reminders.Webhook{UserID: alice, ID: 1, URL: first.URL, Key: []byte{0, 1, 0xff}, CreatedAt: noon}
	_, err := r.CreateWebhook(ctx, want)
	wantError(t, "the same URL", err, reminders.ErrWebhookThere)
	another := want
	another.UserID = bob + 100
	_, err = r.CreateWebhook(ctx, another)
	wantError(t, "another user's with the same URL", err, nil)
	if got, err := r.Webhook(ctx, alice, 1); err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(first, want) {
		t.Errorf("stored %+v, %v, want %+v", got, err, want)
	}
	for range reminders.MaxWebhooks - 1 {
		r.hook(t, alice)
	}
	want.URL += "more"
	_, err = r.CreateWebhook(ctx, want)
	wantError(t, "one too many", err, reminders.ErrTooManyWebhooks)
	for range reminders.MaxChannels { // of those that are watched there is another number
		r.open(t, aliceApp)
	}
	wantError(t, "another user's", r.DeleteWebhook(ctx, bob, 1), reminders.ErrNoWebhook)
	_, err = r.Webhook(ctx, bob, 1)
	wantError(t, "another user's", err, reminders.ErrNoWebhook)
	noError(t, r.DeleteWebhook(ctx, alice, 5))
	wantError(t, "the second time", r.DeleteWebhook(ctx, alice, 5), reminders.ErrNoWebhook)
	if next := r.hook(t, alice); next.ID != 6 {
		t.Errorf("the number %d is used again", next.ID)
	}
	list, err := r.Webhooks(ctx, alice)
	noError(t, err)
	for i, id := range []int32{1, 2, 3, 4, 6} {
		if len(list) != 5 || list[i].ID != id {
			t.Fatalf("listed %+v", list)
		}
	}
}

func webhookReminded(t *testing.T, r reminding) {
	ctx := t.Context()
	one, two := r.hook(t, alice).Channel(), r.hook(t, alice).Channel()
	waiting := func(now time.Time, want ...reminders.Channel) {
		t.Helper()
		got, err := r.WaitingPosts(ctx, now, 10)
		noError(t, err)
		if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%v wait, want %v", got, want)
		}
	}
	noError(t, r.Forget(ctx, noon, noon.AddDate(100, 0, 0))) // webhooks are not watched, and stay
	r.open(t, aliceApp)
	r.due(t, alice, "read", noon)
	r.release(t, noon)
	leased := r.lease(t, one, noon)
	if len(leased) != 1 || one.WebhookID() != 1 || aliceApp.WebhookID() != 0 {
		t.Fatalf("leased %+v", leased)
	}
	waiting(noon, two)
	noError(t, r.Postpone(ctx, one, leased[0], noon.Add(time.Hour)))
	noError(t, r.Acknowledge(ctx, two, leased[0].ID))
	waiting(noon.Add(59 * time.Minute))
	waiting(noon.Add(time.Hour), one)
	r.wantLeased(t, one, noon.Add(time.Hour), "read 2")
	noError(t, r.DeleteWebhook(ctx, alice, 1))
	waiting(noon.Add(24 * time.Hour))
	r.wantLeased(t, aliceApp, noon, "read 1")
}
