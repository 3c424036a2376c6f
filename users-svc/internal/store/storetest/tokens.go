package storetest

import (
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
)

// RunTokens runs the suite of tokens.Store. fresh returns a new, empty store for each test.
func RunTokens(t *testing.T, fresh func(t *testing.T) tokens.Store) {
	for name, test := range map[string]func(*testing.T, tokens.Store){
		"a token is found by its digest and listed":      tokenKept,
		"a deleted token is gone, and no other":          tokenDeleted,
		"a number is not given again":                    tokenNumbers,
		"a user has so many tokens, also at once":        tokenBound,
		"expired tokens make room":                       tokenRoom,
		"the use of a token is written once in a period": tokenUse,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

const most = 5

// created stores a token of a user that expires after an hour.
func created(t *testing.T, store tokens.Store, owner int32) (tokens.Token, apitoken.Digest) {
	t.Helper()
	digest, _ := apitoken.DigestOf(apitoken.New())
	token := tokens.Token{
		OwnerID: owner, Name: "عائشہ 'A' \"B\" $1", Scopes: []string{"chat", "tasks:read"}, CreatedAt: noon, ExpiresAt: noon.Add(time.Hour),
	}
	id, err := store.Create(t.Context(), token, digest, most)
	if err != nil {
		t.Fatal(err)
	}
	token.ID = id
	return token, digest
}

func wantTokens(t *testing.T, store tokens.Store, owner int32, want ...tokens.Token) {
	t.Helper()
	if got, err := store.List(t.Context(), owner); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("List(%d) = %+v, %v, want %+v", owner, got, err, want)
	}
}

func wantNoToken(t *testing.T, store tokens.Store, digest apitoken.Digest) {
	t.Helper()
	if token, err := store.Find(t.Context(), digest); !errors.Is(err, tokens.ErrNotFound) {
		t.Fatalf("Find = %+v, %v, want ErrNotFound", token, err)
	}
}

func tokenKept(t *testing.T, store tokens.Store) {
	wantTokens(t, store, 7)
	first, digest := created(t, store, 7)
	second, _ := created(t, store, 7)
	other, _ := created(t, store, 8)
	if first.ID != 1 || second.ID != 2 || other.ID != 1 {
		t.Errorf("tokens are numbered %d, %d and of another user %d, want 1, 2 and 1", first.ID, second.ID, other.ID)
	}
	if got, err := store.Find(t.Context(), digest); err != nil || !reflect.DeepEqual(got, first) {
		t.Fatalf("Find = %+v, %v, want %+v", got, err, first)
	}
	wantTokens(t, store, 7, first, second)
	unknown, _ := apitoken.DigestOf(apitoken.New())
	wantNoToken(t, store, unknown)
}

func tokenDeleted(t *testing.T, store tokens.Store) {
	first, digest := created(t, store, 7)
	second, _ := created(t, store, 7)
	other, _ := created(t, store, 8)
	for owner, id := range map[int32]int32{7: 3, 9: first.ID} {
		if err := store.Delete(t.Context(), owner, id); !errors.Is(err, tokens.ErrNotFound) {
			t.Errorf("Delete(%d, %d) = %v, want ErrNotFound", owner, id, err)
		}
	}
	if err := store.Delete(t.Context(), 7, first.ID); err != nil {
		t.Fatal(err)
	}
	wantNoToken(t, store, digest)
	wantTokens(t, store, 7, second)
	wantTokens(t, store, 8, other)
	if err := store.Delete(t.Context(), 7, first.ID); !errors.Is(err, tokens.ErrNotFound) {
		t.Errorf("deleting again: %v, want ErrNotFound", err)
	}
}

func tokenNumbers(t *testing.T, store tokens.Store) {
	last, _ := created(t, store, 7)
	if err := store.Delete(t.Context(), 7, last.ID); err != nil {
		t.Fatal(err)
	}
	if next, _ := created(t, store, 7); next.ID != last.ID+1 {
		t.Errorf("after %d comes %d", last.ID, next.ID)
	}
}

func tokenBound(t *testing.T, store tokens.Store) {
	results := make(chan error, 3*most)
	var group sync.WaitGroup
	for range cap(results) {
		group.Go(func() {
			digest, _ := apitoken.DigestOf(apitoken.New())
			_, err := store.Create(t.Context(), tokens.Token{OwnerID: 7, Name: "x", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour)}, digest, most)
			results <- err
		})
	}
	group.Wait()
	close(results)
	made := 0
	for err := range results {
		switch {
		case err == nil:
			made++
		case !errors.Is(err, tokens.ErrTooMany):
			t.Error(err)
		}
	}
	if list, err := store.List(t.Context(), 7); err != nil || made != most || len(list) != most {
		t.Errorf("%d were made, and %d are there, %v: want %d", made, len(list), err, most)
	}
	created(t, store, 8)
}

func tokenRoom(t *testing.T, store tokens.Store) {
	for range most {
		created(t, store, 7)
	}
	other, _ := created(t, store, 8)
	digest, _ := apitoken.DigestOf(apitoken.New())
	late := tokens.Token{OwnerID: 7, Name: "x", Scopes: []string{"chat"}, CreatedAt: noon.Add(time.Hour), ExpiresAt: noon.Add(2 * time.Hour)}
	var err error
	if late.ID, err = store.Create(t.Context(), late, digest, most); err != nil {
		t.Fatal(err)
	}
	wantTokens(t, store, 7, late)
	wantTokens(t, store, 8, other)
}

func tokenUse(t *testing.T, store tokens.Store) {
	token, digest := created(t, store, 7)
	for _, use := range []struct{ now, before, want time.Time }{
		{noon, noon.Add(-time.Minute), noon},
		{noon.Add(30 * time.Second), noon.Add(-30 * time.Second), noon},
		{noon.Add(time.Minute), noon, noon.Add(time.Minute)},
	} {
		if err := store.Use(t.Context(), 7, token.ID, use.now, use.before); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Find(t.Context(), digest); err != nil || !got.LastUsedAt.Equal(use.want) {
			t.Errorf("used at %v: the last use is %v, %v, want %v", use.now, got.LastUsedAt, err, use.want)
		}
	}
	if err := store.Use(t.Context(), 7, 99, noon, noon); err != nil {
		t.Errorf("a token that is gone meanwhile: %v", err)
	}
}
