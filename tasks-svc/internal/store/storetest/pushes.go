package storetest

import (
	"reflect"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
)

// browser subscribes a browser of a user at an endpoint.
func (r reminding) browser(t *testing.T, userID int32, endpoint string) reminders.Subscription {
	t.Helper()
	made, err := r.CreateSubscription(t.Context(), reminders.Subscription{
		UserID: userID, Endpoint: endpoint, Browser: webpush.Browser{Point: []byte{4, 0, 0xff}, Auth: []byte{0, 1}}, CreatedAt: noon,
	})
	noError(t, err)
	return made
}

func (r reminding) browsers(t *testing.T, userID int32) (numbers []int32) {
	t.Helper()
	list, err := r.Subscriptions(t.Context(), userID)
	noError(t, err)
	for _, one := range list {
		numbers = append(numbers, one.ID)
	}
	return numbers
}

func browsersStored(t *testing.T, r reminding) {
	ctx := t.Context()
	first := r.browser(t, alice, "https://push.example/1")
	want := reminders.Subscription{
		UserID: alice, ID: 1, Endpoint: "https://push.example/1", Browser: webpush.Browser{Point: []byte{4, 0, 0xff}, Auth: []byte{0, 1}},
		CreatedAt: noon,
	}
	if got, err := r.Subscription(ctx, alice, 1); err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(first, want) {
		t.Errorf("stored %+v, %v, want %+v", got, err, want)
	}
	want.Browser.Auth = []byte{9, 9}
	again, err := r.CreateSubscription(ctx, reminders.Subscription{
		UserID: alice, Endpoint: want.Endpoint, Browser: want.Browser, CreatedAt: noon.Add(time.Hour),
	})
	if got, _ := r.Subscription(ctx, alice, 1); err != nil || !reflect.DeepEqual(again, want) || !reflect.DeepEqual(got, want) {
		t.Errorf("with new keys it is %+v, %v, and stored %+v, want %+v", again, err, got, want)
	}
	for _, path := range []string{"2", "3", "4", "5", "6", "7", "8", "9", "10"} {
		r.browser(t, alice, "https://push.example/"+path)
	}
	_, err = r.CreateSubscription(ctx, reminders.Subscription{UserID: alice, Endpoint: "https://push.example/11", CreatedAt: noon})
	wantError(t, "one too many", err, reminders.ErrTooManySubscriptions)
	r.browser(t, alice, "https://push.example/10") // it is there already
	wantError(t, "another user's", r.DeleteSubscription(ctx, bob, 1), reminders.ErrNoSubscription)
	_, err = r.Subscription(ctx, bob, 1)
	wantError(t, "another user's", err, reminders.ErrNoSubscription)
	noError(t, r.DeleteSubscription(ctx, alice, 1))
	wantError(t, "the second time", r.DeleteSubscription(ctx, alice, 1), reminders.ErrNoSubscription)

	r.browser(t, bob, "https://push.example/5") // of a browser that bob has now
	if ofAlice, ofBob := r.browsers(t, alice), r.browsers(t, bob); len(ofAlice) != 8 || len(ofBob) != 1 {
		t.Errorf("alice has %v, bob has %v", ofAlice, ofBob)
	}
	for _, number := range r.browsers(t, alice) {
		if next := r.browser(t, alice, "https://push.example/new"); next.ID <= number {
			t.Errorf("the number %d is used again", next.ID)
		}
	}
}

func browserReminded(t *testing.T, r reminding) {
	ctx := t.Context()
	mine, moved := r.browser(t, alice, "https://push.example/1"), r.browser(t, alice, "https://push.example/2")
	hook := r.hook(t, alice).Channel()
	noError(t, r.Forget(ctx, noon, noon.AddDate(100, 0, 0))) // browsers are not watched, and stay
	r.open(t, aliceApp)
	r.due(t, alice, "read", noon)
	r.release(t, noon)
	waiting, err := r.WaitingPosts(ctx, noon, 10)
	noError(t, err)
	if len(waiting) != 3 || mine.Channel().SubscriptionID() != mine.ID || hook.SubscriptionID() != 0 || mine.Channel().WebhookID() != 0 {
		t.Errorf("%v wait", waiting)
	}
	r.browser(t, bob, moved.Endpoint)
	r.wantLeased(t, moved.Channel(), noon)
	r.wantLeased(t, mine.Channel(), noon, "read 1")
	r.wantLeased(t, mine.Channel(), noon)
	noError(t, r.DeleteSubscription(ctx, alice, mine.ID))
	r.wantLeased(t, mine.Channel(), noon.Add(time.Hour))
	r.wantLeased(t, hook, noon, "read 1")
	r.due(t, bob, "give", noon)
	r.release(t, noon)
	r.wantLeased(t, reminders.Subscription{UserID: bob, ID: 1}.Channel(), noon, "give 1")
}
