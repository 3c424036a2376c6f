package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

func ownersAlone(t *testing.T, w *world) {
	store := w.store()
	mine, nobodys := begun(t, store, alice), begun(t, store, nobody)
	wantNone(t, store, bob, mine)
	wantNone(t, store, nobody, mine)
	wantNone(t, store, alice, nobodys)
	wantNone(t, store, bob, nobodys)
	if page := list(t, store, bob); page.Count != 0 || len(page.Conversations) != 0 {
		t.Errorf("bob's conversations are %+v", page)
	}
	w.wantRows(t, 2, 2)
	says(t, store, alice, mine, "aur?")
	says(t, store, nobody, nobodys, "aur?")
	if got := get(t, store, nobody, nobodys); got.Turns != 2 {
		t.Errorf("nobody's conversation is %+v", got)
	}
	noError(t, store.Delete(t.Context(), nobody, nobodys))
	w.wantRows(t, 1, 2)
}

func listed(t *testing.T, w *world) {
	store := w.store()
	first := begun(t, store, alice)
	w.clock.Advance(time.Minute)
	second := begun(t, store, alice)
	begun(t, store, bob)
	w.clock.Advance(time.Minute)
	says(t, store, alice, first, "aur?")
	w.clock.Advance(time.Minute)
	noError(t, resume(t, store, alice, second).Release(t.Context())) // which does not count as use

	want := []conversation.Summary{
		{
			ID: first, FirstMessage: "salaam", Turns: 2,
			Created: noon, Updated: noon.Add(2 * time.Minute), Expires: noon.Add(2*time.Minute + expiry),
		},
		{
			ID: second, FirstMessage: "salaam", Turns: 1,
			Created: noon.Add(time.Minute), Updated: noon.Add(time.Minute), Expires: noon.Add(time.Minute + expiry),
		},
	}
	page := list(t, store, alice)
	if page.Count != 2 || page.NextPageToken != "" || !slices.Equal(page.Conversations, want) {
		t.Errorf("listed %+v, want %+v", page, want)
	}
	if got := get(t, store, alice, first); got.Summary != want[0] || len(got.Page) != 2 || got.NextPageToken != "" {
		t.Errorf("got %+v, want %+v", got, want[0])
	}
}

// Conversations used in the same millisecond are still distinguished.
func listedInPages(t *testing.T, w *world) {
	store := w.store()
	for i := range 7 {
		begun(t, store, alice)
		w.clock.Advance(time.Duration(i/3) * time.Minute)
	}
	all := list(t, store, alice).Conversations
	var joined []conversation.Summary
	var sizes []int
	for token := ""; ; {
		page, err := store.List(t.Context(), alice, 3, token)
		noError(t, err)
		if page.Count != len(all) {
			t.Errorf("a page counts %d, want %d", page.Count, len(all))
		}
		joined, sizes = append(joined, page.Conversations...), append(sizes, len(page.Conversations))
		if token = page.NextPageToken; token == "" {
			break
		}
	}
	if len(all) != 7 || !slices.Equal(joined, all) || !slices.Equal(sizes, []int{3, 3, 1}) {
		t.Errorf("pages of %v give %+v, want %+v", sizes, joined, all)
	}

	page, err := store.List(t.Context(), alice, 7, "")
	if err != nil || page.NextPageToken != "" {
		t.Errorf("a page that holds all is not the last: %+v, %v", page, err)
	}
	page, err = store.List(t.Context(), alice, 6, "")
	noError(t, err)
	noError(t, store.Delete(t.Context(), alice, all[6].ID))
	page, err = store.List(t.Context(), alice, 6, page.NextPageToken)
	if err != nil || len(page.Conversations) != 0 || page.Count != 6 || page.NextPageToken != "" {
		t.Errorf("what is left after the last: %+v, %v", page, err)
	}
	if _, err := store.List(t.Context(), alice, 0, ""); err == nil {
		t.Error("there is a page of none")
	}
}

func turnsInPages(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	for i := range 6 {
		says(t, store, alice, id, fmt.Sprint(i+2))
	}
	var numbers []int32
	token := ""
	for range 4 {
		transcript, err := store.Get(t.Context(), alice, id, 2, token)
		noError(t, err)
		if transcript.Turns < 7 || transcript.FirstMessage != "salaam" {
			t.Errorf("a page is of %+v", transcript.Summary)
		}
		for _, turn := range transcript.Page {
			numbers = append(numbers, turn.Number)
			if turn.Number > 1 && turn.Message != fmt.Sprint(turn.Number) {
				t.Errorf("turn %d says %q", turn.Number, turn.Message)
			}
		}
		token = transcript.NextPageToken
		says(t, store, alice, id, fmt.Sprint(transcript.Turns+1)) // which does not shift the pages
	}
	if !slices.Equal(numbers, []int32{7, 6, 5, 4, 3, 2, 1}) || token != "" {
		t.Errorf("the turns are %v, then %q", numbers, token)
	}
	if _, err := store.Get(t.Context(), alice, id, 0, ""); err == nil {
		t.Error("there is a page of none")
	}
}

func pageTokens(t *testing.T, w *world) {
	store := w.store()
	for _, owner := range []int32{alice, bob} {
		for range 2 {
			says(t, store, owner, begun(t, store, owner), "aur?")
		}
	}
	page, err := store.List(t.Context(), alice, 1, "")
	noError(t, err)
	mine, others := list(t, store, alice).Conversations, list(t, store, bob).Conversations
	transcript, err := store.Get(t.Context(), alice, mine[0].ID, 1, "")
	noError(t, err)

	for name, token := range map[string]string{
		"no token": "x", "base64 of nothing": "AQ", "of turns": transcript.NextPageToken, "cut": page.NextPageToken[1:],
		"lengthened": page.NextPageToken + "A", "long": strings.Repeat("A", 1000), "of two lines": page.NextPageToken + "\n",
		"not UTF-8": "\xff\x00",
	} {
		_, err := store.List(t.Context(), alice, 1, token)
		wantError(t, "List from a token "+name, err, conversation.ErrPageToken)
		if name != "of turns" {
			_, err = store.Get(t.Context(), alice, mine[0].ID, 1, token)
			wantError(t, "Get from a token "+name, err, conversation.ErrPageToken)
		}
	}
	_, err = store.List(t.Context(), bob, 1, page.NextPageToken)
	wantError(t, "List from another user's token", err, conversation.ErrPageToken)
	_, err = store.Get(t.Context(), alice, mine[1].ID, 1, transcript.NextPageToken)
	wantError(t, "Get from another conversation's token", err, conversation.ErrPageToken)
	_, err = store.Get(t.Context(), bob, others[0].ID, 1, transcript.NextPageToken)
	wantError(t, "Get from a token of another user's conversation", err, conversation.ErrPageToken)
	_, err = store.Get(t.Context(), alice, mine[0].ID, 1, page.NextPageToken)
	wantError(t, "Get from a token of conversations", err, conversation.ErrPageToken)
}

// They belong to whoever knows their id.
func nobodysNotListed(t *testing.T, w *world) {
	store := w.store()
	begun(t, store, nobody)
	if page := list(t, store, nobody); page.Count != 0 || len(page.Conversations) != 0 {
		t.Errorf("listed %+v", page)
	}
}
