package storetest

import (
	"reflect"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
)

func (r reminding) link(t *testing.T, userID int32, secret string) calendar.Link {
	t.Helper()
	made, err := r.CreateLink(t.Context(), calendar.Link{
		UserID: userID, Name: "فون 'a'", Digest: calendar.DigestOf(secret), CreatedAt: noon,
	})
	noError(t, err)
	return made
}

func linksStored(t *testing.T, r reminding) {
	ctx := t.Context()
	made := r.link(t, alice, "secret")
	want := calendar.Link{UserID: alice, ID: 1, Name: "فون 'a'", Digest: calendar.DigestOf("secret"), CreatedAt: noon}
	if got, err := r.LinkOf(ctx, calendar.DigestOf("secret")); err != nil || got != want || made != want {
		t.Errorf("stored %+v, %v, want %+v", got, err, want)
	}
	_, err := r.LinkOf(ctx, calendar.DigestOf("Secret"))
	wantError(t, "another secret", err, calendar.ErrNoLink)
	noError(t, r.LinkRead(ctx, want, noon.Add(time.Hour)))
	if got, err := r.LinkOf(ctx, want.Digest); err != nil || got.ReadAt != noon.Add(time.Hour) {
		t.Errorf("it was read at %v, %v", got.ReadAt, err)
	}
	for _, secret := range []string{"2", "3", "4", "5"} {
		r.link(t, alice, secret)
	}
	_, err = r.CreateLink(ctx, calendar.Link{UserID: alice, Digest: calendar.DigestOf("6"), CreatedAt: noon})
	wantError(t, "one too many", err, calendar.ErrTooManyLinks)
	wantError(t, "another user's", r.DeleteLink(ctx, bob, 1), calendar.ErrNoLink)
	noError(t, r.DeleteLink(ctx, alice, 5))
	wantError(t, "the second time", r.DeleteLink(ctx, alice, 5), calendar.ErrNoLink)
	_, err = r.LinkOf(ctx, calendar.DigestOf("5"))
	wantError(t, "a revoked one", err, calendar.ErrNoLink)
	noError(t, r.LinkRead(ctx, calendar.Link{UserID: alice, ID: 5}, noon)) // revoked while it was being read
	if next := r.link(t, alice, "7"); next.ID != 6 {
		t.Errorf("the number %d is used again", next.ID)
	}
	r.link(t, bob, "8")
	list, err := r.Links(ctx, alice)
	noError(t, err)
	var numbers []int32
	for _, link := range list {
		numbers = append(numbers, link.ID)
	}
	if !reflect.DeepEqual(numbers, []int32{1, 2, 3, 4, 6}) {
		t.Errorf("listed %+v", list)
	}
}
